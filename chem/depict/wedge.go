package depict

import (
	"cmp"
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Wedge is a bond drawn to the front or to the back, or the hydrogen of an atom that is
// drawn for this purpose.
type Wedge struct {
	Bond int  // index into Mol.Bonds; −1: the implicit hydrogen of From
	From int  // the atom at the narrow end, whose configuration it states
	Up   bool // to the front: solid; else hashed
}

// Wedges chooses the wedges that state the tetrahedral and allenic centers of s in the
// drawing c, one for each center, sorted by From. Bonds to terminal atoms and bonds
// outside rings are taken first. Hydrogens allows wedges to implicit hydrogens, which
// are used where all bonds of a center are in rings; without it only bonds are used,
// as a mol file needs. Square centers need none, the layout shows them; bipyramids and
// octahedra are not shown.
func Wedges(p *perceive.Molecule, s *stereo.Set, c Coords, hydrogens bool) []Wedge {
	if s == nil || len(s.Centers) == 0 {
		return nil
	}
	w := &wedger{p: p, m: p.Mol, c: c, adjacency: p.Mol.Neighbors(), hydrogens: hydrogens}
	w.center = make([]bool, len(w.m.Atoms))
	w.beside = make([]bool, len(w.m.Atoms))
	for _, x := range s.Centers {
		w.center[x.Atom] = true
	}
	for _, x := range s.Bonds {
		w.beside[w.m.Bonds[x.Bond].A], w.beside[w.m.Bonds[x.Bond].B] = true, true
	}
	for i := range s.Centers {
		switch x := &s.Centers[i]; x.Class {
		case mol.Tetrahedral:
			w.tetrahedral(x)
		case mol.Allene:
			w.allene(x)
		}
	}
	w.assign()
	var list []Wedge
	for i, t := range w.tasks {
		if w.chosen[i] >= 0 {
			o := t[w.chosen[i]]
			list = append(list, Wedge{Bond: o.bond, From: o.from, Up: o.up})
		}
	}
	sorting.Stable(list, func(a, b Wedge) int { return a.From - b.From })
	return list
}

type wedger struct {
	p         *perceive.Molecule
	m         *mol.Mol
	c         Coords
	adjacency mol.Adjacency
	hydrogens bool
	center    []bool     // per atom: a stated center
	beside    []bool     // per atom: end of a stated double bond
	tasks     [][]option // per center: its options, the best first
	chosen    []int      // per task: index of its option
}

// option is one way to state a center.
type option struct {
	bond, from int
	up         bool
	price      float64
}

// tetrahedral lists the bonds at which a wedge states the center.
func (w *wedger) tetrahedral(x *mol.Center) {
	var options []option
	drawn := make([]int, 0, 4) // ligands that are atoms, in the order of Ligands
	for _, l := range x.Ligands {
		if l >= 0 {
			drawn = append(drawn, l)
		}
	}
	// four ligands of which one may be implicit, or three and a lone pair
	if n := len(x.Ligands); n < 3 || n > 4 || len(drawn) < n-1 || len(drawn) < 2 {
		w.tasks = append(w.tasks, nil)
		return
	}
	implicit := slices.Contains(x.Ligands, mol.ImplicitHydrogen)
	if len(drawn) >= 3 {
		for i, l := range drawn {
			k := w.bond(x.Atom, l)
			if k < 0 || w.m.Bonds[k].Order != mol.Single && w.m.Bonds[k].Order != mol.Dative {
				continue
			}
			up := w.front(x, drawn, i)
			options = append(options, option{k, x.Atom, up, w.price(x.Atom, l, k, drawn)})
		}
	}
	if implicit && (w.hydrogens || len(drawn) < 3) {
		rings := true
		for _, l := range drawn {
			k := w.bond(x.Atom, l)
			rings = rings && k >= 0 && w.p.Rings.BondInRing(k)
		}
		price := 18.0
		if rings {
			price = 2
		}
		options = append(options, option{-1, x.Atom, w.frontHydrogen(x, drawn), price})
	}
	sorting.Stable(options, byPrice)
	w.tasks = append(w.tasks, options)
}

func byPrice(a, b option) int {
	switch {
	case a.price < b.price:
		return -1
	case a.price > b.price:
		return 1
	}
	return 0
}

// counterclockwise says how three ligands follow each other around an atom as drawn.
func (w *wedger) counterclockwise(atom, a, b, c int) bool {
	o := w.c[atom]
	u, v, x := o.toward(w.c[a]), o.toward(w.c[b]), o.toward(w.c[c])
	return v.sub(u).cross(x.sub(u)) > 0
}

// front says whether the ligand drawn[i] has to lie in front.
func (w *wedger) front(x *mol.Center, drawn []int, i int) bool {
	if len(drawn) == 4 {
		order := make([]int, 0, 4)
		order = append(order, drawn[i])
		order = append(order, drawn[:i]...)
		order = append(order, drawn[i+1:]...)
		// seen from the ligand in front the others turn as drawn
		turns := w.counterclockwise(x.Atom, order[1], order[2], order[3])
		return turns == w.turns(x, order)
	}
	// The fourth ligand, a hydrogen or a lone pair, lies behind; seen from it the
	// others turn the other way than drawn.
	order := []int{mol.ImplicitHydrogen, drawn[0], drawn[1], drawn[2]}
	return w.counterclockwise(x.Atom, drawn[0], drawn[1], drawn[2]) != w.turns(x, order)
}

// frontHydrogen says whether the drawn implicit hydrogen has to lie in front.
func (w *wedger) frontHydrogen(x *mol.Center, drawn []int) bool {
	if len(drawn) == 3 {
		order := []int{mol.ImplicitHydrogen, drawn[0], drawn[1], drawn[2]}
		return w.counterclockwise(x.Atom, drawn[0], drawn[1], drawn[2]) == w.turns(x, order)
	}
	// Two atoms, the hydrogen and a lone pair, which lies behind when the hydrogen is
	// in front. It stands at the end of the ligands.
	o := w.c[x.Atom]
	u, v := o.toward(w.c[drawn[0]]), o.toward(w.c[drawn[1]])
	h := hydrogenAt(w.c, nil, &w.adjacency, x.Atom).sub(o).unit()
	const pair = -2
	odd := mol.OddPermutation(append(slices.Clone(x.Ligands), pair), []int{pair, drawn[0], drawn[1], mol.ImplicitHydrogen})
	seen := v.sub(u).cross(h.sub(u)) > 0
	return seen == ((x.Permutation == 1) != odd)
}

// turns says whether, seen from the first of order, the others turn counterclockwise.
// A missing fourth ligand is a lone pair and stands at the end of Ligands.
func (w *wedger) turns(x *mol.Center, order []int) bool {
	ligands := x.Ligands
	if len(ligands) == 3 {
		ligands = append(slices.Clone(ligands), mol.ImplicitHydrogen)
	}
	return (x.Permutation == 1) != mol.OddPermutation(ligands, order)
}

func (w *wedger) bond(a, b int) int { return bondBetween(&w.adjacency, a, b) }

// price ranks a bond from center a to ligand l: lower is better.
func (w *wedger) price(a, l, k int, drawn []int) float64 {
	price := 0.0
	switch {
	case w.m.Atoms[l].Element == 1:
		price -= 3
	case w.adjacency.Degree(l) == 1:
		price--
	default:
		price += 2
	}
	if w.p.Rings.BondInRing(k) {
		price += 10
	} else if w.p.Rings.InRing(l) {
		price++
	}
	if w.center[l] {
		price += 20
	}
	if w.beside[l] {
		price += 6
	}
	o := w.c[a]
	mine := o.toward(w.c[l])
	inner := 0 // neighbors clockwise and counterclockwise within a half turn
	for _, other := range drawn {
		if other == l {
			continue
		}
		u := o.toward(w.c[other])
		if mine.dot(u) > 0.94 { // 20°
			price += 40
		}
		if mine.cross(u) > 0 {
			inner |= 1
		} else {
			inner |= 2
		}
	}
	if len(drawn) == 3 && inner == 3 {
		// The middle one of three bonds on one side of the atom says the opposite to
		// some readers.
		var rest []Point
		for _, other := range drawn {
			if other != l {
				rest = append(rest, o.toward(w.c[other]))
			}
		}
		if sum := rest[0].add(rest[1]); sum.dot(mine) > -0.1 {
			price += 1000
		}
	}
	return price
}

// allene lists the bonds at the ends of cumulated double bonds.
func (w *wedger) allene(x *mol.Center) {
	var options []option
	ends, ok := w.ends(x.Atom)
	if ok && len(x.Ligands) == 4 {
		for side := range ends {
			near, far := ends[side], ends[1-side]
			for i, l := range x.Ligands {
				k := -1
				if l >= 0 {
					k = w.bond(near, l)
				}
				if k < 0 || w.m.Bonds[k].Order != mol.Single {
					continue
				}
				up := w.alleneSign(x, near, far, i) < 0 == (x.Permutation == 1)
				options = append(options, option{k, near, up, w.price(near, l, k, nil)})
			}
		}
	}
	sorting.Stable(options, byPrice)
	w.tasks = append(w.tasks, options)
}

// ends walks the cumulated double bonds from the center to both ends.
func (w *wedger) ends(center int) (ends [2]int, ok bool) {
	n := 0
	for _, next := range w.adjacency.Of(center) {
		if w.m.Bonds[next.Bond].Order != mol.Double || n == 2 {
			return ends, false
		}
		from, at := center, next.Atom
		for steps := 0; steps < len(w.m.Atoms); steps++ {
			onward := -1
			for _, x := range w.adjacency.Of(at) {
				if x.Atom != from && w.m.Bonds[x.Bond].Order == mol.Double {
					onward = x.Atom
				}
			}
			if onward < 0 {
				break
			}
			from, at = at, onward
		}
		ends[n] = at
		n++
	}
	return ends, n == 2
}

// alleneSign is the sign of the volume of the four ligands, in their order, with ligand
// i at the near end in front and those of the far end in the plane: negative when they
// turn counterclockwise seen from the first.
func (w *wedger) alleneSign(x *mol.Center, near, far, i int) float64 {
	axis := w.c[far].toward(w.c[near])
	var v [4][3]float64
	var side float64
	farFirst := -1
	for j, l := range x.Ligands {
		if l >= 0 && w.bond(far, l) >= 0 {
			farFirst = j
			side = 1
			if axis.cross(w.c[l].sub(w.c[far])) < 0 {
				side = -1
			}
			break
		}
	}
	if farFirst < 0 {
		return 0
	}
	// of the implicit ones, each end takes what it lacks
	second := -1
	for j, l := range x.Ligands {
		if j != farFirst && l >= 0 && w.bond(far, l) >= 0 {
			second = j
		}
	}
	if second < 0 { // the implicit hydrogen beside the known ligand of the far end
		second = farFirst ^ 1
	}
	for j := range v {
		switch {
		case j == farFirst:
			v[j] = [3]float64{-1, side, 0}
		case j == second:
			v[j] = [3]float64{-1, -side, 0}
		case j == i:
			v[j] = [3]float64{1, 0, 1}
		default:
			v[j] = [3]float64{1, 0, -1}
		}
	}
	return volume(v)
}

func volume(v [4][3]float64) float64 {
	var d [3][3]float64
	for i := range d {
		for k := range d[i] {
			d[i][k] = v[i+1][k] - v[0][k]
		}
	}
	return d[0][0]*(d[1][1]*d[2][2]-d[1][2]*d[2][1]) +
		d[0][1]*(d[1][2]*d[2][0]-d[1][0]*d[2][2]) +
		d[0][2]*(d[1][0]*d[2][1]-d[1][1]*d[2][0])
}

// assign gives every center an option so that no bond is used twice: the best that is
// free, and where none is, by moving others along a chain of second choices.
func (w *wedger) assign() {
	w.chosen = make([]int, len(w.tasks))
	owner := make([]int, len(w.m.Bonds))
	for k := range owner {
		owner[k] = -1
	}
	order := make([]int, len(w.tasks))
	for i := range order {
		order[i], w.chosen[i] = i, -1
	}
	// those who lose most without their first choice come first
	loss := func(i int) float64 {
		if len(w.tasks[i]) < 2 {
			return math.Inf(1)
		}
		return w.tasks[i][1].price - w.tasks[i][0].price
	}
	sorting.Stable(order, func(a, b int) int {
		switch x, y := loss(a), loss(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for _, i := range order {
		for j, o := range w.tasks[i] {
			if o.bond < 0 || owner[o.bond] < 0 {
				w.take(owner, i, j)
				break
			}
		}
		if w.chosen[i] < 0 {
			w.displace(owner, i)
		}
	}
}

func (w *wedger) take(owner []int, i, j int) {
	w.chosen[i] = j
	if k := w.tasks[i][j].bond; k >= 0 {
		owner[k] = i
	}
}

// displace finds a shortest chain of centers that change their bond so that center i
// gets one.
func (w *wedger) displace(owner []int, i int) {
	type step struct{ task, before, option int } // the option that before would take
	queue := []step{{i, -1, -1}}
	seen := make([]bool, len(w.tasks))
	seen[i] = true
	for head := 0; head < len(queue); head++ {
		at := queue[head].task
		for j, o := range w.tasks[at] {
			if o.bond >= 0 && owner[o.bond] >= 0 {
				if next := owner[o.bond]; !seen[next] {
					seen[next] = true
					queue = append(queue, step{next, head, j})
				}
				continue
			}
			for h, option := head, j; h >= 0; h = queue[h].before {
				w.take(owner, queue[h].task, option)
				option = queue[h].option
			}
			return
		}
	}
}

// hydrogenLength is the length of a bond to a hydrogen that is drawn for its wedge.
const hydrogenLength = 0.7

// hydrogenAt returns where the implicit hydrogen of an atom is drawn: in the gap between
// its bonds with the most room beside the atoms and the hydrogens drawn before. Those do
// not count where two bonds leave two gaps: what the wedge says depends on the gap.
func hydrogenAt(c Coords, before []hydrogen, adjacency *mol.Adjacency, a int) Point {
	o := c[a]
	var angles []float64
	for _, next := range adjacency.Of(a) {
		angles = append(angles, turnTo(c[next.Atom].sub(o).angle()))
	}
	sorting.By(angles, cmp.Compare[float64])
	best, room := o.add(Point{hydrogenLength, 0}), -1.0
	for i, from := range angles {
		to := angles[(i+1)%len(angles)]
		if i+1 == len(angles) {
			to += 2 * math.Pi
		}
		p := o.add(direction((from + to) / 2).scale(hydrogenLength))
		nearest := 2 * math.Sin(min(to-from, 2)/4) // the bonds beside it
		for x, q := range c {
			if x != a && math.Abs(q.X-p.X) < 2 && math.Abs(q.Y-p.Y) < 2 {
				nearest = min(nearest, p.distance(q))
			}
		}
		for _, h := range before {
			if len(angles) > 2 {
				nearest = min(nearest, p.distance(h.at))
			}
		}
		if nearest > room+1e-3 {
			best, room = p, nearest
		}
	}
	return best
}
