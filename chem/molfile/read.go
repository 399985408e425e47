package molfile

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// Read reads the first mol block of data and, in an SD file, its data items; a
// warning says when there are further records (see Reader). Blocks with more than
// MaxAtoms atoms or MaxBonds bonds are refused. Errors are *ParseError. The result
// shares no memory with data.
func Read(data []byte) (*Record, error) {
	r := reader{lines: lines{data: bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))}}
	if err := r.record(); err != nil {
		return nil, err
	}
	r.furtherRecords()
	return r.rec, nil
}

// record reads a mol block and the data items behind it.
func (r *reader) record() error {
	r.rec = &Record{Mol: &mol.Mol{}}
	defer r.countAlike()
	if err := r.header(); err != nil {
		return err
	}
	if err := r.counts(); err != nil {
		return err
	}
	if err := r.table(); err != nil {
		return err
	}
	r.applyAtomBlock()
	r.oneSpot()
	if r.rec.Truncated {
		return nil
	}
	return r.items()
}

// table reads what follows the counts line up to M  END.
func (r *reader) table() error {
	if r.rec.V3000 {
		return r.tableV3000()
	}
	if err := r.atomBlock(); err != nil {
		return err
	}
	if err := r.bondBlock(); err != nil {
		return err
	}
	return r.properties()
}

type reader struct {
	lines
	rec          *Record
	atoms, bonds int
	listed       []listed // what the atom block says of charge and mass, per atom
	ragged       int      // first line whose columns are out of place
	chargeLines  bool     // an M  CHG or M  RAD line was met
	isotopeLines bool
	zeroCharges  map[int]int // charges of M  ZCH lines, per atom
	zeroHydrogen map[int]int // hydrogens of M  HYD lines, per atom
	alike        [kinds]alike
}

// listed holds the fields of an atom line that property lines override or that
// need the bonds first.
type listed struct {
	charge   int8
	radical  mol.Radical
	massDiff int
	valence  int // number of bonds; 0: not stated, noBonds: none
}

// noBonds is V3000's number for a valence of none, which V2000 writes as 15.
const noBonds = -1

func (r *reader) errorf(column int, format string, args ...any) error {
	return &ParseError{Line: r.n, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// queryf is errorf for blocks that are no structures.
func (r *reader) queryf(column int, format string, args ...any) error {
	return &ParseError{Line: r.n, Column: column, Query: true, Msg: fmt.Sprintf(format, args...)}
}

// need returns the next line, or an error that says what should stand there.
func (r *reader) need(format string, args ...any) ([]byte, error) {
	line, ok := r.next()
	if !ok {
		r.n++
		return nil, r.errorf(0, "the mol block ends where %s is expected", fmt.Sprintf(format, args...))
	}
	if len(line) > maxLine {
		return nil, r.errorf(0, "the line is longer than %d characters", maxLine)
	}
	return line, nil
}

// header reads the name, program and comment lines.
func (r *reader) header() error {
	name, err := r.need("the name line")
	if err != nil {
		return err
	}
	program, err := r.need("the program line")
	if err != nil {
		return err
	}
	comment, err := r.need("the comment line")
	if err != nil {
		return err
	}
	r.rec.Mol.Name = text(name)
	r.rec.Comment = text(comment)
	r.rec.Program = text(columns(program, 2, 10))
	if code := strings.ToUpper(string(columns(program, 20, 22))); code == "2D" || code == "3D" {
		r.rec.Dimension = code
	}
	return nil
}

// text makes a header line safe to keep: valid UTF-8 without control characters.
func text(line []byte) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(string(line), "\uFFFD")))
}

