package tools

import "github.com/molsmith/molsmith/chem/tools/version"

// Version is the version of Molsmith; see package version.
const Version = version.Version

// Instructions say to models what the tools are for.
const Instructions = "Molsmith builds starting structures for molecular simulation: liquids, molecules and what stands between them. " +
	"Lengths are in Å, densities in g/cm³; molecules are given as a V2000 mol block or a SMILES, never as a name alone."
