package descriptors

import (
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// TestKnown: values of RDKit 2026.09.1 and 2022.09.3 for well-known molecules, rounded
// to the digits given.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name, smiles           string
		weight, exact          float64
		logP, tpsa             float64
		hbd, hba, no, rot      int
		sa                     float64
		heteroSurface          float64 // what S and P add to tpsa
		spiro, heads, aromatic int
	}{
		{"benzene", "c1ccccc1", 78.114, 78.04695, 1.6866, 0, 0, 0, 0, 0, 1.0000, 0, 0, 0, 1},
		{"ethanol", "CCO", 46.069, 46.04186, -0.0014, 20.23, 1, 1, 1, 0, 1.9803, 0, 0, 0, 0},
		{"aspirin", "CC(=O)Oc1ccccc1C(=O)O", 180.159, 180.04226, 1.3101, 63.60, 1, 3, 4, 2, 1.5800, 0, 0, 0, 1},
		{"caffeine", "Cn1cnc2c1c(=O)n(c(=O)n2C)C", 194.194, 194.08038, -1.0293, 61.82, 0, 3, 6, 0, 2.2980, 0, 0, 0, 2},
		{"ibuprofen", "CC(C)Cc1ccc(cc1)C(C)C(=O)O", 206.285, 206.13068, 3.0732, 37.30, 1, 1, 2, 4, 2.1918, 0, 0, 0, 1},
		{"metformin", "CN(C)C(=N)NC(=N)N", 129.167, 129.10145, -1.0342, 88.99, 4, 2, 5, 0, 3.6741, 0, 0, 0, 0},
		{"imatinib", "Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1", 493.615, 493.25901, 4.5903, 86.28, 2, 7, 8, 7, 2.3317, 0, 0, 0, 4},
		{"atorvastatin", "CC(C)c1c(C(=O)Nc2ccccc2)c(-c2ccccc2)c(-c2ccc(F)cc2)n1CC[C@@H](O)C[C@@H](O)CC(=O)O", 558.650, 558.25300, 6.3136, 111.79, 4, 4, 7, 12, 3.3052, 0, 0, 0, 4},
		{"morphine", "CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5", 285.343, 285.13649, 1.1981, 52.93, 2, 4, 4, 0, 5.2736, 0, 1, 2, 1},
		{"penicillin G", "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O", 334.397, 334.09873, 0.8608, 86.71, 2, 4, 6, 4, 3.2003, 25.30, 0, 0, 1},
		{"nitrobenzene", "O=[N+]([O-])c1ccccc1", 123.111, 123.03203, 1.5948, 43.14, 0, 2, 3, 1, 1.3167, 0, 0, 0, 1},
		{"glycine", "NCC(=O)O", 75.067, 75.03203, -0.9703, 63.32, 2, 2, 3, 1, 2.0515, 0, 0, 0, 0},
		{"pyrrole", "c1cc[nH]c1", 67.091, 67.04220, 1.0147, 15.79, 1, 0, 1, 0, 3.4279, 0, 0, 0, 1},
	} {
		p := read(t, c.smiles)
		target := smarts.NewTarget(p, nil)
		v, err := Calculate(p, target)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		near := func(what string, got, want, tolerance float64) {
			if !(math.Abs(got-want) <= tolerance) {
				t.Errorf("%s: %s: got %v, want %v", c.name, what, got, want)
			}
		}
		near("weight", v.Weight, c.weight, 5.1e-4)
		near("exact mass", v.ExactMass, c.exact, 5.1e-6)
		near("logP", v.LogP, c.logP, 5.1e-5)
		near("TPSA", v.TPSA, c.tpsa, 1e-9)
		near("TPSA of S and P", v.TPSAPlus-v.TPSA, c.heteroSurface, 1e-9)
		got := [...]int{v.HBD, v.HBA, v.LipinskiHBA, v.RotatableBonds, v.Rings.Spiro, v.Rings.Bridgehead, v.Rings.Aromatic}
		if want := [...]int{c.hbd, c.hba, c.no, c.rot, c.spiro, c.heads, c.aromatic}; got != want {
			t.Errorf("%s: donors, acceptors, N and O, rotatable, spiro, bridgeheads, aromatic rings: got %v, want %v", c.name, got, want)
		}
		sa, err := Synthetic(p, stereo.Find(p))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		near("SA", sa, c.sa, 5.1e-5)
	}
}