// counts reads the counts line.
func (r *reader) counts() error {
	line, err := r.need("the counts line")
	if err != nil {
		return err
	}
	switch version := columns(line, 33, 39); {
	case bytes.Contains(line, []byte("V3000")):
		r.rec.V3000 = true // its counts follow
		return nil
	case len(version) == 0:
		r.warn("line 4 names no version; read as V2000")
	case !bytes.Equal(version, []byte("V2000")):
		r.warn("line 4 names version %s; read as V2000", excerpt(version))
	}
	words := bytes.Fields(line)
	atoms, okA := integer(columns(line, 0, 3))
	bonds, okB := integer(columns(line, 3, 6))
	digits := 0
	if len(words) > 0 {
		digits = len(words[0])
	}
	// "1000  0" is a thousand atoms, not a hundred: the second field is not
	// aligned to its right edge.
	shifted := straddles(line, 6) || straddles(line, 3) && len(line) > 5 && blank(line[5])
	if len(line) > 6 && bytes.HasPrefix(line[6:], []byte("999 V")) {
		shifted = false // a short counts line; the last of its fields is always 999
	}
	if (!okA || !okB || shifted) && digits <= 6 && len(words) >= 2 {
		atoms, okA = integer(words[0])
		bonds, okB = integer(words[1])
	}
	switch {
	case okA && atoms > MaxAtomsV2000 || digits > 6 && allDigits(words[0]):
		return r.errorf(1, "the block has more than %d atoms or bonds, the limit of V2000; save as V3000", MaxAtomsV2000)
	case okB && bonds > MaxBondsV2000:
		return r.errorf(4, "the block has more than %d bonds, the limit of V2000; save as V3000", MaxBondsV2000)
	case !okA || !okB || atoms < 0 || bonds < 0:
		return r.errorf(0, "expected the counts line with the numbers of atoms and bonds, found %s", excerpt(line))
	}
	r.atoms, r.bonds = atoms, bonds
	chiral, _ := integerOrBlank(columns(line, 12, 15))
	r.rec.Chiral = chiral == 1
	return nil
}

func allDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// atomFields are the parts of an atom line.
type atomFields struct {
	x, y, z float64
	symbol  []byte
	columns [12]int // mass difference, charge, parity, …, map number, …
}

// starts of the twelve integer columns after the symbol, and the end of the last.
var atomColumns = [13]int{34, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 66, 69}

const (
	columnMass    = 0
	columnCharge  = 1
	columnHCount  = 3
	columnValence = 5
	columnMap     = 9
)

func (r *reader) atomBlock() error {
	m := r.rec.Mol
	for i := range r.atoms {
		line, err := r.need("atom %d of %d", i+1, r.atoms)
		if err != nil {
			return err
		}
		f, err := r.atomLine(line, i)
		if err != nil {
			return err
		}
		z, isotope, err := r.element(f.symbol, i, 32)
		if err != nil {
			return err
		}
		a := mol.Atom{Element: z, Isotope: isotope, Pos: geom.Vec3{X: f.x, Y: f.y, Z: f.z}}
		if n := f.columns[columnMap]; n > 0 {
			a.Map = n
		}
		if f.columns[columnHCount] > 0 {
			r.warnAlike(hydrogenQuery, "line %d: the hydrogen count of atom %d is a query and is ignored", r.n, i+1)
		}
		l := listed{massDiff: f.columns[columnMass]}
		switch v := f.columns[columnValence]; {
		case v == 15:
			l.valence = noBonds
		case v > 0 && v < 15:
			l.valence = v
		}
		switch c := f.columns[columnCharge]; c {
		case 0:
		case 1, 2, 3, 5, 6, 7:
			l.charge = int8(4 - c)
		case 4:
			l.radical = mol.Doublet
		default:
			return r.errorf(37, "atom %d has charge code %d; the codes are 0 to 7", i+1, c)
		}
		m.Atoms = append(m.Atoms, a)
		r.listed = append(r.listed, l)
	}
	return nil
}

