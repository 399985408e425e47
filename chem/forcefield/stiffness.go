package forcefield

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Stiffness approximates the second derivatives of a molecule's energy by springs
// along bonds, angles, planes and torsions, with force constants that are the same for
// all molecules (Lindh et al., Chem. Phys. Lett. 1995, 241, 423, in a simpler form).
// It is a minimize.Preconditioner: with it a minimizer needs a fifth of the steps or
// fewer, as it knows beforehand which motions are stiff.
type Stiffness struct {
	springs []spring
	matrix  *blockCholesky
	frozen  []bool    // per atom, nil if none is
	made    []float64 // positions the matrix was made for
}

// spring is an internal coordinate and its force constant in kcal/mol/Å² or
// kcal/mol/rad².
type spring struct {
	kind     kind
	k        float64
	atoms    [4]int32
	block    [10]int32 // of each pair of atoms, the lower triangle by rows; −1 is none
	reversed [10]bool  // the block is of the transposed pair
}

// plane stands for the height of the first atom above the plane of the other
// three. The other kinds are those of restraints.
const plane = torsion + 1

// Force constants, tuned for the number of steps to the minima of MMFF94.
const (
	stretchConstant = 700
	bendConstant    = 120
	planeConstant   = 60
	piConstant      = 30 // torsions of bonds between sp² atoms, shared by those of a bond
	turnConstant    = 5  // other torsions
	looseConstant   = 1  // everything else
)

// stiffnessReach is how far an atom may move before the springs are laid anew, Å.
const stiffnessReach = 0.3

// NewStiffness returns the stiffness of p, whose atoms are those of the model. fixed
// has an entry an atom, true for those that the minimizer holds; nil if it holds none.
func NewStiffness(p *perceive.Molecule, fixed []bool) *Stiffness {
	s := &Stiffness{}
	for i, f := range fixed {
		if f {
			if s.frozen == nil {
				s.frozen = make([]bool, len(p.Mol.Atoms))
			}
			s.frozen[i] = true
		}
	}
	s.lay(p)
	groups := make([][]int32, len(s.springs))
	for k := range s.springs {
		groups[k] = s.springs[k].members()
	}
	s.matrix = newBlockCholesky(len(p.Mol.Atoms), groups)
	for k := range s.springs {
		s.connect(&s.springs[k])
	}
	return s
}

// members are the atoms of a spring.
func (s *spring) members() []int32 { return s.atoms[:min(s.kind, torsion)] }

// lay makes the springs of a molecule.
func (s *Stiffness) lay(p *perceive.Molecule) {
	add := func(kind kind, k float64, atoms ...int) {
		sp := spring{kind: kind, k: k}
		for m, i := range atoms {
			sp.atoms[m] = int32(i)
		}
		s.springs = append(s.springs, sp)
	}
	hybrid, _ := p.Hybridization()
	adjacency := p.Mol.Neighbors()
	for _, b := range p.Mol.Bonds {
		add(distance, stretchConstant, b.A, b.B)
		s.layTorsions(b, &adjacency, hybrid, add)
	}
	for j := range p.Mol.Atoms {
		around := adjacency.Of(j)
		for m := range around {
			for _, other := range around[m+1:] {
				add(angle, bendConstant, around[m].Atom, j, other.Atom)
			}
		}
		if len(around) == 3 && hybrid[j] == perceive.SP2 {
			add(plane, planeConstant, j, around[0].Atom, around[1].Atom, around[2].Atom)
		}
	}
}

// layTorsions adds the torsions of a bond.
func (s *Stiffness) layTorsions(b mol.Bond, adjacency *mol.Adjacency, hybrid []perceive.Hybridization, add func(kind, float64, ...int)) {
	k := float64(turnConstant)
	if hybrid[b.A] == perceive.SP2 && hybrid[b.B] == perceive.SP2 {
		k = piConstant
	}
	// Metals with many ligands would couple them all.
	count := (adjacency.Degree(b.A) - 1) * (adjacency.Degree(b.B) - 1)
	if count > 25 {
		return
	}
	for _, first := range adjacency.Of(b.A) {
		for _, last := range adjacency.Of(b.B) {
			if first.Atom != b.B && last.Atom != b.A && first.Atom != last.Atom {
				add(torsion, k/float64(count), first.Atom, b.A, b.B, last.Atom)
			}
		}
	}
}

// connect finds the blocks a spring adds to.
func (s *Stiffness) connect(sp *spring) {
	at := 0
	for m, i := range sp.members() {
		for _, j := range sp.atoms[:m+1] {
			column, row := s.matrix.place[j], s.matrix.place[i]
			sp.block[at], sp.reversed[at] = -1, column > row
			if s.frozen == nil || !s.frozen[i] && !s.frozen[j] {
				sp.block[at] = s.matrix.find(min(column, row), max(column, row))
			}
			at++
		}
	}
}

