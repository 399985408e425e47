package contract

// Code is a stable machine-readable name of a tool error.
type Code string

// Codes of all tools, and of those that make structures.
const (
	InvalidArguments  Code = "INVALID_ARGUMENTS"
	InvalidMolecule   Code = "INVALID_MOLECULE"
	TooManyAtoms      Code = "TOO_MANY_ATOMS"
	ImpossibleDensity Code = "IMPOSSIBLE_DENSITY"
	BoxTooSmall       Code = "BOX_TOO_SMALL"
	NoRoom            Code = "NO_ROOM"
	Not3D             Code = "NOT_3D"
	NoCell            Code = "NO_CELL"
	NotConverged      Code = "NOT_CONVERGED"
	Cancelled         Code = "CANCELLED"
	Timeout           Code = "TIMEOUT"
	Busy              Code = "BUSY"
	Internal          Code = "INTERNAL"
)

// Codes of tools that read molecules as text.
const (
	InvalidSMILES        Code = "INVALID_SMILES"
	InvalidSMARTS        Code = "INVALID_SMARTS"
	InvalidMolJSON       Code = "INVALID_MOLJSON"
	MoleculeTooLarge     Code = "MOLECULE_TOO_LARGE"
	DisconnectedMolecule Code = "DISCONNECTED_MOLECULE"
	MatchResourceLimit   Code = "MATCH_RESOURCE_LIMIT"
	// PubChemLookupFailed is a name without a molecule, whoever was asked about it.
	PubChemLookupFailed Code = "PUBCHEM_LOOKUP_FAILED"
	// AmbiguousName is a name of several molecules.
	AmbiguousName Code = "AMBIGUOUS_NAME"
	// TableNotLoaded is a table that a page loads when it is first needed.
	TableNotLoaded Code = "TABLE_NOT_LOADED"
)

// Error is a failure a caller can act on: a code for programs, one line for people.
type Error struct {
	Code     Code
	Message  string    // one line; says what to change
	Problems []Problem // of INVALID_ARGUMENTS: every place that is wrong
	Details  any       // JSON-encodable; nil when there is nothing to add
}

func (e *Error) Error() string { return e.Message }
