package depict

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/geom"
)

// maxCage is the largest ring system that is drawn in perspective as a whole.
const maxCage = 80

// embedSteps is about what embedding and viewing a cage of n atoms costs, over n².
const embedSteps = 600

// byGraph are the distances in space, in bond lengths, of atoms that are 0, 1, 2 and 3
// bonds apart in a cage; further ones grow by byGraphMore.
var byGraph = [...]float64{0, 1, 1.6, 2.2}

const byGraphMore = 0.75

// cages joins the rings that share two bonds or more into units, each a list of rings.
func (b *block) cages() [][]int {
	n := len(b.rings)
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	in := make([]bool, len(b.atoms))
	for i, r := range b.rings {
		if len(r) >= largeRing {
			continue
		}
		for _, a := range r {
			in[a] = true
		}
		for j := i + 1; j < n; j++ {
			shared, other := 0, b.rings[j]
			if len(other) >= largeRing {
				continue
			}
			for _, a := range other {
				if in[a] {
					shared++
				}
			}
			if shared > 2 {
				x, y := find(i), find(j)
				parent[max(x, y)] = min(x, y)
			}
		}
		for _, a := range r {
			in[a] = false
		}
	}
	var units [][]int
	number := make([]int, n)
	for i := range n {
		root := find(i)
		if root == i {
			number[i] = len(units)
			units = append(units, nil)
		}
		units[number[root]] = append(units[number[root]], i)
	}
	return units
}

// project embeds the atoms of a cage in space and sets their positions as seen from the
// direction that shows most of it.
func (b *block) project(atoms []int) {
	n := len(atoms)
	if n > maxCage {
		return
	}
	index := make([]int, len(b.atoms))
	for i := range index {
		index[i] = -1
	}
	for i, a := range atoms {
		index[a] = i
	}
	want := make([]float64, n*n)
	queue := make([]int, 0, n)
	steps := make([]int, n)
	for i := range atoms {
		for j := range steps {
			steps[j] = -1
		}
		steps[i] = 0
		queue = append(queue[:0], i)
		for head := 0; head < len(queue); head++ {
			for _, x := range b.next[atoms[queue[head]]] {
				if j := index[x]; j >= 0 && steps[j] < 0 {
					steps[j] = steps[queue[head]] + 1
					queue = append(queue, j)
				}
			}
		}
		for j, s := range steps {
			if s < len(byGraph) {
				want[i*n+j] = byGraph[max(s, 0)]
			} else {
				want[i*n+j] = byGraph[len(byGraph)-1] + byGraphMore*float64(s-len(byGraph)+1)
			}
		}
	}
	var bonds [][2]int
	for _, e := range b.bonds {
		if index[e[0]] >= 0 && index[e[1]] >= 0 {
			bonds = append(bonds, [2]int{index[e[0]], index[e[1]]})
		}
	}
	v := view{bonds: bonds, next: make([][]int, n), ghosts: make([]bool, n)}
	for i, a := range atoms {
		v.ghosts[i] = b.outer[a] > 0
		for _, x := range b.next[a] {
			if index[x] >= 0 {
				v.next[i] = append(v.next[i], index[x])
			} else {
				v.ghosts[i] = true
			}
		}
	}
	for i, p := range v.best(embed(want, n)) {
		b.pos[atoms[i]] = p
	}
}

// embed finds positions in space for the wanted distances by stress majorization from
// several fixed starts, and returns those of the smallest stress.
func embed(want []float64, n int) []geom.Vec3 {
	starts, rounds := 4, 80
	if n > 30 {
		starts, rounds = 2, 200
	}
	weight := make([]float64, n*n) // 1/d⁴: near atoms count most
	total := make([]float64, n)
	for i := range n {
		for j := range n {
			if d := want[i*n+j]; i != j {
				weight[i*n+j] = 1 / (d * d * d * d)
				total[i] += weight[i*n+j]
			}
		}
	}
	var best []geom.Vec3
	least := math.Inf(1)
	state := uint64(1)
	random := func() float64 { // Knuth's MMIX generator
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>40)/(1<<24) - 0.5
	}
	for range starts {
		x := make([]geom.Vec3, n)
		for i := range x {
			x[i] = geom.Vec3{X: 3 * random(), Y: 3 * random(), Z: 3 * random()}
		}
		stress, before := 0.0, math.Inf(1)
		for round := range rounds {
			stress = 0
			for i := range x { // each atom in turn to where its distances want it
				at, d, w := x[i], want[i*n:i*n+n], weight[i*n:i*n+n]
				var sum geom.Vec3
				for j := range x {
					if j == i {
						continue
					}
					o := &x[j]
					dx, dy, dz := at.X-o.X, at.Y-o.Y, at.Z-o.Z
					r := math.Sqrt(dx*dx + dy*dy + dz*dz)
					f := d[j] / max(r, 1e-6)
					sum.X += w[j] * (o.X + f*dx)
					sum.Y += w[j] * (o.Y + f*dy)
					sum.Z += w[j] * (o.Z + f*dz)
					stress += w[j] * (r - d[j]) * (r - d[j])
				}
				x[i] = sum.Scale(1 / total[i])
			}
			if round%8 == 7 { // settled
				if before-stress < 1e-3*stress {
					break
				}
				before = stress
			}
		}
		if stress < least-1e-6 {
			best, least = x, stress
		}
	}
	return best
}

