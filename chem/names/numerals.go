package names

import (
	"strings"
	"sync"
)

// maxChain is the longest chain that is read.
const maxChain = 100

// numerals holds the numerical terms of nomenclature (IUPAC 2013, P-14.2, P-31.1.1.2).
type numerals struct {
	stems     words // chain stems without ending ("meth", "icos"): number of atoms
	simple    words // multipliers of simple groups ("di")
	composite words // multipliers of complex groups ("bis")
}

var terms = sync.OnceValue(func() *numerals {
	units := [...]string{"", "hen", "do", "tri", "tetra", "penta", "hexa", "hepta", "octa", "nona"}
	tens := [...]string{"", "dec", "cos", "triacont", "tetracont", "pentacont", "hexacont", "heptacont", "octacont", "nonacont"}
	n := &numerals{}
	for i, s := range []string{"meth", "eth", "prop", "but", "pent", "hex", "hept", "oct", "non", "dec", "undec"} {
		n.stems.add(s, i+1)
	}
	// 20 and 21 have a vowel more; the older spellings have an e as well.
	for _, s := range []string{"icos", "eicos"} {
		n.stems.add(s, 20)
	}
	for _, s := range []string{"henicos", "heneicos"} {
		n.stems.add(s, 21)
	}
	n.stems.add("hendec", 11)
	for v := 12; v < 100; v++ {
		if v != 20 && v != 21 {
			n.stems.add(units[v%10]+tens[v/10], v)
		}
	}
	n.stems.add("hect", 100)
	n.simple.add("mono", 1)
	for i, s := range []string{"di", "tri", "tetra", "penta", "hexa", "hepta", "octa", "nona", "deca", "undeca"} {
		n.simple.add(s, i+2)
	}
	for i, s := range []string{"tetr", "pent", "hex"} { // before a vowel
		n.simple.add(s, i+4)
	}
	for v := 12; v <= 50; v++ {
		if v != 20 && v != 21 {
			n.simple.add(units[v%10]+tens[v/10]+"a", v)
		}
	}
	n.simple.add("icosa", 20)
	n.simple.add("henicosa", 21)
	n.composite.add("bis", 2)
	n.composite.add("tris", 3)
	for _, list := range n.simple.first {
		for _, o := range list {
			if o.value > 3 && strings.HasSuffix(o.text, "a") {
				n.composite.add(o.text+"kis", o.value)
			}
		}
	}
	return n
})

// words finds which of its entries a text begins with.
type words struct {
	first [256][]word
}

type word struct {
	text  string
	value int
}

func (w *words) add(text string, value int) {
	for _, o := range w.first[text[0]] {
		if o.text == text {
			return
		}
	}
	w.first[text[0]] = append(w.first[text[0]], word{text, value})
}

// each calls f for every entry that stands at the start of text.
func (w *words) each(text string, f func(length, value int)) {
	if text == "" {
		return
	}
	for _, o := range w.first[text[0]] {
		if len(o.text) <= len(text) && text[:len(o.text)] == o.text {
			f(len(o.text), o.value)
		}
	}
}
