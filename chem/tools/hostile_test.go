package tools

import (
	"fmt"
	"strings"
)

// nested writes depth branches inside each other.
func nested(depth int, open, inner, shut string) string {
	return strings.Repeat(open, depth) + inner + strings.Repeat(shut, depth)
}

// tree writes a dendrimer: each atom of a generation has branches ones of the next.
func tree(atom string, branches, generations int) string {
	if generations == 0 {
		return atom
	}
	next := tree(atom, branches, generations-1)
	return atom + strings.Repeat("("+next+")", branches-1) + next
}

// ringNumber writes n as a ring bond.
func ringNumber(n int) string {
	if n < 10 {
		return fmt.Sprint(n)
	}
	if n < 100 {
		return fmt.Sprintf("%%%d", n)
	}
	return fmt.Sprintf("%%(%d)", n)
}

// ladder writes two chains of n atoms with rungs: rings fused in a row. wrap closes
// both to rings, a prism.
func ladder(atom string, n int, wrap bool) string {
	var b strings.Builder
	for side := range 2 {
		for i := range n {
			b.WriteString(atom)
			if wrap && (i == 0 || i == n-1) {
				b.WriteString(ringNumber(2*n + side))
			}
			b.WriteString(ringNumber(1 + i))
		}
		if side == 0 {
			b.WriteString(".")
		}
	}
	return b.String()
}

// lattice writes a grid of nx by ny by nz atoms, all neighbors bonded; wrap makes a torus.
func lattice(atom string, nx, ny, nz int, wrap bool) string {
	at := func(x, y, z int) int { return (x*ny+y)*nz + z }
	n := nx * ny * nz
	opened := make([][]int, n)
	number := 0
	join := func(a, b int) {
		number++
		opened[a] = append(opened[a], number)
		opened[b] = append(opened[b], number)
	}
	for x := range nx {
		for y := range ny {
			for z := range nz {
				for _, s := range [...][4]int{{x + 1, y, z, nx}, {x, y + 1, z, ny}, {x, y, z + 1, nz}} {
					if s[0] < nx && s[1] < ny && s[2] < nz {
						join(at(x, y, z), at(s[0], s[1], s[2]))
					} else if wrap && s[3] > 2 {
						join(at(x, y, z), at(s[0]%nx, s[1]%ny, s[2]%nz))
					}
				}
			}
		}
	}
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(".")
		}
		b.WriteString(atom)
		for _, r := range opened[i] {
			b.WriteString(ringNumber(r))
		}
	}
	return b.String()
}

const fullerene = "c12c3c4c5c1c1c6c7c2c2c8c3c3c9c4c4c%10c5c5c1c1c6c6c%11c7c2c2c7c8c3c3c8c9c4c4c9c%10c5c5c1c1c6c6c%11c2c2c7c3c3c8c4c4c9c5c1c1c6c2c3c41"