// view is a cage of which views are compared.
type view struct {
	bonds  [][2]int
	next   [][]int
	ghosts []bool // per atom: it carries a substituent
}

// views is the number of directions that best tries.
const views = 120

// best projects the cage on the plane from many directions, evenly spread over a
// half sphere (Fibonacci's spiral), and returns the clearest picture, scaled so that
// its bonds are one long on average.
func (w *view) best(space []geom.Vec3) []Point {
	var center geom.Vec3
	for _, v := range space {
		center = center.Add(v)
	}
	center = center.Scale(1 / float64(len(space)))
	best := make([]Point, len(space))
	flat := make([]Point, len(space))
	least := math.Inf(1)
	for k := range views {
		z := (float64(k) + 0.5) / views
		ring := math.Sqrt(1 - z*z)
		along := 2.399963229728653 * float64(k) // the golden angle
		axis := geom.Vec3{X: ring * math.Cos(along), Y: ring * math.Sin(along), Z: z}
		x := axis.Cross(geom.Vec3{X: 0.36, Y: 0.48, Z: -0.8}).Unit()
		y := axis.Cross(x)
		length := 0.0
		for i, v := range space {
			d := v.Sub(center)
			flat[i] = Point{d.Dot(x), d.Dot(y)}
		}
		for _, e := range w.bonds {
			length += flat[e[0]].distance(flat[e[1]])
		}
		for i := range flat {
			flat[i] = flat[i].scale(float64(len(w.bonds)) / length)
		}
		if cost := w.cost(flat, least); cost < least-1e-6 {
			least = cost
			copy(best, flat)
		}
	}
	return slices.Clip(best)
}

// cost says what is wrong with a view; it gives up beyond the limit.
func (w *view) cost(flat []Point, limit float64) float64 {
	bonds := w.bonds
	cost := 0.0
	for _, e := range bonds {
		d := flat[e[0]].distance(flat[e[1]])
		cost += (d - 1) * (d - 1)
		if d < 0.6 {
			cost += 10 * (0.6 - d)
		}
	}
	for i := range flat {
		for j := i + 1; j < len(flat); j++ {
			if d := flat[i].distance2(flat[j]); d < 0.5 {
				cost += 8 * (0.5 - d) * (0.5 - d)
			}
		}
		if cost > limit {
			return cost
		}
	}
	for k, e := range bonds {
		p, q := flat[e[0]], flat[e[1]]
		for i := range flat {
			if i != e[0] && i != e[1] {
				if d := flat[i].toSegment(p, q, 0.35); d < 0.35 {
					cost += 6 * (0.35 - d)
				}
			}
		}
		for _, f := range bonds[k+1:] {
			if e[0] != f[0] && e[0] != f[1] && e[1] != f[0] && e[1] != f[1] && crosses(p, q, flat[f[0]], flat[f[1]]) {
				cost += 0.6
			}
		}
		if cost > limit {
			return cost
		}
	}
	for i, has := range w.ghosts {
		if n := w.next[i]; len(n) == 2 && flat[i].toward(flat[n[0]]).dot(flat[i].toward(flat[n[1]])) < -0.95 {
			cost += 1.5 // a stretched angle hides its atom
		}
		if has {
			cost += 0.6 * ghostCost(flat, bonds, ghost(flat, w.next[i], i), i)
		}
	}
	return cost
}
