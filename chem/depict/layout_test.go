package depict

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func read(t testing.TB, text string) (*perceive.Molecule, *stereo.Set) {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p, stereo.Find(p)
}

func layout(t testing.TB, text string) (*perceive.Molecule, *stereo.Set, Coords) {
	t.Helper()
	p, s := read(t, text)
	c, err := Layout(p, s)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p, s, c
}

// drawnCis says on which sides of the double bond the ligands are drawn: cis, and
// whether that can be told.
func drawnCis(m *mol.Mol, c Coords, x mol.CisTrans) (cis, clear bool) {
	a, b := c[m.Bonds[x.Bond].A], c[m.Bonds[x.Bond].B]
	u := a.toward(b)
	first, second := u.cross(a.toward(c[x.Ligands[0]])), u.cross(b.toward(c[x.Ligands[1]]))
	return first*second > 0, math.Abs(first) > 0.1 && math.Abs(second) > 0.1
}

// drawnPermutation reads the configuration of a tetrahedral center from the picture as
// geometry in space: the wedge out of the plane, what is missing opposite to the rest.
func drawnPermutation(m *mol.Mol, c Coords, x mol.Center, w Wedge) uint8 {
	adjacency := m.Neighbors()
	ligands := x.Ligands
	if len(ligands) == 3 {
		ligands = append(append([]int(nil), ligands...), -2)
	}
	var v [4][3]float64
	var sum [3]float64
	hidden := -1
	z := -1.0
	if w.Up {
		z = 1
	}
	for i, l := range ligands {
		var at Point
		switch {
		case l >= 0:
			at = c[l]
		case l == mol.ImplicitHydrogen && w.Bond < 0:
			at = hydrogenAt(c, nil, &adjacency, x.Atom)
		default:
			hidden = i
			continue
		}
		u := c[x.Atom].toward(at)
		v[i] = [3]float64{u.X, u.Y, 0}
		if l >= 0 && w.Bond >= 0 && m.Bonds[w.Bond].Other(x.Atom) == l || l < 0 {
			v[i][2] = z
		}
		for k := range sum {
			sum[k] += v[i][k]
		}
	}
	if hidden >= 0 {
		v[hidden] = [3]float64{-sum[0], -sum[1], -sum[2]}
	}
	if volume(v) < 0 {
		return 1
	}
	return 2
}

// alleneWedge returns the wedge at one of the ends of an allene.
func alleneWedge(m *mol.Mol, of map[int]Wedge, x mol.Center) (Wedge, bool) {
	for _, w := range of {
		if w.Bond >= 0 && slices.Contains(x.Ligands, m.Bonds[w.Bond].Other(w.From)) {
			return w, true
		}
	}
	return Wedge{}, false
}

// drawnAllene reads an allene from the picture as geometry in space: the ligands of the
// end with the wedge before and behind the plane, those of the other end in it.
func drawnAllene(m *mol.Mol, c Coords, x mol.Center, w Wedge) uint8 {
	front := slices.Index(x.Ligands, m.Bonds[w.Bond].Other(w.From))
	mate := front ^ 1
	other := [2]int{front&^1 ^ 2, front&^1 ^ 3}
	center := c[x.Atom]
	var v [4][3]float64
	v[front][0], v[front][1], v[front][2] = c[w.From].X-center.X, c[w.From].Y-center.Y, 1
	if !w.Up {
		v[front][2] = -1
	}
	v[mate] = v[front]
	v[mate][2] *= -1
	known, hidden := other[0], other[1]
	if x.Ligands[known] < 0 {
		known, hidden = hidden, known
	}
	p := c[x.Ligands[known]].sub(center)
	q := p.mirror(Point{}, center.toward(c[w.From]))
	v[known], v[hidden] = [3]float64{p.X, p.Y, 0}, [3]float64{q.X, q.Y, 0}
	if volume(v) < 0 {
		return 1
	}
	return 2
}

