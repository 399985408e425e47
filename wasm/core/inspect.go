//go:build document || !part

package core

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// inspectAnswer is the answer of edit.inspect.
type inspectAnswer struct {
	Formula string     `json:"formula"`
	Mass    float64    `json:"mass"`
	Charge  int        `json:"charge"`
	Center  [3]float64 `json:"center"`

	AtomName     *string  `json:"atomName,omitempty"`
	ResidueName  *string  `json:"residueName,omitempty"`
	ResidueID    *int32   `json:"residueId,omitempty"`
	ChainID      *string  `json:"chainId,omitempty"`
	FormalCharge *int32   `json:"formalCharge,omitempty"`
	Mixed        []string `json:"mixed"`
}

// editInspect sums the atoms of bufs.atoms and says which labels they share.
func editInspect(c *Core, r *request, _ empty) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	atoms, err := chosenAtoms(r.bufs)
	if err != nil {
		return response{}, err
	}
	s := d.Structure()
	part := structure.Structure{Elements: make([]uint8, len(atoms))}
	var center geom.Vec3
	for k, i := range atoms {
		if i >= s.Len() {
			return response{}, BadRequest(fmt.Sprintf("atom %d is not in the document, which has %d atoms", i, s.Len()))
		}
		part.Elements[k] = s.Elements[i]
		center = center.Add(geom.At(s.Positions, i))
	}
	a := inspectAnswer{Formula: part.Formula(), Mass: part.Mass(), Mixed: []string{}}
	if len(atoms) > 0 {
		center = center.Scale(1 / float64(len(atoms)))
		a.Center = [3]float64{center.X, center.Y, center.Z}
	}
	a.AtomName = shared(s.AtomNames, atoms, "atomName", &a.Mixed)
	a.ResidueName = shared(s.ResidueNames, atoms, "residueName", &a.Mixed)
	a.ResidueID = shared(s.ResidueIDs, atoms, "residueId", &a.Mixed)
	a.ChainID = shared(s.ChainIDs, atoms, "chainId", &a.Mixed)
	a.FormalCharge = shared(s.FormalCharges, atoms, "formalCharge", &a.Mixed)
	if s.FormalCharges != nil {
		for _, i := range atoms {
			a.Charge += int(s.FormalCharges[i])
		}
	}
	return response{value: a}, nil
}

// shared returns the value that all atoms have in a channel: nil when there is none, or
// when they differ, which mixed then says.
func shared[T comparable](channel []T, atoms []int, name string, mixed *[]string) *T {
	if channel == nil || len(atoms) == 0 {
		return nil
	}
	first := channel[atoms[0]]
	for _, i := range atoms[1:] {
		if channel[i] != first {
			*mixed = append(*mixed, name)
			return nil
		}
	}
	return &first
}
