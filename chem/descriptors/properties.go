package descriptors

import (
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
)

// Properties are the descriptors that most reports want of a molecule. Each is what the
// function of its name returns.
type Properties struct {
	Weight    float64 // g/mol
	ExactMass float64 // u
	LogP      float64 // Wildman and Crippen
	MR        float64 // cm³/mol
	TPSA      float64 // Å², of N and O
	TPSAPlus  float64 // Å², of N, O, S and P
	Fsp3      float64

	HeavyAtoms, AromaticAtoms int
	HBD, HBA                  int
	LipinskiHBD, LipinskiHBA  int // N–H and O–H hydrogens, N and O atoms
	RotatableBonds            int
	Rings                     Rings
}

// Calculate returns the properties of p; t is p prepared for matching. The error is
// that of Crippen.
func Calculate(p *perceive.Molecule, t *smarts.Target) (Properties, error) {
	g := newGraph(p)
	v := Properties{
		Weight: Weight(p), ExactMass: ExactMass(p), Fsp3: g.fsp3(),
		HeavyAtoms: HeavyAtoms(p), AromaticAtoms: AromaticAtoms(p),
		HBD: g.hbd(), HBA: g.hba(), RotatableBonds: g.rotatable(), Rings: g.ringCounts(),
	}
	v.TPSA, v.TPSAPlus = g.tpsa()
	v.LipinskiHBD, v.LipinskiHBA = g.lipinski()
	var err error
	v.LogP, v.MR, err = g.crippen(t)
	return v, err
}