// atomLine splits an atom line by columns, or by blanks when a number crosses
// the columns.
func (r *reader) atomLine(line []byte, i int) (f atomFields, err error) {
	if f, ok := fixedAtom(line); ok {
		return f, nil
	}
	words := bytes.Fields(line)
	if !threeNumbers(words) {
		words = bytes.Fields(apart(line))
	}
	if len(words) >= 4 {
		var okX, okY, okZ bool
		f.x, okX = coordinate(words[0])
		f.y, okY = coordinate(words[1])
		f.z, okZ = coordinate(words[2])
		if okX && okY && okZ {
			f.symbol = words[3]
			for k := 0; k < len(f.columns) && 4+k < len(words); k++ {
				n, ok := integer(words[4+k])
				if !ok {
					return f, r.errorf(0, "atom %d: expected a whole number after the symbol, found %s", i+1, excerpt(words[4+k]))
				}
				f.columns[k] = n
			}
			r.outOfPlace()
			return f, nil
		}
	}
	for k, axis := range [3]string{"x", "y", "z"} {
		field := columns(line, 10*k, 10*k+10)
		if _, ok := coordinate(field); !ok {
			return f, r.errorf(10*k+1, "atom %d of %d: expected the %s coordinate, found %s", i+1, r.atoms, axis, excerpt(field))
		}
	}
	return f, r.errorf(32, "atom %d of %d: expected an element symbol, found %s", i+1, r.atoms, excerpt(columns(line, 30, 34)))
}

// fixedAtom reads an atom line by its columns. It fails when a field does not
// parse, and when the columns cut a word that blanks would not.
func fixedAtom(line []byte) (f atomFields, ok bool) {
	var okX, okY, okZ bool
	f.x, okX = coordinate(columns(line, 0, 10))
	f.y, okY = coordinate(columns(line, 10, 20))
	f.z, okZ = coordinate(columns(line, 20, 30))
	f.symbol = columns(line, 30, 34)
	if !okX || !okY || !okZ || len(f.symbol) == 0 || bytes.ContainsAny(f.symbol, " \t") || straddles(line, 30) {
		return f, false
	}
	if (straddles(line, 10) || straddles(line, 20)) && threeNumbers(bytes.Fields(line)) {
		return f, false
	}
	for k := range f.columns {
		if f.columns[k], ok = integerOrBlank(columns(line, atomColumns[k], atomColumns[k+1])); !ok {
			return f, false
		}
	}
	return f, true
}

// apart sets a blank before each minus sign that follows a digit: numbers that fill more
// than their columns touch.
func apart(line []byte) []byte {
	var out []byte
	for i, c := range line {
		if c == '-' && i > 0 && line[i-1] >= '0' && line[i-1] <= '9' {
			out = append(out, ' ')
		}
		out = append(out, c)
	}
	return out
}

func threeNumbers(words [][]byte) bool {
	for k := range 3 {
		if k >= len(words) {
			return false
		}
		if _, ok := coordinate(words[k]); !ok {
			return false
		}
	}
	return true
}

func (r *reader) outOfPlace() {
	if r.ragged == 0 {
		r.ragged = r.n
		r.warn("line %d: the columns are out of place; fields are read by blanks", r.n)
	}
}

// element reads the symbol of atom i, which starts in the given column (0: no matter).
func (r *reader) element(symbol []byte, i, column int) (z uint8, isotope uint16, err error) {
	name := string(symbol)
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		if z, mass, _, ok := elem.Parse(name); ok {
			return z, uint16(mass), nil
		}
	}
	if placeholder(name) {
		return 0, 0, r.queryf(column, "atom %d is a query or placeholder atom (%.24s); a structure needs element symbols", i+1, name)
	}
	return 0, 0, r.errorf(column, "atom %d: expected an element symbol, found %s", i+1, excerpt(symbol))
}

// placeholder says whether a symbol is one of the format's for atoms that are not
// definite: any atom, lists, R groups, lone pairs, polymer beads.
func placeholder(name string) bool {
	switch name {
	case "L", "A", "Q", "*", "X", "M", "AH", "QH", "XH", "MH", "R", "R#", "LP", "Pol", "Mod":
		return true
	}
	if len(name) > 1 && name[0] == 'R' && allDigits([]byte(name[1:])) {
		return true
	}
	return strings.HasPrefix(name, "[") || strings.HasPrefix(strings.ToUpper(name), "NOT")
}

