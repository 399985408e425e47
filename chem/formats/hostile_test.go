package formats

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestHostileMegabyte: a megabyte of whatever a format may repeat takes memory in
// proportion, and ends in an answer or in one line that says why not.
func TestHostileMegabyte(t *testing.T) {
	const size, most = 1 << 20, 500 << 20
	many := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	numbered := func(pattern string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, pattern, i)
		}
		return b.String()
	}
	const (
		atomHead = "@<TRIPOS>MOLECULE\nx\n1 0\nSMALL\nNO_CHARGES\n@<TRIPOS>ATOM\n"
		cube     = "\n1\n1 0 0\n0 1 0\n0 0 1\n"
		box      = "t\n1 atoms\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n"
	)
	for _, c := range []struct{ name, text string }{
		{"x.xyz", many("1\n\nC 0 0 0\n")},
		{"x.xyz", "1\nProperties=" + many("a:R:1:")},
		{"x.gro", many("a\n0\n0 0 0\n")},
		{"x.gro", "a\n0\n" + many("\n")},
		{"x.mol2", "@<TRIPOS>MOLECULE\n" + many("a\\\n")},
		{"x.mol2", atomHead + numbered("%d C 0 0 0 C\n")},
		{"x.mol2", atomHead + "1 C 0 0 0 C\n@<TRIPOS>UNITY_ATOM_ATTR\n" + many("1 1e300\n")},
		{"x.mol2", atomHead + "1 C 0 0 0 C\n2 C 0 0 1 C\n@<TRIPOS>BOND\n" + many("1 1 2 1\n")},
		{"x.poscar", cube + many("C ")},
		{"x.poscar", cube + many("C\n")},
		{"x.poscar", cube + many("1 ")},
		{"x.data", box + many("Foo Coeffs\n")},
		{"x.data", box + numbered("A%d Coeffs\n")},
		{"x.data", box + "Atom Type Labels\n" + numbered("%d a\n")},
		{"x.data", box + "Masses\n" + many("1 1\n")},
		{"x.xsf", many("ATOMS\nC 0 0 0\n")},
		{"x.xsf", "ATOMS\n" + many("A 0 0 0\n")},
		{"x.xsf", many("PRIMVEC\n1 0 0\n0 1 0\n0 0 1\n")},
		{"x.cml", "<molecule>" + many("<atom id=''/>")},
		{"x.cml", "<molecule>" + many("<atom elementType='C'/>") + "</molecule>"},
		{"x.cml", "<molecule><atomArray elementType='" + many("C ") + "'/></molecule>"},
		{"x.cml", "<molecule><a " + many("a='' ")},
		{"x.cml", many("<molecule>")},
		{"x.cml", "<molecule><atom>" + many("<string builtin='atomRef'>a</string>") + "</atom></molecule>"},
		{"x.cml", "<molecule><atom>" + many("<string builtin='x'>a</string>") + "</atom></molecule>"},
		{"x.cml", "<molecule><bond>" + many("<string builtin='atomRef'>a</string>") + "</bond></molecule>"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(c.name, []byte(c.text))
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > most {
			t.Errorf("%s, %.60q…: took %d MB", c.name, c.text, taken>>20)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("%s, %.60q…: the message has more than one line: %q", c.name, c.text, err)
		}
	}
}
