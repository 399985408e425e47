package tools

import "github.com/molsmith/molsmith/contract"

// unitArguments are the repeat unit of a chain, as contract §12.2 has it.
type unitArguments struct {
	Monomer contract.Molecule  `json:"monomer" schema:"title=Monomer;examples={\"name\":\"ethylene\",\"smiles\":\"CC\"}" doc:"The repeat unit as a complete molecule, hydrogens included. A SMILES with two link points, such as *CC(*)c1ccccc1, names head and tail itself."`
	Head    contract.AtomIndex `json:"head" schema:"title=Head atom;of=monomer;examples=0" doc:"The atom that bonds to the unit before. It gives up its lowest-numbered hydrogen. Ignored when the SMILES has link points."`
	Tail    contract.AtomIndex `json:"tail" schema:"title=Tail atom;of=monomer;examples=1" doc:"The atom that bonds to the unit behind. It gives up its lowest-numbered hydrogen. Ignored when the SMILES has link points."`
}

// orderArguments say how the units of each chain follow each other.
type orderArguments struct {
	Tacticity string  `json:"tacticity" schema:"title=Tacticity;enum=monomer|isotactic|syndiotactic|atactic;default=monomer" doc:"monomer: every unit keeps the configuration of the monomer. isotactic: all dyads meso. syndiotactic: all dyads racemo. atactic: meso and racemo dyads in random order, another one in each chain."`
	Meso      float64 `json:"meso" schema:"title=Meso fraction;minimum=0;maximum=1;default=0.5;when=tacticity:atactic" doc:"The part of the dyads of a chain that are meso; their number is exact."`

	Composition string       `json:"composition" schema:"title=Composition;enum=homopolymer|block|alternating|random|sequence;default=homopolymer" doc:"How the monomer (A) and the further ones (B, C, …) follow each other in a chain. homopolymer ignores the further ones."`
	Monomers    []monomerRow `json:"monomers" schema:"title=Further monomers;maxItems=7;optional;when=composition:block|alternating|random|sequence" doc:"Monomers B, C and so on."`
	Ratio       float64      `json:"ratio" schema:"title=Share of monomer A;minimum=0;maximum=1000000;default=1;when=composition:block|random" doc:"Units of the first monomer relative to the others, in block and random chains. Counts are exact in each chain."`
	Sequence    string       `json:"sequence" schema:"title=Sequence;maxLength=20000;optional;examples=A10B5;when=composition:sequence" doc:"The units in order: A10B5 is ten A, then five B; (AB)5 alternates. It has the length of the chain in it."`
}

// newChainRequest is what the arguments of the tools for polymers have in common.
func newChainRequest(u *unitArguments, o *orderArguments, length int, residue string, seed contract.Seed) *chainRequest {
	return &chainRequest{
		monomer: linkArguments{
			molecule: u.Monomer, head: u.Head, tail: u.Tail, residue: residue,
			moleculePath: "/monomer", headPath: "/head", tailPath: "/tail", headName: "Head atom", tailName: "Tail atom",
		},
		length: length, composition: o.Composition, ratio: o.Ratio, monomers: o.Monomers, sequence: o.Sequence,
		tacticity: o.Tacticity, meso: o.Meso, seed: seed,
	}
}
