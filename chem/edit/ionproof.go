package edit

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/structure"
)

// ionResidues are the names of the residues of two ions: the symbol of the element in
// upper case, with a number behind it where the document has another residue of this
// name.
func ionResidues(s *structure.Structure, cation, anion Ion) [2]string {
	bonded := make([]bool, s.Len())
	for _, b := range s.Bonds {
		bonded[b[0]], bonded[b[1]] = true, true
	}
	name := func(ion Ion, taken string) string {
		base := strings.ToUpper(elem.Symbol(ion.Element))
		foreign := map[string]bool{taken: true}
		for i, residue := range s.ResidueNames {
			if strings.HasPrefix(residue, base) && (s.Elements[i] != ion.Element || bonded[i]) {
				foreign[residue] = true
			}
		}
		name := base
		for n := 2; foreign[name]; n++ {
			name = base + strconv.Itoa(n)
		}
		return name
	}
	first := name(cation, "")
	return [2]string{first, name(anion, first)}
}

// contactReaches are how far the closest atom is searched, Å: nearly always it is within
// the first.
var contactReaches = [...]float64{3.5, 12}

// sameAtom is the squared distance in Å² up to which an image of an ion is the ion
// itself: two roundings apart, and never a lattice vector.
const sameAtom = 1e-6

// closestIon returns the smallest distance in Å between an ion at the place of a water
// that is taken and any atom that stays or another ion, images included; +Inf when none
// is within the last reach.
func closestIon(ctx context.Context, s *structure.Structure, periodic *cell.Cell, list []water, mark, taken []int32) (float64, error) {
	swapped := make([]bool, len(list))
	for _, k := range taken {
		swapped[k] = true
	}
	atoms := make([]float64, 0, len(s.Positions))
	at := make([]int, len(list)) // of the oxygens of those that are taken, in atoms
	for i, m := range mark {
		if m >= 0 && swapped[m] {
			if list[m].oxygen != int32(i) {
				continue
			}
			at[m] = len(atoms) / 3
		}
		atoms = append(atoms, s.Positions[3*i:3*i+3]...)
	}
	for _, reach := range contactReaches {
		near, err := grid.New(periodic, atoms, reach)
		if err != nil {
			return 0, invalid("distances cannot be measured here: %v", err)
		}
		closest := math.Inf(1)
		for n, k := range taken {
			if n%stride == 0 && ctx.Err() != nil {
				return 0, ctx.Err()
			}
			near.Near(geom.At(s.Positions, int(list[k].oxygen)), func(i int, _ geom.Vec3, d2 float64) bool {
				if i != at[k] || d2 > sameAtom {
					closest = min(closest, d2)
				}
				return true
			})
		}
		if !math.IsInf(closest, 1) {
			return math.Sqrt(closest), nil
		}
	}
	return math.Inf(1), nil
}