// checkConfiguration reports centers and double bonds that the drawing does not state
// as s does; it returns how many it compared.
func checkConfiguration(t *testing.T, name string, p *perceive.Molecule, s *stereo.Set, c Coords) (centers, bonds int) {
	t.Helper()
	for _, x := range s.Bonds {
		if x.Ligands[0] < 0 || x.Ligands[1] < 0 {
			continue
		}
		bonds++
		if cis, clear := drawnCis(p.Mol, c, x); cis != x.Cis || !clear {
			t.Errorf("%s: bond %d drawn cis %v (clear %v), want %v", name, x.Bond, cis, clear, x.Cis)
		}
	}
	for _, hydrogens := range [2]bool{true, false} {
		of := map[int]Wedge{}
		taken := map[int]bool{}
		for _, w := range Wedges(p, s, c, hydrogens) {
			of[w.From] = w
			if w.Bond >= 0 && taken[w.Bond] {
				t.Errorf("%s: bond %d has two wedges", name, w.Bond)
			}
			taken[w.Bond] = true
		}
		for _, x := range s.Centers {
			if x.Class != mol.Tetrahedral && x.Class != mol.Allene {
				continue
			}
			centers++
			w, ok := of[x.Atom]
			if x.Class == mol.Allene {
				w, ok = alleneWedge(p.Mol, of, x)
			}
			if !ok {
				t.Errorf("%s: center %d has no wedge (hydrogens %v)", name, x.Atom, hydrogens)
				continue
			}
			got := drawnPermutation(p.Mol, c, x, w)
			if x.Class == mol.Allene {
				got = drawnAllene(p.Mol, c, x, w)
			}
			if got != x.Permutation {
				t.Errorf("%s: center %d is drawn as %d, want %d (hydrogens %v)", name, x.Atom, got, x.Permutation, hydrogens)
			}
		}
	}
	return centers, bonds
}

// checkReader puts the drawing, as a mol file would hold it, before the reader of
// drawings, and returns how many centers it compared: it reads tetrahedral ones.
func checkReader(t *testing.T, name string, p *perceive.Molecule, s *stereo.Set, c Coords) (centers int) {
	t.Helper()
	m := p.Mol.Clone()
	m.Centers, m.CisTrans = nil, nil
	for i := range m.Atoms {
		m.Atoms[i].Pos.X, m.Atoms[i].Pos.Y = c[i].X, c[i].Y
	}
	for k := range m.Bonds {
		m.Bonds[k].Stereo = mol.NoStereo
	}
	for _, w := range Wedges(p, s, c, false) {
		if w.Bond < 0 {
			return 0 // two atoms and a hydrogen: a mol file needs the hydrogen as an atom
		}
		b := &m.Bonds[w.Bond]
		if b.A != w.From {
			b.A, b.B = b.B, b.A
		}
		b.Stereo = mol.WedgeDown
		if w.Up {
			b.Stereo = mol.WedgeUp
		}
	}
	stereo.FromCoordinates(m)
	read := map[int]mol.Center{}
	for _, x := range m.Centers {
		read[x.Atom] = x
	}
	for _, x := range s.Centers {
		if x.Class != mol.Tetrahedral {
			continue
		}
		centers++
		got, ok := read[x.Atom]
		if !ok || len(got.Ligands) != len(x.Ligands) {
			t.Errorf("%s: the reader finds no center at atom %d: %v", name, x.Atom, got)
			continue
		}
		if same := mol.OddPermutation(x.Ligands, got.Ligands) == (x.Permutation != got.Permutation); !same {
			t.Errorf("%s: the reader finds %v, want %v", name, got, x)
		}
	}
	return centers
}

// flaws of one drawing.
type flaws struct {
	close, long, crossed bool
}

func judge(p *perceive.Molecule, c Coords) flaws {
	var f flaws
	m := p.Mol
	for i := range c {
		for j := range i {
			f.close = f.close || c[i].distance(c[j]) < 0.3
		}
	}
	for k, b := range m.Bonds {
		d := c[b.A].distance(c[b.B])
		most := 1.4
		if metallic(m.Atoms[b.A].Element) || metallic(m.Atoms[b.B].Element) {
			most = 2.5 // chelates around one metal need room
		}
		f.long = f.long || d < 0.6 || d > most
		for _, o := range m.Bonds[k+1:] {
			if b.A != o.A && b.A != o.B && b.B != o.A && b.B != o.B && crosses(c[b.A], c[b.B], c[o.A], c[o.B]) {
				f.crossed = true
			}
		}
	}
	return f
}

