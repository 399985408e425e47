package edit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Ref names one atom for good: deleting other atoms never changes it, and undo
// brings it back. Atoms of the source are {0, index in the source}; atoms of a
// fragment are {number of the fragment, index in the fragment}.
//
// The atoms of a document are always in ascending order of their Ref: steps
// append and delete, and undo puts atoms back where they were. So finding an
// atom is a binary search.
type Ref struct {
	Fragment int32
	Atom     int32
}

// Added names atom number atom of those that the op number op adds, counting the ops
// of one step that add atoms: a step can bond what it has just added.
func Added(op, atom int) Ref { return Ref{Fragment: -1 - int32(op), Atom: int32(atom)} }

func compareRefs(a, b Ref) int {
	if a.Fragment != b.Fragment {
		return cmp.Compare(a.Fragment, b.Fragment)
	}
	return cmp.Compare(a.Atom, b.Atom)
}

// Refs returns the references of atoms given by their index in the current
// structure, in the same order. An index out of range is an *contract.Error.
func (d *Document) Refs(atoms []int) ([]Ref, error) {
	refs := make([]Ref, len(atoms))
	for i, a := range atoms {
		if a < 0 || a >= len(d.refs) {
			return nil, invalid("atom %d is not in the document, which has %d atoms", a, len(d.refs))
		}
		refs[i] = d.refs[a]
	}
	return refs, nil
}

// Rows returns the current indices of the atoms that refs names, in that order, without
// those that are not in the document.
func (d *Document) Rows(refs []Ref) []uint32 {
	rows := make([]uint32, 0, len(refs))
	for _, r := range refs {
		if at, ok := slices.BinarySearchFunc(d.refs, r, compareRefs); ok {
			rows = append(rows, uint32(at))
		}
	}
	return rows
}

// FormatRef writes a reference as the document's record does: the index for an
// atom of the source, "<fragment>:<index>" for an atom of a fragment.
func (d *Document) FormatRef(r Ref) string {
	if r.Fragment < 0 {
		return "new " + strconv.Itoa(int(r.Atom))
	}
	if r.Fragment == 0 {
		return strconv.Itoa(int(r.Atom))
	}
	return d.fragments[r.Fragment] + ":" + strconv.Itoa(int(r.Atom))
}

// rows returns the current indices of the atoms that refs names, in that order.
func (d *Document) rows(refs []Ref) ([]int, error) {
	rows := make([]int, len(refs))
	next := 0 // atoms mostly come in their order, one after the other
	for i, r := range refs {
		if op := int(-1 - r.Fragment); op >= 0 && op < len(d.adding) {
			r.Fragment = d.adding[op]
		}
		if next >= len(d.refs) || d.refs[next] != r {
			at, ok := slices.BinarySearchFunc(d.refs, r, compareRefs)
			if !ok {
				return nil, invalid("atom %s is not in the document", d.FormatRef(r))
			}
			next = at
		}
		rows[i] = next
		next++
	}
	return rows, nil
}

// maxSlug bounds the readable part of a fragment id.
const maxSlug = 24

// fragmentID returns the id of fragment number n: the name in lower case with
// everything but ASCII letters and digits as single hyphens, then the number.
func fragmentID(name string, n int32) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == maxSlug {
			break
		}
	}
	slug := strings.Trim(b.String(), "-")
	if slug == "" {
		slug = "fragment"
	}
	return slug + "-" + strconv.Itoa(int(n))
}
