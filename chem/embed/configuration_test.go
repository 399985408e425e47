package embed

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// misplaced reads the configuration back from positions and says what differs from s.
// The reader takes polyhedra of heavier elements and lone pairs at sulfur only, so those
// centers are shown to it as such.
func misplaced(p *perceive.Molecule, s *stereo.Set, x []float64) string {
	m := p.Mol.Clone()
	for i := range m.Atoms {
		m.Atoms[i].Pos = geom.At(x, i)
	}
	for _, c := range s.Centers {
		a := &m.Atoms[c.Atom]
		switch {
		case c.Class >= mol.SquarePlanar && a.Element < 15:
			a.Element = 26
		case c.Class == mol.Tetrahedral && len(c.Ligands) == 3:
			a.Element, a.Charge = 16, 1
		}
	}
	stereo.FromGeometry(m)
	for _, c := range s.Centers {
		if c.Class == mol.Allene {
			if v := triple(x, 3, c.Ligands[3], c.Ligands[0], c.Ligands[1], c.Ligands[2]); v > 0 != (c.Permutation == 1) {
				return fmt.Sprintf("allene at atom %d has the volume %.2f", c.Atom, v)
			}
			continue
		}
		found := false
		for _, d := range m.Centers {
			if d.Atom == c.Atom {
				found = true
				if problem := unlike(&c, &d); problem != "" {
					return problem
				}
			}
		}
		if !found {
			return fmt.Sprintf("atom %d is no center", c.Atom)
		}
	}
	for _, c := range s.Bonds {
		found := false
		for _, d := range m.CisTrans {
			if d.Bond == c.Bond {
				found = true
				if (d.Cis != c.Cis) != ((d.Ligands[0] != c.Ligands[0]) != (d.Ligands[1] != c.Ligands[1])) {
					return fmt.Sprintf("bond %d has its ligands on the wrong sides", c.Bond)
				}
			}
		}
		if !found {
			return fmt.Sprintf("bond %d has no configuration", c.Bond)
		}
	}
	return ""
}

// unlike compares two statements about a center.
func unlike(want, got *mol.Center) string {
	if want.Class != got.Class || len(want.Ligands) != len(got.Ligands) {
		return fmt.Sprintf("atom %d: got class %d of %v, want %d of %v", want.Atom, got.Class, got.Ligands, want.Class, want.Ligands)
	}
	if want.Class == mol.Tetrahedral {
		if mol.OddPermutation(want.Ligands, got.Ligands) == (want.Permutation == got.Permutation) {
			return fmt.Sprintf("atom %d is inverted", want.Atom)
		}
		return ""
	}
	order := make([]int, want.Class.Sites())
	for i := range order {
		order[i] = i
		for k, a := range got.Ligands {
			if i < len(want.Ligands) && want.Ligands[i] == a {
				order[i] = k
			}
		}
	}
	if p := mol.Renumber(got.Class, got.Permutation, order); p != want.Permutation {
		return fmt.Sprintf("atom %d: got permutation %d, want %d", want.Atom, p, want.Permutation)
	}
	return ""
}