// TestOracle lays out every molecule of the reference data: every number finite, every
// configuration as stated, and nearly no overlaps.
func TestOracle(t *testing.T) {
	n, close, long, crossed, centers, bonds, readBack := 0, 0, 0, 0, 0, 0, 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		p, s, c := layout(t, row.Smi)
		n++
		for i, at := range c {
			if math.IsNaN(at.X+at.Y) || math.IsInf(at.X+at.Y, 0) {
				t.Fatalf("%s: atom %d is at %v", row.Smi, i, at)
			}
		}
		f := judge(p, c)
		if f.close {
			close++
			t.Logf("atoms on each other: %s", row.Smi)
		}
		if f.long {
			long++
		}
		if f.crossed {
			crossed++
		}
		x, y := checkConfiguration(t, row.Smi, p, s, c)
		centers += x
		bonds += y
		readBack += checkReader(t, row.Smi, p, s, c)
	})
	share := func(k int) float64 { return 100 * float64(n-k) / float64(n) }
	t.Logf("%d molecules: no atoms closer than 0.3 in %.2f %%, bonds 0.6 to 1.4 in %.2f %%, no crossed bonds in %.2f %%; %d centers, %d double bonds read back",
		n, share(close), share(long), share(crossed), centers, bonds)
	if share(close) < 99.5 || share(long) < 98.5 || share(crossed) < 96 {
		t.Error("too many flaws")
	}
	if centers < 1000 || bonds < 100 || readBack < 500 {
		t.Error("too few configurations")
	}
}

// TestChelates: the ligands of a metal are apart, and the metal is amid them.
func TestChelates(t *testing.T) {
	for _, text := range []string{
		"C1C[NH2]->[Co+3]23(<-[NH2]1)(<-[NH2]CC[NH2]->2)<-[NH2]CC[NH2]->3",
		"c1cccc2[n]1->[Ru+2]13(<-[n]4ccccc4-c4cccc[n]->14)(<-[n]1ccccc1-2)<-[n]1ccccc1-c1cccc[n]->31",
		"CC1=CC(C)=O->[Cu]2(O1)OC(C)=CC(C)=O->2",
		"O=C1O[Pt]2(OC1=O)<-[NH2][C@@H]1CCCC[C@H]1[NH2]->2",
		"Cl[Pt]1(Cl)<-[NH2]CC[NH2]->1",
	} {
		p, _, c := layout(t, text)
		for i := range c {
			for j := range i {
				if d := c[i].distance(c[j]); d < 0.75 {
					t.Errorf("%s: atoms %d and %d are %.2f apart", text, j, i, d)
				}
			}
		}
		if f := judge(p, c); f.crossed || f.long {
			t.Errorf("%s: got %+v", text, f)
		}
	}
}

// TestSquares: ligands that lie across from each other at a square center do so in the
// drawing.
func TestSquares(t *testing.T) {
	for _, text := range []string{
		"[NH3]->[Pt@SP1](Cl)(Cl)<-[NH3]",
		"[NH3]->[Pt@SP2](Cl)(Cl)<-[NH3]",
		"[NH3]->[Pt@SP3](Cl)(Cl)<-[NH3]",
		"CCC[Pt@SP1](Cl)(Br)I",
		"CCC[Pt@SP2](Cl)(Br)I",
		"CCC[Pt@SP3](Cl)(Br)I",
		"F[Pt@SP1](CCCC)(c1ccccc1)I",
		"F[Pt@SP2](CCCC)(c1ccccc1)I",
		"F[Pt@SP3](CCCC)(c1ccccc1)I",
		"[Pt@SP1](F)(Cl)(Br)I",
		"[Pt@SP3](F)(Cl)(Br)I",
		"C1C[NH2]->[Pt@SP1](Br)(I)<-[NH]1C",
		"C1C[NH2]->[Pt@SP2](Br)(I)<-[NH]1C",
		"O=C1C[NH2]->[Cu@SP2]2(O1)<-[NH2]CC(=O)O2",
		"O=C1C[NH2]->[Cu@SP3]2(O1)<-[NH2]CC(=O)O2",
	} {
		p, s, c := layout(t, text)
		var l plan
		l.adjacency = p.Mol.Neighbors()
		l.findSquares(s.Centers)
		if len(l.squares) != 1 {
			t.Errorf("%s: got %d square centers", text, len(l.squares))
		}
		for a, q := range l.squares {
			if x, y := angle(c[q[0]], c[a], c[q[1]]), angle(c[q[2]], c[a], c[q[3]]); min(x, y) < 165 {
				t.Errorf("%s: got angles of %.0f° and %.0f°, want 180°", text, x, y)
			}
		}
	}
}

