package edit

import "testing"

// TestSummaryOfCharges: a charge makes another kind of molecule, and undo makes it none again.
func TestSummaryOfCharges(t *testing.T) {
	d := open(t, liquid(3))
	d.Summary()
	apply(t, d, &SetCharges{Atoms: refs(t, d, 0), Charges: []int32{1}})
	s := d.Summary()
	if k := s.Kinds; s.Charge != 1 || len(k) != 2 || k[0].Charge != 1 || k[0].Count != 1 || k[1].Charge != 0 || k[1].Count != 2 {
		t.Errorf("one of three waters is charged: got %+v", s)
	}
	d.Undo()
	if s := d.Summary(); s.Charge != 0 || len(s.Kinds) != 1 || s.Kinds[0].Count != 3 {
		t.Errorf("after undo: got %+v", s)
	}
}