// hostile are SMILES of up to 100,000 bytes that are hard for one algorithm or another.
func hostile() map[string]string {
	apart := func(n int, text string) string { return strings.TrimSuffix(strings.Repeat(text+".", n), ".") }
	return map[string]string{
		"chain":               strings.Repeat("C", 10_000),
		"halogen chain":       "C" + strings.Repeat("C(F)(Cl)", 3_333),
		"stereo chain":        "C" + strings.Repeat("[C@H](F)", 4_999) + "C",
		"stereo polymer":      "C" + strings.Repeat("[C@@H](C)OC(=O)", 1_999) + "C",
		"E and Z":             "C" + strings.Repeat("/C=C/C", 3_333),
		"polyene":             "C" + strings.Repeat("/C=C", 4_999),
		"open polyene":        strings.Repeat("C=C", 5_000),
		"polystyrene":         "C" + strings.Repeat("CC(c1ccccc1)", 1_249),
		"phenylenes":          "C" + strings.Repeat("c1ccc(cc1)", 1_666),
		"polyester":           "C" + strings.Repeat("C(=O)OC", 2_499),
		"peptide":             strings.Repeat("N[C@@H](C)C(=O)", 1_999) + "O",
		"nested branches":     nested(9_999, "C(", "C", ")"),
		"nested twice":        nested(4_999, "C(C)(", "C", ")"),
		"waters":              apart(10_000, "O"),
		"salts":               apart(5_000, "[Na+].[Cl-]"),
		"rings apart":         apart(3_333, "C1CC1"),
		"star":                "*" + strings.Repeat("(C)", 9_999),
		"wildcard star":       "[*]" + strings.Repeat("([*])", 9_999),
		"metal star":          "[U]" + strings.Repeat("(N)", 9_999),
		"metal star of rings": "[U]" + strings.Repeat("(C1CC1)", 3_333),
		"star of chains":      "*" + strings.Repeat("("+strings.Repeat("C", 99)+")", 100),
		"wildcards":           strings.Repeat("*", 10_000),
		"any bonds":           "C" + strings.Repeat("~C", 9_999),
		"datives":             "[Fe]" + strings.Repeat("<-N", 9_999),
		"spiro":               spiros(4_990),
		"acenes":              acene(2_000),
		"ladder":              ladder("C", 3_000, false),
		"prism":               ladder("C", 3_000, true),
		"small prism":         ladder("C", 50, true),
		"silicon lattice":     lattice("[Si]", 50, 50, 1, false),
		"torus":               lattice("[Si]", 40, 40, 1, true),
		"graphite of any":     lattice("*", 50, 50, 1, false),
		"cube":                lattice("*", 12, 12, 12, false),
		"cube torus":          lattice("*", 8, 8, 8, true),
		"C60":                 fullerene,
		"C60s":                apart(166, fullerene),
		"cubanes":             apart(1_250, "C12C3C4C1C5C4C3C25"),
		"cubane chain":        strings.Repeat("C12C3C4C1C5C4C3C25", 1_250),
		"adamantanes":         apart(1_000, "C1C2CC3CC1CC(C2)C3"),
		"dendrimer":           tree("C", 2, 12),
		"wide dendrimer":      tree("C", 3, 8),
		"amine dendrimer":     tree("N", 2, 12),
		"silane dendrimer":    tree("[Si]", 3, 7),
		"aryl dendrimer":      aryls(10),
		"complete":            complete("*", 60),
		"complete metal":      complete("[U]", 40),
		"bipartite":           bipartite("*", 40),
		"macrocycle":          "C1" + strings.Repeat("C", 9_998) + "C1",
		"aromatic macrocycle": "c1" + strings.Repeat("c", 9_996) + "c1",
		"porphyrins":          apart(400, "c1cc2cc3ccc(cc4ccc(cc5ccc(cc1n2)[nH]5)n4)[nH]3"),
		"isotopes":            strings.Repeat("[13CH2]", 10_000),
		"maps":                mapped(9_000),
		"hydrogens":           apart(5_000, "[H][H]"),
		"deuteriums":          "C" + strings.Repeat("C([2H])([2H])", 3_333),
		"charges":             "C" + strings.Repeat("[N+](C)(C)", 3_333),
		"zwitterions":         apart(400, "C[N+](C)(C)CC(=O)[O-]"),
		"sulfones":            "C" + strings.Repeat("S(=O)(=O)", 3_333),
		"azo":                 "C" + strings.Repeat("N=N", 4_999) + "C",
		"nitro":               "C" + strings.Repeat("C([N+](=O)[O-])", 2_499),
		"catechols":           apart(1_250, "c1cc(O)c(O)cc1"),
		"coupled rings":       apart(1_250, "C[C@H]1CC[C@@H](C)CC1"),
		"inositols":           apart(800, "O[C@H]1[C@H](O)[C@@H](O)[C@H](O)[C@H](O)[C@@H]1O"),
		"meso chain":          meso(2_499),
		"stereo dendrimer":    tree("[C@H]", 2, 9),
		"stereo prism":        ladder("[C@H]", 300, true),
		"large stereo prism":  ladder("[C@H]", 3_000, true),
		"stereo lattice":      lattice("[Si@]", 40, 40, 1, true),
		"stereo cubanes":      apart(500, "[C@@H]12[C@@H]3[C@H]4[C@@H]1[C@@H]5[C@H]4[C@@H]3[C@H]25"),
		"stereo ring":         "[C@H]1(F)" + strings.Repeat("[C@H](F)", 4_998) + "[C@H]1F",
		"E and Z ring":        "C1" + strings.Repeat("/C=C/C", 3_000) + "1",
		"branched E and Z":    "C" + strings.Repeat("C(/C=C/C)", 2_499),
	}
}