// angle returns the angle a–b–c in degrees.
func angle(a, b, c Point) float64 {
	return math.Acos(max(-1, min(1, b.toward(a).dot(b.toward(c))))) * 180 / math.Pi
}

func TestShapes(t *testing.T) {
	tests := []struct {
		smiles string
		atoms  [3]int
		want   float64 // degrees
	}{
		{"CCCC", [3]int{0, 1, 2}, 120},
		{"C1CC1", [3]int{0, 1, 2}, 60},
		{"C1CCC1", [3]int{0, 1, 2}, 90},
		{"C1CCCC1", [3]int{0, 1, 2}, 108},
		{"c1ccccc1", [3]int{0, 1, 2}, 120},
		{"c1ccc2ccccc2c1", [3]int{2, 3, 8}, 120},
		{"c1cc2ccc3cccc4ccc(c1)c2c34", [3]int{2, 14, 15}, 120}, // pyrene
		{"CC#N", [3]int{0, 1, 2}, 180},
		{"C=C=C", [3]int{0, 1, 2}, 180},
		{"FC(F)(F)F", [3]int{0, 1, 2}, 90},
		{"FS(F)(F)(F)(F)F", [3]int{0, 1, 2}, 60},
		{"CC1CCCCC1", [3]int{0, 1, 2}, 120},
		{"C1CCC2(CC1)CCCC2", [3]int{2, 3, 4}, 120}, // spiro
		{"CCS(=O)(=O)CC", [3]int{1, 2, 5}, 120},
	}
	for _, c := range tests {
		_, _, at := layout(t, c.smiles)
		if got := angle(at[c.atoms[0]], at[c.atoms[1]], at[c.atoms[2]]); math.Abs(got-c.want) > 0.1 {
			t.Errorf("%s: angle at atom %d: got %.2f°, want %g°", c.smiles, c.atoms[1], got, c.want)
		}
		if got := at[c.atoms[0]].distance(at[c.atoms[1]]); math.Abs(got-1) > 1e-3 {
			t.Errorf("%s: bond length: got %g, want 1", c.smiles, got)
		}
	}
}