// TestTPSA: contributions with sulfur and phosphorus (RDKit 2026.09.1) and atoms that
// the table of the paper lacks.
func TestTPSA(t *testing.T) {
	for _, c := range []struct {
		name, smiles string
		area, withSP float64
	}{
		{"thiophene", "c1ccsc1", 0, 28.24},
		{"dimethyl sulfide", "CSC", 0, 25.30},
		{"DMSO", "CS(=O)C", 17.07, 36.28},
		{"trimethyl phosphate", "COP(=O)(OC)OC", 44.76, 54.57},
		{"celecoxib", "Cc1ccc(cc1)-c1cc(C(F)(F)F)nn1-c1ccc(cc1)S(N)(=O)=O", 77.98, 86.36},
		{"omeprazole", "COc1ccc2[nH]c(nc2c1)S(=O)Cc1ncc(C)c(OC)c1C", 77.10, 96.31},
		{"clopidogrel", "COC(=O)[C@H](c1ccccc1Cl)N1CCc2sccc2C1", 29.54, 57.78},
		{"phosphane, hydrogens on phosphorus", "CP", 0, 0},
		{"water", "O", 31.5, 31.5},
		{"ammonia", "N", 35, 35},
		{"hydronium", "[OH3+]", 33, 33},
		{"aziridine", "C1CN1", 21.94, 21.94},
		{"oxirane", "C1CO1", 12.53, 12.53},
		{"1-methylaziridine", "CN1CC1", 3.01, 3.01},
		{"four bonds at oxygen", "C[O+](C)C", 2.7, 2.7},
		{"heavy water", "[2H]O[2H]", 31.5, 31.5},
		{"ligand of a metal", "C[NH2]->[Pt]", 17.1, 17.1},
		{"no atom of the kind", "CC", 0, 0},
	} {
		area, withSP := TPSA(read(t, c.smiles))
		if math.Abs(area-c.area) > 1e-9 || math.Abs(withSP-c.withSP) > 1e-9 {
			t.Errorf("%s: got %v and %v, want %v and %v", c.name, area, withSP, c.area, c.withSP)
		}
	}
}

// TestMass: isotopes, electrons, wildcards.
func TestMass(t *testing.T) {
	for _, c := range []struct {
		smiles        string
		weight, exact float64
	}{
		{"C", 16.043, 16.031300128},
		{"[13CH4]", 17.03535484, 17.034654968},
		{"[2H]O[2H]", 20.027203556, 20.023118176},
		{"[Na+]", 22.99, 22.989221223},
		{"[O-]S(=O)(=O)[O-]", 96.063, 95.952826},
		{"[238U]", 238.0507882, 238.0507882},
		{"[999U]", 999, 999}, // no such isotope
		{"*C", 15.035, 15.023475096},
		{"[99*]", 0, 0},
	} {
		p := read(t, c.smiles)
		if got := Weight(p); math.Abs(got-c.weight) > 1e-6 {
			t.Errorf("%s: weight: got %v, want %v", c.smiles, got, c.weight)
		}
		if got := ExactMass(p); math.Abs(got-c.exact) > 1e-5 {
			t.Errorf("%s: exact mass: got %v, want %v", c.smiles, got, c.exact)
		}
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name, smiles         string
		hbd, hba, lipD, lipA int
		rotatable, heavyAtom int
		fsp3                 float64
	}{
		{"methanethiol", "CS", 1, 1, 0, 0, 0, 2, 1},
		{"water", "O", 0, 0, 2, 1, 0, 1, 0},
		{"ammonia", "N", 1, 1, 3, 1, 0, 1, 0},
		{"methylammonium", "C[NH3+]", 1, 0, 3, 1, 0, 2, 1},
		{"acetic acid", "CC(=O)O", 1, 1, 1, 2, 0, 4, 0.5},
		{"acetate", "CC(=O)[O-]", 0, 2, 0, 2, 0, 4, 0.5},
		{"N-methylpyrrole", "Cn1cccc1", 0, 0, 0, 1, 0, 6, 0.2},
		{"N-methylpyridone", "Cn1ccccc1=O", 0, 1, 0, 2, 0, 8, 1. / 6},
		{"N-methylacetamide", "CNC(C)=O", 1, 1, 1, 2, 0, 5, 2. / 3},
		{"ethyl acetate", "CCOC(C)=O", 0, 2, 0, 2, 1, 6, 0.75},
		{"butane", "CCCC", 0, 0, 0, 0, 1, 4, 1},
		{"2-butyne", "CC#CC", 0, 0, 0, 0, 0, 4, 0.5},
		{"hexamethylethane", "CC(C)(C)C(C)(C)C", 0, 0, 0, 0, 0, 8, 1},
		{"benzotrifluoride", "FC(F)(F)c1ccccc1", 0, 0, 0, 0, 0, 10, 1. / 7},
		{"biphenyl", "c1ccccc1-c1ccccc1", 0, 0, 0, 0, 1, 12, 0},
		{"cyclohexane", "C1CCCCC1", 0, 0, 0, 0, 0, 6, 1},
		{"heavy ethanol", "CCO[2H]", 1, 1, 1, 1, 1, 3, 1},
		{"heavy methyl", "[2H]C([2H])([2H])OC(=O)CC", 0, 2, 0, 2, 1, 6, 0.75},
		{"tert-butyl with one", "CC(C)(C([2H])([2H])[3H])OCC", 0, 1, 0, 1, 1, 7, 1},
		{"wildcards", "*C*", 0, 0, 0, 0, 0, 1, 1},
	} {
		p := read(t, c.smiles)
		donors, acceptors := Lipinski(p)
		got := [...]int{HBD(p), HBA(p), donors, acceptors, RotatableBonds(p), HeavyAtoms(p)}
		if want := [...]int{c.hbd, c.hba, c.lipD, c.lipA, c.rotatable, c.heavyAtom}; got != want {
			t.Errorf("%s: HBD, HBA, Lipinski's, rotatable, heavy: got %v, want %v", c.name, got, want)
		}
		if got := Fsp3(p); math.Abs(got-c.fsp3) > 1e-12 {
			t.Errorf("%s: Fsp3: got %v, want %v", c.name, got, c.fsp3)
		}
	}
}