// Update lays the springs for the positions x, unless it is not the start of a run
// and they are near those it did so for. It says whether it did.
func (s *Stiffness) Update(x []float64, iteration int) bool {
	if iteration > 0 && s.made != nil {
		far := false
		for i := 0; i < len(x) && !far; i += 3 {
			dx, dy, dz := x[i]-s.made[i], x[i+1]-s.made[i+1], x[i+2]-s.made[i+2]
			far = !(dx*dx+dy*dy+dz*dz <= stiffnessReach*stiffnessReach)
		}
		if !far {
			return false
		}
	}
	s.made = append(s.made[:0], x...)
	blocks := s.matrix.blocks
	clear(blocks)
	for k := range s.matrix.order {
		d := &blocks[s.matrix.start[k]]
		d[0], d[4], d[8] = looseConstant, looseConstant, looseConstant
	}
	var g [4]geom.Vec3
	for k := range s.springs {
		if sp := &s.springs[k]; sp.derivatives(x, &g) {
			s.matrix.add(sp, &g)
		}
	}
	if !s.matrix.factor() {
		s.matrix.identity()
	}
	return true
}

// add adds k·ggᵀ.
func (c *blockCholesky) add(sp *spring, g *[4]geom.Vec3) {
	at := 0
	for m := range sp.members() {
		u := g[m].Scale(sp.k)
		for n := range m + 1 {
			v := g[n]
			if b := sp.block[at]; b >= 0 {
				t := &c.blocks[b]
				a := u
				if sp.reversed[at] {
					a, v = g[n].Scale(sp.k), g[m]
				}
				t[0] += a.X * v.X
				t[1] += a.X * v.Y
				t[2] += a.X * v.Z
				t[3] += a.Y * v.X
				t[4] += a.Y * v.Y
				t[5] += a.Y * v.Z
				t[6] += a.Z * v.X
				t[7] += a.Z * v.Y
				t[8] += a.Z * v.Z
			}
			at++
		}
	}
}

// identity makes L the unit matrix, for positions that have no stiffness.
func (c *blockCholesky) identity() {
	clear(c.blocks)
	for k := range c.order {
		d := &c.blocks[c.start[k]]
		d[0], d[4], d[8] = 1, 1, 1
	}
}

// Forward overwrites v with L⁻¹v, the stiffness being LLᵀ.
func (s *Stiffness) Forward(v []float64) { s.matrix.forward(v) }

// Backward overwrites v with L⁻ᵀv.
func (s *Stiffness) Backward(v []float64) { s.matrix.backward(v) }

// derivatives sets g to the derivatives of the internal coordinate by its atoms. It
// returns false where there are none.
func (sp *spring) derivatives(x []float64, g *[4]geom.Vec3) bool {
	at := func(m int) geom.Vec3 { return geom.At(x, int(sp.atoms[m])) }
	switch sp.kind {
	case distance:
		u := at(0).Sub(at(1))
		r := u.Norm()
		if r < tiny {
			return false
		}
		g[0] = u.Scale(1 / r)
		g[1] = g[0].Neg()
	case angle:
		u, v := at(0).Sub(at(1)), at(2).Sub(at(1))
		ru, rv := u.Norm(), v.Norm()
		if ru < tiny || rv < tiny {
			return false
		}
		u, v = u.Scale(1/ru), v.Scale(1/rv)
		cos := u.Dot(v)
		sin := math.Sqrt(max(1-cos*cos, 0.01)) // softer where the three are in line
		g[0], g[2] = v.AddScaled(-cos, u).Scale(1/(ru*sin)), u.AddScaled(-cos, v).Scale(1/(rv*sin))
		g[1] = g[0].Add(g[2]).Neg()
	case plane:
		n := at(2).Sub(at(1)).Cross(at(3).Sub(at(1)))
		area := n.Norm()
		if area < tiny {
			return false
		}
		g[0] = n.Scale(1 / area)
		g[1] = g[0].Scale(-1. / 3)
		g[2], g[3] = g[1], g[1]
	default:
		f, axis, h := at(0).Sub(at(1)), at(1).Sub(at(2)), at(3).Sub(at(2))
		a, b := f.Cross(axis), h.Cross(axis)
		a2, b2, length := a.Norm2(), b.Norm2(), axis.Norm()
		if a2 < 0.1 || b2 < 0.1 || length < tiny {
			return false // nearly in line, where the torsion means nothing
		}
		fa, hb := f.Dot(axis)/(a2*length), h.Dot(axis)/(b2*length)
		g[0], g[3] = a.Scale(-length/a2), b.Scale(length/b2)
		g[1] = a.Scale(length/a2+fa).AddScaled(-hb, b)
		g[2] = b.Scale(hb-length/b2).AddScaled(-fa, a)
	}
	return true
}
