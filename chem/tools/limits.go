package tools

import "github.com/molsmith/molsmith/chem/smiles"

// Limits of the chemistry tools. Those that an inputSchema states stand in the tags of
// the arguments as well; a test compares them.
const (
	maxTextBytes     = smiles.MaxBytes // of one SMILES, SMARTS or MolJSON document
	maxAtoms         = 10_000          // of one molecule, as written
	maxCommonAtoms   = 200             // of one molecule of find_mcs
	maxCommonMillis  = 5000            // of find_mcs
	maxRetroAtoms    = 500
	maxMatches       = 10_000 // of smarts_match
	maxMatchSteps    = 1_000_000
	maxPictureAtoms  = 1_000
	maxQuotedText    = 200 // bytes of a caller's text in a message
	maxCommonMembers = 20
	maxRoughAtoms    = 200 // of a molecule that a preview makes a geometry of, hydrogens included
)
