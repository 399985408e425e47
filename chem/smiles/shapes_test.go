package smiles

import (
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/rng"
)

// drawn is a graph under construction, to be written as a SMILES.
type drawn struct {
	atoms int
	bonds [][2]int
}

func (d *drawn) bond(a, b int) {
	d.bonds = append(d.bonds, [2]int{a, b})
	d.atoms = max(d.atoms, a+1, b+1)
}

// ring bonds n new atoms to a ring.
func (d *drawn) ring(n int) {
	from := d.atoms
	for i := range n {
		d.bond(from+i, from+(i+1)%n)
	}
}

// text writes the graph depth first, all atoms with one symbol.
func (d *drawn) text(symbol string) string {
	next := make([][]int, d.atoms)
	for _, b := range d.bonds {
		next[b[0]] = append(next[b[0]], b[1])
		next[b[1]] = append(next[b[1]], b[0])
	}
	// A first walk finds the tree: order of the atoms and their parents.
	order, parent, place := []int{}, make([]int, d.atoms), make([]int, d.atoms)
	type step struct{ atom, at int }
	for i := range place {
		place[i] = -1
	}
	children := make([][]int, d.atoms)
	for root := range d.atoms {
		if place[root] >= 0 {
			continue
		}
		parent[root] = -1
		place[root] = len(order)
		order = append(order, root)
		stack := []step{{root, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.at == len(next[top.atom]) {
				stack = stack[:len(stack)-1]
				continue
			}
			a, b := top.atom, next[top.atom][top.at]
			top.at++
			if place[b] < 0 {
				parent[b], place[b] = a, len(order)
				order = append(order, b)
				children[a] = append(children[a], b)
				stack = append(stack, step{b, 0})
			}
		}
	}
	var b strings.Builder
	number := map[[2]int]int{}
	var free []int
	used := 0
	digits := func(n int) {
		switch {
		case n < 10:
			fmt.Fprintf(&b, "%d", n)
		case n < 100:
			fmt.Fprintf(&b, "%%%d", n)
		default:
			fmt.Fprintf(&b, "%%(%d)", n)
		}
	}
	atom := func(a int) {
		b.WriteString(symbol)
		for _, c := range next[a] {
			if c == parent[a] || parent[c] == a {
				continue
			}
			pair := [2]int{min(a, c), max(a, c)}
			if n, ok := number[pair]; ok {
				digits(n)
				free = append(free, n)
				delete(number, pair)
				continue
			}
			if len(free) == 0 {
				used++
				free = append(free, used)
			}
			n := free[len(free)-1]
			free = free[:len(free)-1]
			number[pair] = n
			digits(n)
		}
	}
	for i, root := range order {
		if parent[root] >= 0 {
			continue
		}
		if i > 0 {
			b.WriteByte('.')
		}
		atom(root)
		stack := []step{{root, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			all := children[top.atom]
			if top.at > 0 && top.at < len(all) {
				b.WriteByte(')')
			}
			if top.at == len(all) {
				stack = stack[:len(stack)-1]
				continue
			}
			if top.at < len(all)-1 {
				b.WriteByte('(')
			}
			child := all[top.at]
			top.at++
			atom(child)
			stack = append(stack, step{child, 0})
		}
	}
	return b.String()
}

// lattice makes a brick wall of rows × columns atoms, which is a sheet of hexagons.
func lattice(rows, columns int, shift bool) *drawn {
	d := &drawn{}
	at := func(r, c int) int { return r*columns + c }
	for r := range rows {
		for c := range columns {
			if c+1 < columns {
				d.bond(at(r, c), at(r, c+1))
			}
			if r+1 < rows && (!shift || (r+c)%2 == 0) {
				d.bond(at(r, c), at(r+1, c))
			}
		}
	}
	return d
}

// squaresAndOctagons is a sheet of both, three bonds at each atom.
func squaresAndOctagons(rows, columns int) *drawn {
	d := &drawn{}
	at := func(r, c, i int) int { return 4*(r*columns+c) + i }
	for r := range rows {
		for c := range columns {
			for i := range 4 {
				d.bond(at(r, c, i), at(r, c, (i+1)%4))
			}
			if c > 0 {
				d.bond(at(r, c-1, 1), at(r, c, 3))
			}
			if r > 0 {
				d.bond(at(r-1, c, 2), at(r, c, 0))
			}
		}
	}
	return d
}

// pentagonsAndHeptagons is a strip of n pairs of both: two chains whose rungs stand two
// atoms apart on the one and one or three on the other.
func pentagonsAndHeptagons(n int) *drawn {
	d := &drawn{}
	for i := range 4 * n {
		d.bond(i, i+1)
		d.bond(4*n+1+i, 4*n+2+i)
	}
	for i := range n {
		d.bond(4*i, 4*n+1+4*i)
		d.bond(4*i+2, 4*n+1+4*i+1)
	}
	d.bond(4*n, 8*n+1)
	return d
}

// tube is a lattice that is closed along its rows.
func tube(rows, columns int) *drawn {
	d := lattice(rows, columns, true)
	for r := range rows {
		d.bond(r*columns, r*columns+columns-1)
	}
	return d
}

// bare takes away atoms with one bond, again and again.
func (d *drawn) bare() *drawn {
	degree, gone := make([]int, d.atoms), make([]bool, d.atoms)
	for _, b := range d.bonds {
		degree[b[0]]++
		degree[b[1]]++
	}
	for again := true; again; {
		again = false
		for _, b := range d.bonds {
			for i, a := range b {
				if degree[a] == 1 && !gone[a] && !gone[b[1-i]] {
					gone[a], again = true, true
					degree[b[1-i]]--
				}
			}
		}
	}
	out, index := &drawn{}, make([]int, d.atoms)
	for a, no := range gone {
		if !no {
			index[a] = out.atoms
			out.atoms++
		}
	}
	for _, b := range d.bonds {
		if !gone[b[0]] && !gone[b[1]] {
			out.bond(index[b[0]], index[b[1]])
		}
	}
	return out
}

// regular joins atoms at random, n bonds at each.
func regular(atoms, n int, seed uint64) *drawn {
	random := rng.New(seed)
	d := &drawn{atoms: atoms}
	seen := map[[2]int]bool{}
	free := []int{}
	for i := range atoms {
		for range n {
			free = append(free, i)
		}
	}
	for tries := 0; len(free) > 1 && tries < 100*atoms; tries++ {
		i, j := random.Intn(len(free)), random.Intn(len(free))
		a, b := free[i], free[j]
		pair := [2]int{min(a, b), max(a, b)}
		if a == b || seen[pair] {
			continue
		}
		seen[pair] = true
		d.bond(a, b)
		if i < j {
			i, j = j, i
		}
		free[i] = free[len(free)-1]
		free = free[:len(free)-1]
		free[j] = free[len(free)-1]
		free = free[:len(free)-1]
	}
	return d
}

// cube is a grid of n × n × n atoms.
func cube(n int) *drawn {
	d := &drawn{}
	for i := range n * n * n {
		if i%n > 0 {
			d.bond(i, i-1)
		}
		if i/n%n > 0 {
			d.bond(i, i-n)
		}
		if i/n/n > 0 {
			d.bond(i, i-n*n)
		}
	}
	return d
}

// hubs joins n atoms to each of some hubs.
func hubs(hubs, n int) *drawn {
	d := &drawn{}
	for i := range n {
		for h := range hubs {
			d.bond(h, hubs+i)
		}
	}
	return d
}

// complete joins every atom to every other one.
func complete(n int) *drawn {
	d := &drawn{}
	for i := range n {
		for j := range i {
			d.bond(i, j)
		}
	}
	return d
}

// belt is two rings of n atoms, joined at every step-th atom.
func belt(n, step int) *drawn {
	d := &drawn{}
	d.ring(n)
	d.ring(n)
	for i := 0; i < n; i += step {
		d.bond(i, n+i)
	}
	return d
}

// crossed is a ring of 2n atoms with all opposite ones joined.
func crossed(n int) *drawn {
	d := &drawn{}
	d.ring(2 * n)
	for i := range n {
		d.bond(i, n+i)
	}
	return d
}

// necklace is a ring of n squares that share corners, closed by a chain of more atoms.
func necklace(n, more int) *drawn {
	d := &drawn{}
	for i := range n {
		a := 3 * i
		d.bond(a, a+1)
		d.bond(a, a+2)
		d.bond(a+1, a+3)
		d.bond(a+2, a+3)
	}
	last := 3 * n
	for range more {
		d.bond(last, last+1)
		last++
	}
	d.bond(last, 0)
	return d
}

// paths joins two atoms by n chains of as many atoms.
func paths(n int) *drawn {
	d := &drawn{atoms: 2}
	for range n {
		at := 0
		for range n {
			d.bond(at, d.atoms)
			at = d.atoms - 1
		}
		d.bond(at, 1)
	}
	return d
}

// largest is the longest text that fits, of drawings that draw makes for a rising size.
func largest(symbol string, draw func(n int) *drawn) string {
	text := ""
	for n, step := 4, 2; ; n += step {
		next := draw(n).text(symbol)
		if len(next) > MaxBytes {
			if step == 2 {
				return text
			}
			n, step = n-step, step/2&^1
			continue
		}
		if text = next; 8*len(next) < 7*MaxBytes {
			step = max(2, min(n/4*2, 2*step))
		}
	}
}

// fill repeats unit as often as fits between head and tail in size bytes.
func fill(size int, head, unit, tail string) string {
	return head + strings.Repeat(unit, (size-len(head)-len(tail))/len(unit)) + tail
}

// nested repeats open and then shut equally often around the middle.
func nested(size int, open, middle, shut string) string {
	n := (size - len(middle)) / (len(open) + len(shut))
	return strings.Repeat(open, n) + middle + strings.Repeat(shut, n)
}