// TestFlat: long molecules lie, ring systems stand upright.
func TestFlat(t *testing.T) {
	for _, text := range []string{"CCCCCCCCCC", "c1ccc2cc3ccccc3cc2c1", "CC(C)Cc1ccc(cc1)C(C)C(=O)O", "OCC=CC=CC=CC=CCO"} {
		_, _, c := layout(t, text)
		low, high := c[0], c[0]
		for _, p := range c {
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
		if high.X-low.X < 1.5*(high.Y-low.Y) {
			t.Errorf("%s: %.1f wide and %.1f high, want it to lie", text, high.X-low.X, high.Y-low.Y)
		}
	}
	p, _, c := layout(t, "c1ccc2cc3ccccc3cc2c1")
	vertical := 0
	for _, b := range p.Mol.Bonds {
		if math.Abs(c[b.A].X-c[b.B].X) < 0.01 {
			vertical++
		}
	}
	if vertical != 4 {
		t.Errorf("anthracene: %d bonds stand upright, want 4", vertical)
	}
}

// TestComponents: the parts of a salt do not overlap and keep their order.
func TestComponents(t *testing.T) {
	_, _, c := layout(t, "[Na+].CC(=O)[O-].O")
	for i := 1; i < len(c); i++ {
		if c[i].X < c[0].X+1 || c[5].X < c[i].X {
			t.Errorf("atom %d at %v; want the parts from left to right: %v", i, c[i], c)
		}
	}
}

// TestLarge: large and unfriendly molecules end in time and with finite numbers.
func TestLarge(t *testing.T) {
	repeat := strings.Repeat
	tests := []struct{ name, smiles string }{
		{"chain", repeat("C", 10000)},
		{"branched", repeat("C(C)(C)", 3000) + "C"},
		{"polystyrene", repeat("CC(c1ccccc1)", 1200) + "C"},
		{"large ring", "C1" + repeat("C", 9998) + "C1"},
		{"rings of 500", repeat("C1"+repeat("C", 498)+"C1", 20)},
		{"spiro chain", "C1CC1" + repeat("C1(CC1)", 1000)},
		{"salts", repeat("[Na+].[Cl-].", 3000) + "O"},
		{"polyphenylene", repeat("c1ccc(cc1)-", 1000) + "C"},
		{"peptide", repeat("N[C@@H](Cc1ccccc1)C(=O)", 500) + "O"},
		{"cages", repeat("C12CC3CC(CC(C3)C1)C2", 400)},
	}
	for _, c := range tests {
		p, s := read(t, c.smiles)
		at, err := Layout(p, s)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for i := range at {
			if math.IsNaN(at[i].X + at[i].Y) {
				t.Errorf("%s: atom %d is nowhere", c.name, i)
				break
			}
		}
	}
	p, s := read(t, repeat("C", MaxLayoutAtoms+1))
	if _, err := Layout(p, s); err == nil || err.Error() != "the molecule has 20001 atoms; at most 20000 are laid out" {
		t.Errorf("too large: got %v", err)
	}
}

// TestConfigurations: kinds of centers that are rare in the reference data.
func TestConfigurations(t *testing.T) {
	tests := []struct {
		name, smiles   string
		centers, bonds int // stated
	}{
		{"allene", "C[C@H](O)C=[C@]=CC", 2, 0},
		{"allene, four ligands", "CC(F)=[C@@]=C(C)Cl", 1, 0},
		{"sulfoxide", "C[S@](=O)CC", 1, 0},
		{"phosphine oxide", "C[P@](=O)(CC)c1ccccc1", 1, 0},
		{"explicit hydrogen", "[2H][C@](F)(Cl)Br", 1, 0},
		{"neighboring centers", "C[C@H](F)[C@@H](F)[C@H](F)[C@@H](F)C", 4, 0},
		{"all neighbors are centers", "O[C@H]1[C@H](O)[C@@H](O)[C@H](O)[C@@H](O)[C@@H]1O", 6, 0},
		{"cage", "C[C@]12CC[C@H](C1(C)C)CC2=O", 2, 0},
		{"ring fusion", "C1CC[C@@H]2CCCC[C@H]2C1", 2, 0},
		{"cis", "C/C=C\\C", 0, 1},
		{"trans", "C/C=C/C", 0, 1},
		{"oxime", "C/C(=N\\O)CC", 0, 1},
		{"polyene", "C/C=C/C=C\\C=C/C=C/C", 0, 4},
		{"ring double bond", "C1CCC/C=C/CCCC1", 0, 1},
		{"trans-cyclooctene", "C1CCC/C=C/CC1", 0, 1},
		{"beside a ring", "C/C=C1/CCC[C@@H](C)C1", 1, 1},
		{"between rings", "C1CC[C@@H](C)C/C1=C1/CCC[C@H](C)C1", 2, 1},
		{"cumulated, odd", "C/C=C=C=C/C", 0, 0},
	}
	for _, c := range tests {
		p, s, at := layout(t, c.smiles)
		centers, bonds := 0, len(s.Bonds)
		for _, x := range s.Centers {
			if x.Class == mol.Tetrahedral || x.Class == mol.Allene {
				centers++
			}
		}
		if centers != c.centers || bonds != c.bonds {
			t.Errorf("%s: got %d centers and %d bonds, want %d and %d", c.name, centers, bonds, c.centers, c.bonds)
		}
		checkConfiguration(t, c.name, p, s, at)
		checkReader(t, c.name, p, s, at)
		if n := len(Wedges(p, s, at, true)); n != c.centers {
			t.Errorf("%s: got %d wedges, want %d", c.name, n, c.centers)
		}
	}
}
