package mcs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
)

// symbols are the SMARTS of bond orders.
var symbols = map[mol.Order]string{
	mol.Single: "-", mol.Double: "=", mol.Triple: "#", mol.Quadruple: "$", mol.Aromatic: ":", mol.Any: "~",
}

// smarts writes the part as a query that every molecule matches. Atoms are numbers of
// elements, those of all molecules; ring membership is asked where it was compared.
func (c *common) smarts(w *walk) string {
	var b strings.Builder
	numbers := map[int]int{} // of open rings, by bond
	used := []bool{true}
	type step struct {
		atom int // -1: text alone
		text string
	}
	stack := []step{{atom: 0}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		b.WriteString(s.text)
		if s.atom < 0 {
			continue
		}
		if k := w.parent[s.atom]; k >= 0 {
			b.WriteString(c.bondText(k, s.atom))
		}
		b.WriteString(c.atomText(s.atom))
		var closed []int
		for _, k := range w.closures[s.atom] {
			if n, open := numbers[k]; open {
				b.WriteString(c.bondText(k, s.atom))
				ringNumber(&b, n)
				closed = append(closed, n)
				delete(numbers, k)
				continue
			}
			n := slices.Index(used, false)
			if n < 0 {
				n = len(used)
				used = append(used, false)
			}
			used[n] = true
			numbers[k] = n
			ringNumber(&b, n)
		}
		for _, n := range closed {
			used[n] = false
		}
		children := w.children[s.atom]
		for i := len(children) - 1; i >= 0; i-- {
			if i == len(children)-1 {
				stack = append(stack, step{atom: children[i]})
				continue
			}
			stack = append(stack, step{atom: -1, text: ")"}, step{atom: children[i], text: "("})
		}
	}
	return b.String()
}

func ringNumber(b *strings.Builder, n int) {
	switch {
	case n > 99:
		b.WriteString("%(" + strconv.Itoa(n) + ")")
	case n > 9:
		b.WriteString("%" + strconv.Itoa(n))
	default:
		b.WriteString(strconv.Itoa(n))
	}
}

// atomText is the query of atom i of the part.
func (c *common) atomText(i int) string {
	var elements []int
	for m := range c.mols {
		z := int(c.mols[m].Mol.Atoms[c.atoms[m][i]].Element)
		if !slices.Contains(elements, z) {
			elements = append(elements, z)
		}
	}
	own := int(c.mols[c.query].Mol.Atoms[c.atoms[c.query][i]].Element)
	slices.Sort(elements)
	elements = slices.DeleteFunc(elements, func(z int) bool { return z == own })
	text := "[#" + strconv.Itoa(own)
	for _, z := range elements {
		text += ",#" + strconv.Itoa(z)
	}
	if c.rings.atoms {
		and := "&"
		if len(elements) > 0 {
			and = ";"
		}
		if !c.mols[c.query].Rings.InRing(c.atoms[c.query][i]) {
			and += "!"
		}
		text += and + "R"
	}
	return text + "]"
}

// bondText is the query of bond k of the part, written from its other end to atom i.
func (c *common) bondText(k, i int) string {
	orders := c.orders(k)
	slices.Sort(orders[1:])
	text := ""
	for n, o := range orders {
		if n > 0 {
			text += ","
		}
		symbol := symbols[o]
		if o == mol.Dative {
			symbol = "->"
			if c.mols[c.query].Mol.Bonds[c.bonds[k]].A == c.atoms[c.query][i] {
				symbol = "<-"
			}
		}
		text += symbol
	}
	if c.rings.bonds {
		and := "&"
		if len(orders) > 1 {
			and = ";"
		}
		if !c.mols[c.query].Rings.BondInRing(c.bonds[k]) {
			and += "!"
		}
		text += and + "@"
	}
	return text
}
