package crystal

import (
	"context"
	"errors"
	"testing"

	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/internal/oracle"
)

// TestCorpus takes the CIF files of other projects: their slabs keep the composition, and
// symmetric ones say whether they do; their symmetry has the order of the operations found, and
// the standard cell the symmetry of the file.
func TestCorpus(t *testing.T) {
	cut, symmetric, searched := 0, 0, 0
	oracle.StructureFiles(t, 10, func(f oracle.StructureFile) {
		file, err := formats.ReadWith(f.Name, f.Data, formats.ReadOptions{Expand: true})
		if err != nil || file.Structure == nil || file.Structure.Cell == nil || file.Structure.Len() == 0 || file.Structure.Len() > 3000 {
			return
		}
		s := file.Structure
		was := s.Counts()
		for _, miller := range [][3]int{{0, 0, 1}, {1, 1, 0}, {1, -1, 2}} {
			o := Slab{Miller: miller, Layers: 1, Vacuum: 6}
			b, err := o.Cut(s)
			if err != nil {
				t.Errorf("%s %v: %v", f.Name, miller, err)
				continue
			}
			cut++
			if is := b.Structure.Counts(); is != was {
				t.Errorf("%s %v: %s from %s", f.Name, miller, b.Structure.Formula(), s.Formula())
			}
			checkBuilt(t, s, b)
		}
		y, err := FindSymmetry(context.Background(), s, 0.01)
		if err != nil {
			if !errors.Is(err, ErrRequest) { // disordered sites lie on each other
				t.Errorf("%s: %v", f.Name, err)
			}
			return
		}
		searched++
		checkStandard(t, f.Name, y)
		checkCIF(t, f.Name, s, 0.01)
		o := Slab{Miller: [3]int{0, 0, 1}, Layers: 1, Vacuum: 6}
		b, err := o.Symmetric(context.Background(), s, 0.01)
		if errors.Is(err, ErrNotFound) {
			return
		}
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			return
		}
		symmetric++
		same := true
		is := b.Structure.Counts()
		for z := range was {
			same = same && was[z]*b.Structure.Len() == is[z]*s.Len()
		}
		if same != b.Stoichiometric {
			t.Errorf("%s: %s from %s is said to be stoichiometric: %v", f.Name, b.Formula, s.Formula(), b.Stoichiometric)
		}
	}, "cif")
	t.Logf("%d slabs, %d symmetric ones, %d groups", cut, symmetric, searched)
	if cut < 10 || searched < 5 {
		t.Errorf("%d slabs, %d groups", cut, searched)
	}
}
