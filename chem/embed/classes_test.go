package embed

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

// embedded makes positions and fails the test when there are none, or they are not
// sound.
func embedded(t *testing.T, smi string, seed uint64) []float64 {
	t.Helper()
	p, s := molecule(t, smi)
	x, err := embed(context.Background(), p, s, seed)
	if err != nil {
		t.Errorf("%s: %v", smi, err)
		return nil
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%s: coordinate %d is %g", smi, i, v)
			return nil
		}
	}
	for i := range p.Mol.Atoms {
		for j := range i {
			if d := distance(x, i, j); d < 0.7 {
				t.Errorf("%s: atoms %d and %d are %.2f Å apart", smi, j, i, d)
				return nil
			}
		}
	}
	if problem := misplaced(p, s, x); problem != "" {
		t.Errorf("%s: %s", smi, problem)
	}
	return x
}

// TestClasses embeds kinds of molecules that go wrong easily.
func TestClasses(t *testing.T) {
	classes := map[string]string{
		"small":        "[Na+] [H][H] O [OH-] [CH2] [CH3] N#N [C-]#[O+] O=C=O",
		"unsaturated":  "C=C C#C C=C=C C=C=C=C CC#CC C=C=C=C=C C1=CC=CC=CC=C1",
		"small rings":  "C1CC1 C1CCC1 C1=CC1 C1#CCCCCCC1 N1=NC1 O1OO1 C1CC1=C1CC1 C1CC2(C1)CC2",
		"cages":        "C12C3C4C1C5C2C3C45 C1C2CC3CC1CC(C2)C3 C12C3C1C23 C1C2C1C2 C1CC2CC1C2 C1C(C2)C12 C123CC1(C2)C3 C1CC2CCC1CC2 C1=CC2CCC1C2 C1CC2CC3CC1CC(C2)C3 CC1C2C3C4C=C1C2N34",
		"fused":        "c1ccc2ccccc2c1 c1cc2ccc3cccc4ccc(c1)c2c34 c1cc2cccc3c2c(c1)C=C3 c1cc2ccc1CCc1ccc(cc1)CC2",
		"fullerene":    "c12c3c4c5c1c1c6c7c2c2c8c3c3c9c4c4c%10c5c5c1c1c6c6c%11c7c2c2c7c8c3c3c8c9c4c4c9c%10c5c5c1c1c6c6c%11c2c2c7c3c3c8c4c4c9c5c1c1c6c2c3c41",
		"hypervalent":  "FS(F)(F)(F)(F)F FP(F)(F)(F)F FS(F)(F)F F[Xe]F F[Xe](F)(F)F FI(F)(F)(F)F O=[Xe](=O)=O I[I-]I F[P-](F)(F)(F)(F)F OCl(=O)(=O)=O OP(=O)(O)O CS(=O)(=O)C",
		"metals":       "C[Hg]C [Fe]([C-]#[O+])([C-]#[O+])([C-]#[O+])([C-]#[O+])[C-]#[O+] [Li]C C[Mg]Br [Ti](Cl)(Cl)(Cl)Cl [U](F)(F)(F)(F)(F)F [Pt]1(Cl)(Cl)NCCN1 C1CN2CCN1[Co]234(Cl)(Cl)NCCN3CC4 [Zn]123N4C5=CC6=N1C(=CC7=CC=C(N27)C=C8C=CC(=N38)C=C4C=C5)C=C6",
		"metallocenes": "[CH-]12[CH]3=[CH]4[CH]5=[CH]1[Fe+2]23456789[CH-]1[CH]6=[CH]7[CH]8=[CH]91 C(#C[Ti]12345678(C#Cc9ccccc9)(C9=C1C2C3=C94)C1=C5C6C7=C18)c1ccccc1",
		"boron":        "F[B-](F)(F)F B1OB(O)OB(O)O1",
		"tetrahedral":  "C[C@@H](C(=O)O)N C[S@](=O)CC C[P@](CC)c1ccccc1 C[As@](CC)c1ccccc1 C[C@H]1O[C@@H]1C C1C[C@H]2CC[C@@H]1C2",
		"allenes":      "OC=[C@]=CF CC=[C@@]=C(F)Cl",
		"polyhedra":    "Cl[Pt@SP1](Cl)([NH3])[NH3] Cl[Pt@SP2](Cl)([NH3])[NH3] F[P@TB1](Cl)(Br)(I)C F[P@TB7](Cl)(Br)(C)N F[As@TB15](Cl)(Br)(N)S Cl[Co@OH1](F)(Br)(I)(C)N Cl[Co@OH19](F)(Br)(I)(C)N [Mg@OH27](Cl)(Cl)([OH]CC)([OH]CC)(O1CCCC1)O1CCCC1",
		"double bonds": "F/C=C/F F/C=C\\F C1CCCCCC/C=C/1 C1CCCCCC/C=C\\1 C/C=C/C=C\\C C(=N/N=C/c1ccc(Cl)cc1)/c1ccc(Cl)cc1 C/C(F)=C(/Cl)Br",
		"large rings":  "C1CCCCCCCCCCC1 C1CCCCCCCCCCCCCCCCCCCCCCCCCCCCC1 CC(C)CC1C(=O)N2CCCC2C(=O)NC(C)C(=O)NC(Cc2ccccc2)C(=O)NC(CO)C(=O)N1 N1CC(=O)NCC(=O)NCC(=O)NCC(=O)NCC(=O)N[C@@H](C)C1(=O) CC1=CCCC2(C)OC2C(=O)C2=C(C)C(=O)OC2([O-])C1",
		"crowded":      "CC(C)(C)C(C(C)(C)C)C(C)(C)C C[N+](C)(C)C C[Si](C)(C)[Si](C)(C)C",
	}
	names := make([]string, 0, len(classes))
	for name := range classes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			for _, smi := range strings.Fields(classes[name]) {
				embedded(t, smi, 1)
			}
		})
	}
}