func TestRingCounts(t *testing.T) {
	for _, c := range []struct {
		name, smiles string
		want         Rings
	}{
		{"chain", "CCC", Rings{}},
		{"naphthalene", "c1ccc2ccccc2c1", Rings{All: 2, Aromatic: 2, Largest: 6}},
		{"indane", "c1ccc2CCCc2c1", Rings{All: 2, Aromatic: 1, Largest: 6}},
		{"benzyne", "C1=CC=CC#C1", Rings{All: 1, Aromatic: 1, Largest: 6}},
		{"cyclooctyne", "C1#CCCCCCC1", Rings{All: 1, Largest: 8}},
		{"spiro[4.5]decane", "C1CCCC11CCCCC1", Rings{All: 2, Spiro: 1, Largest: 6}},
		{"norbornane", "C1CC2CCC1C2", Rings{All: 2, Bridgehead: 2, Largest: 5}},
		{"adamantane", "C1C2CC3CC1CC(C2)C3", Rings{All: 4, Bridgehead: 4, Largest: 6}},
		{"cubane", "C12C3C4C1C5C2C3C45", Rings{All: 6, Largest: 4}},
		{"cyclododecane", "C1CCCCCCCCCCC1", Rings{All: 1, Largest: 12}},
		{"chelate", "C1C[NH2]->[Pt]<-[NH2]1", Rings{}},
	} {
		if got := RingCounts(read(t, c.smiles)); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
	// A belt of twelve para-phenylenes has 2¹² rings around; its carbons of attachment
	// are the bridgeheads in any set of smallest rings.
	belt := "c1%99ccc(cc1)" + strings.Repeat("-c1ccc(cc1)", 10) + "-c1ccc%99cc1"
	if got := RingCounts(read(t, belt)); got.Bridgehead != 24 || got.Spiro != 0 || got.Aromatic != 12 {
		t.Errorf("a belt: got %+v, want 24 bridgeheads and 12 aromatic rings", got)
	}
}

// TestCrippen: hydrogens of every kind; values of RDKit 2022.09.3.
func TestCrippen(t *testing.T) {
	for _, c := range []struct {
		smiles   string
		logP, mr float64
	}{
		{"[H][H]", 0.246, 2.114},
		{"[H+]", 0.1125, 1.112},
		{"O", -0.8247, 3.6138},
		{"OO", 0.0174, 5.2576},
		{"CON", -0.4935, 11.1964},
		{"COO", 0.1058, 9.6378},
		{"OC=C", 0.6879, 12.8258},
		{"Oc1ccccc1", 1.3922, 28.1068},
		{"O[Si]", -0.9378, 7.9728},
		{"ONC", -0.405, 10.8462},
		{"OS", 0.3892, 11.6148},
		{"P", 0.0581, 11.105},
		{"B", -1.1839, 9.939},
		{"O*", -0.557, 2.2188},
		{"[OH3+]", -0.9219, 4.8715},
		{"[oH+]1cccc1", 1.3921, 19.82},
		{"OF", -0.1368, 3.3268},
		{"[H][Fe]", -0.2702, 1.395},
		{"O=CO", -0.2992, 8.6928},
		{"CC(=O)[O-]", -1.2438, 10.681},
		{"CCO[2H]", -0.0014, 12.7598},
		{"[Na+]", -2.996, 0},
		{"[Pt]<-[NH2]C", -0.4276, 10.1114},
	} {
		p := read(t, c.smiles)
		logP, mr, err := Crippen(p, smarts.NewTarget(p, nil))
		if err != nil || math.Abs(logP-c.logP) > 1e-9 || math.Abs(mr-c.mr) > 1e-9 {
			t.Errorf("%s: got %v, %v, %v, want %v, %v", c.smiles, logP, mr, err, c.logP, c.mr)
		}
	}
}

// TestLarge: molecules near the limit of 10,000 atoms, worked out by hand.
func TestLarge(t *testing.T) {
	for _, c := range []struct {
		name, smiles string
		rotatable    int
		tpsa         float64
		rings        Rings
	}{
		{"chain", strings.Repeat("C", 10_000), 9_999 - 2, 0, Rings{}},
		{"peptide", strings.Repeat("NCC(=O)", 2_000) + "O", 2*2_000 - 1, 1_999*29.10 + 63.32, Rings{}},
		{"star", "*" + strings.Repeat("(*)", 9_999), 0, 0, Rings{}},
		{"star of amines", "*" + strings.Repeat("(N)", 9_999), 0, 9_999 * 26.02, Rings{}},
		{"triangles", strings.Repeat("C1CN1", 3_333), 3_332, 3_332*3.01 + 21.94, Rings{All: 3_333, Largest: 3}},
	} {
		p := read(t, c.smiles)
		v, err := Calculate(p, smarts.NewTarget(p, nil))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if v.RotatableBonds != c.rotatable || math.Abs(v.TPSA-c.tpsa) > 1e-6 || v.Rings != c.rings {
			t.Errorf("%s: got %d rotatable bonds, TPSA %v, %+v, want %d, %v, %+v", c.name, v.RotatableBonds, v.TPSA, v.Rings, c.rotatable, c.tpsa, c.rings)
		}
	}
}

func TestEmpty(t *testing.T) {
	p := &perceive.Molecule{Mol: &mol.Mol{}, Rings: read(t, "C").Rings}
	v, err := Calculate(p, smarts.NewTarget(p, nil))
	if err != nil || v != (Properties{}) {
		t.Errorf("no atom: got %+v, %v", v, err)
	}
}

// FuzzCalculate: whatever a SMILES says, every value is a number.
func FuzzCalculate(f *testing.F) {
	for _, text := range []string{"CC(=O)Oc1ccccc1C(=O)O", "[2H]O[2H]", "*12C34C15C23C45", "C[NH2]->[Pt]", "[999U]", "C~O", "[H+]", "N12CC1C2", "C1CC2(C1)CC2", "[SH4]", "c1ccsc1.[Na+].OP(=O)([O-])OS"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return
		}
		p, err := smiles.Perceive(text)
		if err != nil {
			return
		}
		v, err := Calculate(p, smarts.NewTarget(p, nil))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		sa, err := Synthetic(p, stereo.Find(p))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, x := range []float64{v.Weight, v.ExactMass, v.LogP, v.MR, v.TPSA, v.TPSAPlus, v.Fsp3, sa} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: got %+v, %v", text, v, sa)
			}
		}
		if sa < 1 || sa > 10 || v.Fsp3 < 0 || v.Fsp3 > 1 || v.TPSA < 0 || v.TPSAPlus < v.TPSA || v.HBD > len(p.Mol.Atoms) || v.RotatableBonds > len(p.Mol.Bonds) {
			t.Errorf("%s: got %+v, %v", text, v, sa)
		}
	})
}
