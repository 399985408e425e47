//go:build document || !part

package core

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/elem"
)

// placedAnswer is PlacedChange of the protocol.
type placedAnswer struct {
	changeAnswer
	Selected []uint32 `json:"selected"`
}

// bondsAnswer is BondsChange of the protocol.
type bondsAnswer struct {
	changeAnswer
	Bonds int      `json:"bonds"`
	Notes []string `json:"notes"`
}

// step applies ops as one step, none when there is nothing to do.
func step(d *edit.Document, label string, ops []edit.Op) (response, error) {
	change := unchanged(d)
	if len(ops) > 0 {
		var err error
		if change, err = d.Apply(edit.Step{Label: label, Ops: ops}); err != nil {
			return response{}, err
		}
	}
	return changed(d, change, false), nil
}

func editPlace(c *Core, _ *request, q struct {
	Element    uint8       `json:"element"`
	Order      uint8       `json:"order"`
	At         *[3]float64 `json:"at"`
	On         *int        `json:"on"`
	IfRevision *int        `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	if q.Order == 0 {
		q.Order = 1
	}
	var p edit.Placed
	switch {
	case q.On != nil && q.At == nil:
		if p, err = d.PlaceOn(*q.On, q.Element, q.Order); err != nil {
			return response{}, err
		}
	case q.At != nil && q.On == nil:
		p.Ops = []edit.Op{&edit.AddAtoms{Elements: []uint8{q.Element}, Positions: q.At[:]}}
	default:
		return response{}, BadRequest("an atom is placed either at a position or on an atom")
	}
	r, err := step(d, p.Label, p.Ops)
	if err != nil {
		return response{}, err
	}
	answer := r.value.(changeAnswer)
	selected := d.Rows([]edit.Ref{p.Atom})
	if q.At != nil {
		selected = []uint32{uint32(answer.Added[0])}
	}
	r.value = placedAnswer{answer, selected}
	return r, nil
}

func editElement(c *Core, r *request, q struct {
	Atoms      []int `json:"atoms"`
	Element    uint8 `json:"element"`
	Rebalance  *bool `json:"rebalance"`
	IfRevision *int  `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	if q.Atoms, err = atomsAsked(q.Atoms, r.bufs); err != nil {
		return response{}, err
	}
	ops, err := d.ChangeElement(q.Atoms, q.Element, q.Rebalance == nil || *q.Rebalance)
	if err != nil {
		return response{}, err
	}
	label := ""
	if len(q.Atoms) == 1 && len(ops) > 1 {
		label = "Set #" + strconv.Itoa(q.Atoms[0]) + " to " + elem.Symbol(q.Element) + ", hydrogens adjusted"
	}
	return step(d, label, ops)
}

func editBond(c *Core, _ *request, q struct {
	A          int   `json:"a"`
	B          int   `json:"b"`
	Order      uint8 `json:"order"`
	Rebalance  bool  `json:"rebalance"`
	IfRevision *int  `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	ops, err := d.Bond(q.A, q.B, q.Order, q.Rebalance)
	if err != nil {
		return response{}, err
	}
	return step(d, "", ops)
}

func editRemove(c *Core, r *request, q struct {
	Atoms      []int `json:"atoms"`
	Bonds      []int `json:"bonds"`
	Fill       bool  `json:"fill"`
	IfRevision *int  `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	if q.Atoms, err = atomsAsked(q.Atoms, r.bufs); err != nil {
		return response{}, err
	}
	if len(q.Bonds)%2 != 0 {
		return response{}, BadRequest("bonds: each bond has two atoms")
	}
	bonds := make([][2]int, len(q.Bonds)/2)
	for k := range bonds {
		bonds[k] = [2]int{q.Bonds[2*k], q.Bonds[2*k+1]}
	}
	ops, err := d.Remove(q.Atoms, bonds, q.Fill)
	if err != nil {
		return response{}, err
	}
	return step(d, "", ops)
}

func editMeasure(c *Core, _ *request, q struct {
	Atoms        []int    `json:"atoms"`
	Set          *float64 `json:"set"`
	MinimumImage bool     `json:"minimumImage"`
	IfRevision   *int     `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	answer := struct {
		Value  float64       `json:"value"`
		Unit   string        `json:"unit"`
		Change *changeAnswer `json:"change,omitempty"`
	}{Unit: "°"}
	if len(q.Atoms) == 2 {
		answer.Unit = "Å"
	}
	var r response
	if q.Set != nil {
		p, err := d.SetMeasure(q.Atoms, *q.Set, q.MinimumImage)
		if err == nil {
			r, err = step(d, p.Label, p.Ops)
		}
		if err != nil {
			return response{}, err
		}
		change := r.value.(changeAnswer)
		answer.Change = &change
	}
	if answer.Value, err = d.Measure(q.Atoms, q.MinimumImage); err != nil {
		return response{}, err
	}
	r.value = answer
	return r, nil
}

func editBondsByDistance(c *Core, _ *request, q struct {
	Scale      float64 `json:"scale"`
	Remove     bool    `json:"remove"`
	Preview    bool    `json:"preview"`
	IfRevision *int    `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	before := len(d.Structure().Bonds)
	if q.Remove {
		var ops []edit.Op
		if op := d.NoBonds(); op != nil {
			ops = append(ops, op)
		}
		r, err := step(d, "Remove all bonds", ops)
		if err == nil {
			r.value = bondsAnswer{r.value.(changeAnswer), before, []string{}}
		}
		return r, err
	}
	ops, made, gone, err := d.BondsByDistance(q.Scale)
	if err != nil {
		return response{}, err
	}
	var r response
	var head changeAnswer
	if q.Preview && len(ops) > 0 {
		if r, err = shown(d, ops); err == nil {
			head = r.value.(previewAnswer).changeAnswer
		}
	} else if r, err = step(d, "Bonds by distance", ops); err == nil { // without ops nothing is done
		head = r.value.(changeAnswer)
	}
	if err != nil {
		return response{}, err
	}
	notes := []string{}
	if gone > 0 {
		notes = append(notes, "Bonds that were longer or shorter than the rule: "+strconv.Itoa(gone)+" removed.")
	}
	if made > 0 {
		notes = append(notes, "The new bonds are single: distances do not tell orders.")
	}
	r.value = bondsAnswer{head, made, notes}
	return r, nil
}

func editCopy(c *Core, r *request, q struct {
	Atoms []int `json:"atoms"`
}) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	if q.Atoms, err = atomsAsked(q.Atoms, r.bufs); err != nil {
		return response{}, err
	}
	s, err := d.Copy(q.Atoms)
	if err != nil {
		return response{}, err
	}
	bufs := Bufs{}
	return response{value: map[string]any{"structure": putStructure(s, bufs)}, bufs: bufs}, nil
}

func editOriginal(c *Core, _ *request, q struct {
	On bool `json:"on"`
}) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	d.ShowOriginal(q.On)
	return changed(d, edit.Change{}, false), nil
}

// atomsAsked are the atoms of a request: those it lists, or else those of its arrays.
func atomsAsked(listed []int, bufs Bufs) ([]int, error) {
	if len(listed) > 0 {
		return listed, nil
	}
	return chosenAtoms(bufs)
}