func (r *reader) bondBlock() error {
	m := r.rec.Mol
	seen := make(map[[2]int]int, r.bonds)
	for k := range r.bonds {
		line, err := r.need("bond %d of %d", k+1, r.bonds)
		if err != nil {
			return err
		}
		a, b, kind, stereo, err := r.bondLine(line, k)
		if err != nil {
			return err
		}
		for _, end := range [2]int{a, b} {
			if end < 1 || end > r.atoms {
				return r.errorf(0, "bond %d joins atoms %d and %d; the block has atoms 1 to %d", k+1, a, b, r.atoms)
			}
		}
		if err := r.checkEnds(a-1, b-1, k, seen); err != nil {
			return err
		}
		if err := r.bondType(kind, k, 7); err != nil {
			return err
		}
		mark, known := bondStereo(mol.Order(kind), stereo)
		if !known {
			r.warnAlike(oddMark, "line %d: the stereo code %d of bond %d has no meaning and is ignored", r.n, stereo, k+1)
		}
		m.Bonds = append(m.Bonds, mol.Bond{A: a - 1, B: b - 1, Order: mol.Order(kind), Stereo: mark})
	}
	return nil
}

// checkEnds refuses bond k from atom a to atom b when it is a loop or a second bond.
func (r *reader) checkEnds(a, b, k int, seen map[[2]int]int) error {
	if a == b {
		return r.errorf(0, "bond %d joins atom %d to itself", k+1, a+1)
	}
	pair := [2]int{min(a, b), max(a, b)}
	if first, twice := seen[pair]; twice {
		return r.errorf(0, "bond %d repeats bond %d between atoms %d and %d", k+1, first+1, pair[0]+1, pair[1]+1)
	}
	seen[pair] = k
	return nil
}

// bondType refuses types that are no bond orders of a structure.
func (r *reader) bondType(kind, k, column int) error {
	switch {
	case kind >= 1 && kind <= 4 || kind == 9:
		return nil
	case kind >= 5 && kind <= 8:
		return r.queryf(column, "bond %d is a query bond (type %d); a structure needs types 1, 2, 3, 4 or 9", k+1, kind)
	case kind == 10:
		return r.errorf(column, "bond %d is a hydrogen bond (type 10), which is no bond of a molecular graph; remove it", k+1)
	}
	return r.errorf(column, "bond %d has type %d; the types are 1, 2, 3, 4 (aromatic) and 9 (dative)", k+1, kind)
}

// bondLine splits a bond line by columns, or by blanks when they are out of place.
func (r *reader) bondLine(line []byte, k int) (a, b, kind, stereo int, err error) {
	fields := [4]*int{&a, &b, &kind, &stereo}
	fixed := !straddles(line, 12)
	for f, to := range fields {
		n, ok := integer(columns(line, 3*f, 3*f+3))
		if f == 3 {
			n, ok = integerOrBlank(columns(line, 9, 12))
		}
		*to = n
		fixed = fixed && ok
	}
	if fixed {
		return a, b, kind, stereo, nil
	}
	words := bytes.Fields(line)
	for f, to := range fields {
		switch {
		case f < len(words):
			n, ok := integer(words[f])
			if !ok {
				return 0, 0, 0, 0, r.errorf(0, "bond %d of %d: expected two atom numbers and a bond type, found %s", k+1, r.bonds, excerpt(line))
			}
			*to = n
		case f < 3:
			return 0, 0, 0, 0, r.errorf(0, "bond %d of %d: expected two atom numbers and a bond type, found %s", k+1, r.bonds, excerpt(line))
		default:
			*to = 0
		}
	}
	r.outOfPlace()
	return a, b, kind, stereo, nil
}

// bondStereo translates a stereo code; known is false for a code that the
// format does not define for this order.
func bondStereo(order mol.Order, code int) (mark mol.BondStereo, known bool) {
	if code == 0 {
		return mol.NoStereo, true
	}
	switch order {
	case mol.Single:
		switch code {
		case 1:
			return mol.WedgeUp, true
		case 4:
			return mol.WedgeEither, true
		case 6:
			return mol.WedgeDown, true
		}
	case mol.Double:
		if code == 3 {
			return mol.CisTransEither, true
		}
	}
	return mol.NoStereo, false
}
