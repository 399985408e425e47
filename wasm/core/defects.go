//go:build crystals || !part

package core

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// defectsRequest is DefectsRequest of the protocol.
type defectsRequest struct {
	Structure structureHead `json:"structure"`
	Kind      string        `json:"kind"`
	Element   string        `json:"element"` // of the sites, or the guest; "": the sites that are given, or any
	Sites     []int32       `json:"sites"`
	Parts     []struct {
		Element  string  `json:"element"`
		Fraction float64 `json:"fraction"`
	} `json:"parts"`
	Shells int     `json:"shells"`
	Count  int     `json:"count"`
	Apart  float64 `json:"apart"`
	Seed   uint64  `json:"seed"`
}

// plannedOp is an EditOp of the protocol that a plan consists of.
type plannedOp struct {
	Op        string    `json:"op"`
	Atoms     []int32   `json:"atoms,omitempty"`
	Elements  []int     `json:"elements,omitempty"`
	Positions []float64 `json:"positions,omitempty"`
}

type shellInfo struct {
	Distance  float64 `json:"distance"`
	Neighbors float64 `json:"neighbors"`
	Order     float64 `json:"order"`
	Limit     float64 `json:"limit"`
}

// defectsPlan is DefectsPlan of the protocol: what is to be done to the document, as the
// atoms that change alone.
type defectsPlan struct {
	Ops    []plannedOp `json:"ops"`
	Counts []int       `json:"counts"`
	Shells []shellInfo `json:"shells"`
	Void   float64     `json:"void"`
}

func crystalDefects(_ *Core, r *request, q defectsRequest) (response, error) {
	s, err := givenStructure(q.Structure, r)
	if err != nil {
		return response{}, err
	}
	var z uint8
	if q.Element != "" {
		if z, err = element(q.Element, "/element"); err != nil {
			return response{}, err
		}
	}
	if len(q.Sites) > 0 && q.Kind != "alloy" {
		return response{}, wrongField("/sites", "sites are those of an alloy: leave them out")
	}
	plan := defectsPlan{Ops: []plannedOp{}, Counts: []int{}, Shells: []shellInfo{}}
	switch q.Kind {
	case "alloy":
		err = plan.alloy(r, s, z, &q)
	case "vacancies":
		err = plan.vacancies(r, s, z, &q)
	case "interstitials":
		err = plan.interstitials(r, s, z, &q)
	default:
		err = wrongField("/kind", "the change is "+quote(q.Kind)+": give alloy, vacancies or interstitials")
	}
	if err != nil {
		return response{}, err
	}
	return response{value: plan}, nil
}

func (p *defectsPlan) alloy(r *request, s *structure.Structure, z uint8, q *defectsRequest) error {
	o := crystal.Alloy{Replace: z, Sites: q.Sites, Shells: q.Shells, Seed: q.Seed}
	for i, part := range q.Parts {
		e, err := element(part.Element, "/parts/"+strconv.Itoa(i)+"/element")
		if err != nil {
			return err
		}
		o.Parts = append(o.Parts, crystal.Part{Element: e, Fraction: part.Fraction})
	}
	m, err := o.Build(r.ctx, s)
	if err != nil {
		return crystalRefused(err, "")
	}
	p.Counts = m.Counts
	for _, h := range m.Shells {
		p.Shells = append(p.Shells, shellInfo(h))
	}
	op := plannedOp{Op: "set_element"}
	for i, e := range m.Structure.Elements {
		if e != s.Elements[i] {
			op.Atoms = append(op.Atoms, int32(i))
			op.Elements = append(op.Elements, int(e))
		}
	}
	if len(op.Atoms) > 0 {
		p.Ops = append(p.Ops, op)
	}
	return nil
}

func (p *defectsPlan) vacancies(r *request, s *structure.Structure, z uint8, q *defectsRequest) error {
	o := crystal.Vacancies{Element: z, Count: q.Count, Apart: q.Apart, Seed: q.Seed}
	b, err := o.Build(r.ctx, s)
	if err != nil {
		return crystalRefused(err, "/count")
	}
	op := plannedOp{Op: "delete_atoms"}
	next := 0
	for i := range int32(s.Len()) {
		if next < len(b.Origin) && b.Origin[next] == i {
			next++
			continue
		}
		op.Atoms = append(op.Atoms, i)
	}
	p.Ops = append(p.Ops, op)
	p.Counts = append(p.Counts, len(op.Atoms))
	return nil
}

func (p *defectsPlan) interstitials(r *request, s *structure.Structure, z uint8, q *defectsRequest) error {
	if z == 0 {
		return wrongField("/element", "the element of the atoms to add is missing")
	}
	voids, err := crystal.LargestVoids(r.ctx, s, q.Count)
	if err != nil {
		return crystalRefused(err, "/count")
	}
	op := plannedOp{Op: "add_atom"}
	var places []geom.Vec3
	for _, v := range voids {
		places = append(places, v.Position)
		op.Elements = append(op.Elements, int(z))
		op.Positions = append(op.Positions, v.Position.X, v.Position.Y, v.Position.Z)
		p.Void = v.Radius // from the largest down
	}
	if _, err := crystal.Insert(s, z, places); err != nil {
		return crystalRefused(err, "/count")
	}
	p.Ops = append(p.Ops, op)
	p.Counts = append(p.Counts, len(voids))
	return nil
}
