package tools

import (
	"context"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/freevolume"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/contract"
)

// host is the open document as a tool sees it that adds molecules to its cell.
type host struct {
	document *contract.Structure
	cell     cell.Cell
}

// mostCrowded is the number of atoms in a cube of 1 Å that a document may have. Liquids
// and crystals have 0.1; hundreds are a mistake, such as the frames of a trajectory on
// top of each other, and would take the packer forever.
const mostCrowded = 64

// readHost refuses documents that nothing can be added to.
func readHost(document *contract.Structure) (*host, error) {
	if document.Cell == nil {
		return nil, failure(contract.NoCell, "The open structure has no cell; Structure › Set cell… gives it one (in a call: nine numbers as document.cell).")
	}
	c, err := cell.New(*document.Cell)
	if err != nil {
		return nil, failure(contract.InvalidArguments, "The cell of the open structure cannot be filled: %v (Structure › Set cell…).", err)
	}
	for i, x := range document.Positions {
		if !(math.Abs(x) <= cell.MaxLength) {
			return nil, failure(contract.InvalidArguments, "Atom %d of the open structure has a coordinate of %g Å, beyond the limit of %g Å: move it near the cell.", i/3+1, x, float64(cell.MaxLength))
		}
	}
	h := &host{document, c}
	if atom, n := h.crowd(); n > mostCrowded {
		return nil, failure(contract.InvalidArguments, "The open structure has %d atoms within 1 Å around atom %d, as when several frames lie on top of each other: delete the copies.", n, atom+1)
	}
	return h, nil
}

// crowd returns the largest number of atoms in a cube of 1 Å, and one of them; the
// number may be too small while it is below mostCrowded.
func (h *host) crowd() (atom, most int) {
	cubes := make([]uint32, len(h.document.Elements))
	// Counts of hashes, which are those of the cubes or more, mostly say enough.
	const hashes = 1 << 16
	var table [hashes]int32
	crowded := false
	for i := range cubes {
		p := h.cell.Wrap(geom.At(h.document.Positions, i))
		x, y, z := int64(math.Floor(p.X)), int64(math.Floor(p.Y)), int64(math.Floor(p.Z))
		cubes[i] = uint32(uint64(x*73856093^y*19349663^z*83492791) * 0x9e3779b97f4a7c15 >> 32)
		at := cubes[i] % hashes
		table[at]++
		crowded = crowded || table[at] > mostCrowded
	}
	if !crowded {
		return 0, 0
	}
	counts := make(map[uint32]int)
	for i, cube := range cubes {
		if table[cube%hashes] <= mostCrowded {
			continue
		}
		counts[cube]++
		if n := counts[cube]; n > most {
			atom, most = i, n
		}
	}
	return atom, most
}

// mass is that of the document in u.
func (h *host) mass() float64 {
	sum := 0.0
	for _, z := range h.document.Elements {
		sum += elem.Weight(z)
	}
	return sum
}

// charge is the sum of the formal charges in e, and whether the document states any.
func (h *host) charge() (sum int, stated bool) {
	for _, q := range h.document.FormalCharges {
		sum += int(q)
	}
	return sum, h.document.FormalCharges != nil
}

// sample measures the cell outside the van der Waals spheres of the document, whose
// radii are RDKit's. reach is the widest shell that will be asked for, 0 for none.
func (h *host) sample(ctx context.Context, reach float64) (*freevolume.Map, error) {
	radii := make([]float64, len(h.document.Elements))
	for i, z := range h.document.Elements {
		radii[i] = elem.VdwRadius(z)
	}
	return h.around(ctx, radii, reach)
}

// taken is the volume in Å³ of a part of the cell within half a tolerance of the
// document's atoms: what the packer cannot use.
func (h *host) taken(ctx context.Context, s *space, tolerance float64) (float64, error) {
	radii := make([]float64, len(h.document.Elements))
	for i := range radii {
		radii[i] = tolerance / 2
	}
	m, err := h.around(ctx, radii, s.place.reach())
	if err != nil {
		return 0, err
	}
	if s.outside == nil {
		return h.cell.Volume() - m.Free(), nil
	}
	r, _, err := h.region(ctx, m, s.place)
	if err != nil {
		return 0, err
	}
	return m.Volume(r) - m.FreeIn(r), nil
}

func (h *host) around(ctx context.Context, radii []float64, reach float64) (*freevolume.Map, error) {
	m, err := freevolume.New(ctx, h.cell, h.document.Positions, radii, freevolume.Options{Reach: reach})
	if err != nil && ctx.Err() == nil {
		return nil, failure(contract.BoxTooSmall, "%s.", upperFirst(err.Error()))
	}
	return m, err
}

// checkThin refuses a cell in which a molecule would meet its own images.
func (h *host) checkThin(tolerance float64) error {
	r := h.cell.Reduced()
	heights := r.Heights()
	if thin := min(heights[0], heights[1], heights[2]); thin < 2*tolerance {
		return failure(contract.BoxTooSmall, "The cell is %.1f Å thin between two opposite faces, less than twice the minimum distance of %g Å: set a larger cell (Structure › Set cell…).", thin, tolerance)
	}
	return nil
}

// number makes the residues of an addition follow those of the document. Its molecules
// count from 0: they are those of the addition.
func (h *host) number(s *contract.Structure) error {
	last := int32(0)
	for _, id := range h.document.ResidueIDs {
		last = max(last, id)
	}
	for i := range s.ResidueIDs {
		if s.ResidueIDs[i] > math.MaxInt32-last {
			return failure(contract.InvalidArguments, "The open structure has the residue number %d, which no others can follow: renumber its residues.", last)
		}
		s.ResidueIDs[i] += last
	}
	return nil
}

// nameResidues gives each component without a residue name of its own one that the
// document does not use for something else: what is called WATE there stays another
// thing than what is called so here, unless it has the same atoms.
func (h *host) nameResidues(list []copies) {
	used := make(map[string]*[elem.Max + 1]int)
	for i, name := range h.document.ResidueNames {
		if used[name] == nil {
			used[name] = new([elem.Max + 1]int)
		}
		used[name][h.document.Elements[i]]++
	}
	residues := residueNames(list)
	taken := make(map[string]bool, len(residues))
	for _, name := range residues {
		taken[name] = true
	}
	for i := range list {
		if list[i].residue != "" {
			continue
		}
		base, name := residues[i], residues[i]
		for n := 2; isOther(used[name], list[i].component) || name != base && taken[name]; n++ {
			tail := fmt.Sprint(n)
			name = base[:min(len(base), max(0, longestAtomName-len(tail)))] + tail
		}
		taken[name] = true
		list[i].residue = name
	}
}

// isOther reports whether counts of elements are not those of some copies of c.
func isOther(counts *[elem.Max + 1]int, c *component) bool {
	if counts == nil {
		return false
	}
	var own [elem.Max + 1]int
	for _, z := range c.atoms.Elements {
		own[z]++
	}
	z := c.atoms.Elements[0]
	n := counts[z] / own[z]
	for z := range counts {
		if counts[z] != n*own[z] {
			return true
		}
	}
	return n == 0
}
