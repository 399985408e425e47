package oracle

import "testing"

// The rows must be read as they are: a field that is spelled otherwise would stay
// empty, and every test that uses it would pass.
func TestMolecules(t *testing.T) {
	filled := map[string]int{}
	Molecules(t, func(m Molecule) {
		for name, set := range map[string]bool{
			"mw": m.MW > 0, "exact": m.Exact > 0, "heavy": m.Heavy > 0, "graph_atoms": m.GraphAtoms > 0, "ring_sizes": len(m.RingSizes) > 0,
			"arom_atoms": len(m.AromAtoms) > 0, "cip": len(m.CIP) > 0, "ez": len(m.EZ) > 0, "unspecified": len(m.Unspecified) > 0,
			"stereo_centers": m.StereoCenters > 0, "unspecified_centers": m.UnspecifiedCenters > 0, "logp": m.LogP != 0, "mr": m.MR != 0,
			"tpsa": m.TPSA > 0, "hbd": m.HBD > 0, "hba": m.HBA > 0, "lip_hbd": m.LipHBD > 0, "lip_hba": m.LipHBA > 0, "rotb": m.RotB > 0,
			"fsp3": m.FSP3 > 0, "spiro": m.Spiro > 0, "bridgehead": m.Bridgehead > 0, "qed": m.QED != nil, "sa": m.SA != nil,
			"ecfp4": len(m.ECFP4) > 0, "pains_a": len(m.PainsA) > 0, "pains_b": len(m.PainsB) > 0, "pains_c": len(m.PainsC) > 0,
			"brenk": len(m.Brenk) > 0, "brics": len(m.BRICS) > 0, "brics_frags": len(m.BRICSFrags) > 0, "murcko": m.Murcko != nil,
			"morgan": len(m.Morgan) > 0, "inv": len(m.Inv) > 0, "cip_legacy": len(m.CIPLegacy) > 0, "arom_rings": m.AromRings > 0,
		} {
			if set {
				filled[name]++
			} else {
				filled[name] += 0
			}
		}
	})
	for name, n := range filled {
		if n == 0 {
			t.Errorf("%s is set on no row", name)
		}
	}
}
