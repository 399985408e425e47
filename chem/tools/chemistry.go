//go:build !part

package tools

import "github.com/molsmith/molsmith/contract"

// chemistryTools are the tools that are no buttons of the Builder.
func chemistryTools() []*contract.Tool {
	return []*contract.Tool{
		admetProfile(),
		boiledEgg(),
		brenkCheck(),
		calcProperties(),
		canonicalSMILES(),
		ecfp4(),
		findMCS(),
		generate3D(),
		lipinskiCheck(),
		moleculeContextPack(),
		molJSONToSMILES(),
		NameToSMILES(nil),
		painsCheck(),
		parseSMILES(),
		representationRouter(),
		retrosynthesis(),
		saScore(),
		smartsMatch(),
		smilesToMolJSON(),
		tanimoto(),

		conformers(),
		convertStructure(),
		moleculeReport(),
		optimize3D(),
	}
}