// notRead are texts that are no molecule, or too large a one.
func notRead() map[string]string {
	const room = 99_990
	return map[string]string{
		"long chain":       strings.Repeat("C", room),
		"brackets":         strings.Repeat("[CH2]", room/5),
		"stars":            "*" + strings.Repeat("(C)", room/3),
		"open marks":       strings.Repeat("C=", room/2),
		"open rings":       openRings(9_000),
		"parentheses":      strings.Repeat("(", room),
		"brackets only":    strings.Repeat("[", room),
		"no Kekulé":        "c1" + strings.Repeat("c", 9_997) + "c1",
		"no Kekulé, rings": strings.Repeat("c1ccc(cc1)", 1_000) + "c1cccc1",
		"valence":          strings.Repeat("C", 9_000) + "C(C)(C)(C)(C)C",
		"ring of rings":    strings.Repeat("C1CC1", room/5),
	}
}

// spiros is a chain of n three-membered rings that share atoms.
func spiros(n int) string {
	var b strings.Builder
	b.WriteString("C1")
	for i := range n {
		fmt.Fprintf(&b, "CC%d%d", 1+i%2, 2-i%2)
	}
	fmt.Fprintf(&b, "CC%d", 1+n%2)
	return b.String()
}

// acene is n benzene rings fused in a row.
func acene(n int) string {
	var open, shut string
	for k := n; k > 2; k-- {
		shut += "cc" + ringNumber(k)
	}
	for k := range n - 2 {
		open += "cc" + ringNumber(3+k)
	}
	return "c1ccc2" + open + "ccc" + shut + "cc2c1"
}

// aryls is a dendrimer of benzene rings.
func aryls(generations int) string {
	if generations == 0 {
		return "C"
	}
	inner := aryls(generations - 1)
	r := ringNumber(generations)
	return "c" + r + "cc(" + inner + ")cc(" + inner + ")c" + r
}

func complete(atom string, n int) string {
	var b strings.Builder
	number := func(i, j int) int { return i*n + j + 1 }
	for i := range n {
		if i > 0 {
			b.WriteString(".")
		}
		b.WriteString(atom)
		for j := range n {
			if j != i {
				b.WriteString(ringNumber(number(min(i, j), max(i, j))))
			}
		}
	}
	return b.String()
}

func bipartite(atom string, n int) string {
	var b strings.Builder
	for side := range 2 {
		for i := range n {
			if side+i > 0 {
				b.WriteString(".")
			}
			b.WriteString(atom)
			for j := range n {
				if side == 0 {
					b.WriteString(ringNumber(i*n + j + 1))
				} else {
					b.WriteString(ringNumber(j*n + i + 1))
				}
			}
		}
	}
	return b.String()
}

func openRings(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("C" + ringNumber(i+1))
	}
	return b.String()
}

func mapped(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[CH2:%d]", i+1)
	}
	return b.String()
}

// meso is a chain of centers that mirrors itself.
func meso(n int) string {
	return "C" + strings.Repeat("[C@H](O)", n) + strings.Repeat("[C@@H](O)", n) + "C"
}
