//go:build crystals || !part

package core

import (
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// symmetryAnswer is FoundSymmetry of the protocol.
type symmetryAnswer struct {
	Group             groupInfo  `json:"group"`
	Hall              string     `json:"hall"`
	Point             string     `json:"point"`
	System            string     `json:"system"`
	Tolerance         float64    `json:"tolerance"`
	Operations        int        `json:"operations"`
	Sites             int        `json:"sites"`
	Given             *groupInfo `json:"given"`
	Atoms             int        `json:"atoms"`
	PrimitiveAtoms    int        `json:"primitiveAtoms"`
	ConventionalAtoms int        `json:"conventionalAtoms"`
}

func crystalSymmetry(_ *Core, r *request, q struct {
	Structure structureHead `json:"structure"`
	Tolerance float64       `json:"tolerance"`
}) (response, error) {
	s, err := givenStructure(q.Structure, r)
	if err != nil {
		return response{}, err
	}
	y, err := crystal.FindSymmetry(r.ctx, s, q.Tolerance)
	if err != nil {
		return response{}, crystalRefused(err, "")
	}
	answer := symmetryAnswer{
		Group: groupOf(&y.Setting), Hall: y.Setting.Hall, Point: y.Point, System: symm.System(y.Setting.Number), Tolerance: y.Tolerance,
		Operations: y.Order(), Atoms: s.Len(), PrimitiveAtoms: y.PrimitiveAtoms, ConventionalAtoms: y.ConventionalAtoms,
	}
	for i, first := range y.Equivalent {
		if int(first) == i {
			answer.Sites++
		}
	}
	if y.Given != nil {
		given := groupOf(y.Given)
		answer.Given = &given
	}
	return response{value: answer}, nil
}

func crystalReduce(_ *Core, r *request, q struct {
	Structure structureHead `json:"structure"`
	To        string        `json:"to"`
	Tolerance float64       `json:"tolerance"`
}) (response, error) {
	s, err := givenStructure(q.Structure, r)
	if err != nil {
		return response{}, err
	}
	if q.To == "niggli" {
		b, err := crystal.Niggli(s)
		if err != nil {
			return response{}, crystalRefused(err, "")
		}
		return built("Niggli cell", b.Structure, nil), nil
	}
	y, err := crystal.FindSymmetry(r.ctx, s, q.Tolerance)
	if err != nil {
		return response{}, crystalRefused(err, "")
	}
	var b *crystal.Built
	var name string
	switch q.To {
	case "primitive":
		name = "Primitive cell"
		b, err = y.Primitive()
	case "conventional":
		name = "Conventional cell"
		b, err = y.Conventional()
	case "standardized", "standardizedPrimitive":
		name = "Standardized cell"
		if q.To == "standardizedPrimitive" {
			name = "Standardized primitive cell"
		}
		b, err = y.Standardized(q.To == "standardizedPrimitive")
	default:
		return response{}, BadRequest("there is no reduction " + quote(q.To))
	}
	if err != nil {
		return response{}, crystalRefused(err, "")
	}
	return built(name+" ("+y.Setting.Name+")", b.Structure, reductionNotes(s, b), fact{Label: "Space group", Value: y.Setting.Name + " (" + strconv.Itoa(y.Setting.Number) + ")"}), nil
}

// crystalCIF writes a crystal as its asymmetric unit with the operations of its group.
func crystalCIF(_ *Core, r *request, q struct {
	Structure structureHead `json:"structure"`
	Name      string        `json:"name"`
	Tolerance float64       `json:"tolerance"`
}) (response, error) {
	s, err := givenStructure(q.Structure, r)
	if err != nil {
		return response{}, err
	}
	data, report, y, err := crystal.WriteCIF(r.ctx, s, q.Name, q.Tolerance)
	if err != nil {
		return response{}, crystalRefused(err, "")
	}
	return response{value: map[string]any{
		"fileName": q.Name + ".cif", "mime": "chemical/x-cif", "group": groupOf(&y.Setting),
		"report": exportReport{Format: report.Format, Losses: listed(report.Losses), Changes: listed(report.Changes)},
	}, bufs: Bufs{"data": data}}, nil
}

// reductionNotes says what of the structure is not as it was.
func reductionNotes(s *structure.Structure, b *crystal.Built) []string {
	var notes []string
	farthest := 0.0
	c, err := cell.NewEitherHand(*b.Structure.Cell)
	if err != nil {
		return nil // it was made of one that has a volume
	}
	for i, origin := range b.Origin {
		at := geom.At(s.Positions, int(origin))
		for k, n := range b.Image[i] {
			at = at.AddScaled(float64(n), geom.Vec3{X: s.Cell[3*k], Y: s.Cell[3*k+1], Z: s.Cell[3*k+2]})
		}
		at = b.Turn.MulVec(at.Add(b.Shift))
		// Atoms are wrapped into the new cell: what counts is how far they are from an image.
		farthest = max(farthest, math.Sqrt(c.MinImage(at.Sub(geom.At(b.Structure.Positions, i))).Norm2()))
	}
	if farthest > 5e-5 {
		notes = append(notes, "Atoms were moved to where symmetry asks for them, by up to "+strconv.FormatFloat(farthest, 'g', 2, 64)+" Å.")
	}
	// Bonds in proportion to the atoms, but for those of an atom to its own image.
	if was, is := len(s.Bonds)*b.Structure.Len(), len(b.Structure.Bonds)*s.Len(); is < was {
		notes = append(notes, "Bonds from an atom to its own image, which have no place in a structure, are dropped.")
	}
	return notes
}
