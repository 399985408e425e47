package smarts

// pattern is a graph of atom and bond conditions.
type pattern struct {
	atoms []atom
	bonds []bond
	// depth is the number of levels of $(...) inside.
	depth int

	free   *plan // starts at the rarest atom
	rooted *plan // starts at the first atom
	screen screen
	// grouped is the largest group number of the atoms.
	grouped int32
	// double are the double bonds with a configuration, see configuration.go.
	double []doubleBond
}

// atom is one atom of a pattern.
type atom struct {
	expr    []literal
	program []instr
	// must holds masks of which each word of a target atom that can match has a bit.
	must    []uint64
	element uint64 // the one of must about elements

	chirality chirality
	// ligands are the neighbors as written, hydrogen for an H that the brackets state.
	ligands []int32
	rings   int32 // ring closures written at the atom
	// inverted says that the handedness is read the other way round, see configure.
	inverted bool
	group    int32 // 1, 2, …: the piece in parentheses it stands in; 0: none
}

// hydrogen is the ligand that is not an atom.
const hydrogen = -1

// chirality is the stated handedness of an atom.
type chirality uint8

const (
	counterclockwise chirality = 1 << iota // @
	clockwise                              // @@
	orUnspecified                          // @? and @@?
)

// bond is one bond of a pattern.
type bond struct {
	a, b  int32
	kinds kinds // seen from a to b
	mark  mark  // seen from a to b
}

// mark is a direction beside a double bond.
type mark uint8

const (
	rising      mark = 1 << iota // /: b is above a
	falling                      // \: b is below a
	markOrOpen                   // /? and \?
	markMissing mark = 0
)

// turned is the mark seen from the other end.
func (m mark) turned() mark {
	if m&(rising|falling) != 0 {
		return m ^ (rising | falling)
	}
	return m
}

// kinds is the set of bonds that a condition accepts: bit k for a bond of kind k
// outside rings, bit k+8 for one in a ring.
type kinds uint16

// The kinds of bonds of a target.
const (
	single = iota
	double
	triple
	aromatic
	quadruple
	toAcceptor // dative, from the donor
	toDonor    // dative, from the acceptor
	otherBond
	inRing = 8 // added to the kind
)

const (
	anyBond          kinds = 0xFFFF
	ringBond         kinds = 0xFF00
	singleOrAromatic kinds = (1<<single | 1<<aromatic) * 0x101
)

// of is the set of all bonds of kind k.
func of(k int) kinds { return kinds(0x101) << k }

// turned is the set seen from the other end of the bond.
func (k kinds) turned() kinds {
	to, from := k&of(toAcceptor), k&of(toDonor)
	return k&^(of(toAcceptor)|of(toDonor)) | to<<1 | from>>1
}

// A literal is one primitive of an atom expression, with the connector before it.
type literal struct {
	op     op
	not    bool
	join   join
	prop   prop
	lo, hi int32 // of opRange and opRing
	mask   uint64
	sub    int32 // of opSub
}

type op uint8

const (
	opTrue  op = iota
	opMask     // the target atom's word has a bit of mask
	opRange    // lo <= prop <= hi
	opRing     // in a ring of lo to hi atoms
	opSub      // $(...)
)

type join uint8

const (
	joinAnd join = iota // & or nothing
	joinOr              // ,
	joinLow             // ;
)

// prop is a number that a target atom has.
type prop uint8

const (
	propElement prop = iota
	propIsotope
	propNuclide // 256 times the isotope and the element
	propCharge
	propHydrogens   // H: all hydrogens
	propImplicit    // h: hydrogens that are not atoms
	propDegree      // D
	propConnections // X
	propValence     // v
	propRingBonds   // x
	propRings       // R
	propSmallest    // r: size of the smallest ring; 0: in none
	propHeavy       // d
	propHetero      // z
	propAliphaticHetero
	propHybrid // ^
	numProps
)

// late is the first of the properties that are only computed when a query asks.
const late = propHeavy