// TestLarge embeds chains, a peptide and a dendrimer near the limit of atoms.
func TestLarge(t *testing.T) {
	molecules := []string{strings.Repeat("C", 120), "N[C@@H](C)C(=O)N[C@@H](CO)C(=O)N[C@@H](C(C)C)C(=O)N[C@@H](CC(C)C)C(=O)N[C@@H](Cc1ccccc1)C(=O)N[C@@H](CCCCN)C(=O)O"}
	if everything() {
		molecules = append(molecules, strings.Repeat("C", 300), "C1"+strings.Repeat("C", 70)+"C1", "C(C"+dendron(3)+")"+dendron(3), peptide("ASVLFASVLFASVLFASVLF"))
	}
	for _, smi := range molecules {
		embedded(t, smi, 1)
	}
}

// dendron is a branch of a polyamidoamine.
func dendron(generation int) string {
	if generation == 0 {
		return "N"
	}
	arm := "CCC(=O)NCC" + dendron(generation-1)
	return "N(" + arm + ")" + arm
}

func peptide(sequence string) string {
	side := map[byte]string{'A': "C", 'S': "CO", 'V': "C(C)C", 'L': "CC(C)C", 'F': "Cc1ccccc1"}
	text := ""
	for k := range len(sequence) {
		text += "N[C@@H](" + side[sequence[k]] + ")C(=O)"
	}
	return text + "O"
}

// TestImpossible: what no geometry can have ends in an error that names atoms.
func TestImpossible(t *testing.T) {
	tests := []struct{ smi, want string }{
		{"C1CCC/C=C/1", "the double bond of atoms 4 (C) and 5 (C) is trans in a ring of 6 atoms; rings of 8 and more take one"},
		{"C1CCCC/C=C/1", "the double bond of atoms 5 (C) and 6 (C) is trans in a ring of 7 atoms; rings of 8 and more take one"},
		{"C1C[C@H]2C[C@H]1CC2", "the configuration asked for"},
		{"c1ccc(cc1)C12C[C@@H]3C[C@H](C[C@@H](C3)C2)C1", "the configuration asked for"},
		{"CC.CC", "atoms 0 (C) and 2 (C) are in different components; embed them one at a time"},
		{strings.Repeat("C", 340), "the molecule has 1022 atoms with hydrogens; embedding takes at most 999"},
	}
	for _, c := range tests {
		p, s := molecule(t, c.smi)
		_, err := embed(context.Background(), p, s, 1)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.40s: got %v, want an *Error", c.smi, err)
			continue
		}
		if !strings.Contains(e.Msg, c.want) || len(e.Atoms) == 0 {
			t.Errorf("%.40s: got %q, want %q", c.smi, e.Msg, c.want)
		}
	}
}

func TestCanceled(t *testing.T) {
	p, s := molecule(t, "CCO")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := embed(ctx, p, s, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
