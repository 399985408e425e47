package mol2

import (
	"bytes"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
)

func (r *reader) crystal() error {
	line := r.row()
	var v [8]float64
	n, _ := format.Numbers(line, v[:])
	if n < 6 {
		return r.Errorf("CRYSIN: expected three lengths and three angles, found %s", format.Excerpt(line))
	}
	c, err := cell.FromParameters(v[0], v[1], v[2], v[3], v[4], v[5])
	if err != nil {
		r.file.Warn("CRYSIN is ignored: %s", err)
		return nil
	}
	vectors := c.Vectors()
	r.file.Structure.Cell = &vectors
	if n > 6 && v[6] != 1 && v[6] != 0 {
		r.file.Warn("the file names space group %g; only the atoms that it lists are read", v[6])
	}
	return nil
}

// substructures takes the chains of residues.
func (r *reader) substructures() {
	r.chains = map[int64]string{}
	for line := r.row(); line != nil; line = r.row() {
		words := strings.Fields(strings.ToValidUTF8(string(line), "?"))
		if len(words) < 6 {
			continue
		}
		if id, ok := format.Integer([]byte(words[0])); ok && len([]rune(words[5])) == 1 {
			r.chains[id] = words[5]
		}
	}
}

// attributes reads formal charges.
func (r *reader) attributes() error {
	for line := r.row(); line != nil; line = r.row() {
		var head [2]float64
		if n, _ := format.Numbers(line, head[:]); n < 2 {
			return r.Errorf("expected an atom and the number of its attributes, found %s", format.Excerpt(line))
		}
		atom, ok := r.ids.Atom(int64(head[0]))
		if !ok {
			return r.Errorf("the attributes are of atom %g, which the section ATOM does not hold", head[0])
		}
		for k := 0.0; k < head[1]; k++ {
			if line = r.row(); line == nil {
				return r.Errorf("the attributes of atom %g are cut off", head[0])
			}
			key, rest := format.Word(line)
			if string(key) != charge {
				continue
			}
			word, _ := format.Word(rest)
			q, ok := format.Integer(bytes.TrimPrefix(word, []byte("+")))
			if !ok || q != int64(int32(q)) {
				return r.Errorf("expected a formal charge, found %s", format.Excerpt(word))
			}
			if r.formal == nil {
				r.formal = make([]int32, len(r.types))
			}
			r.formal[atom] = int32(q)
		}
	}
	return nil
}

// residues takes the numbers of substructures as those of residues, and their chains.
func (r *reader) residues() {
	s := r.file.Structure
	numbered := false
	for _, id := range r.residue {
		numbered = numbered || id != 0
		if id < -1<<31 || id > 1<<31-1 {
			r.file.Warn("the numbers of substructures are not kept: they are too large")
			return
		}
	}
	if !numbered {
		return
	}
	for _, id := range r.residue {
		s.ResidueIDs = append(s.ResidueIDs, int32(id))
	}
	if len(r.chains) == 0 {
		return
	}
	for _, id := range r.residue {
		chain := r.chains[id]
		if chain == "" {
			chain = " "
		}
		s.ChainIDs = append(s.ChainIDs, chain)
	}
}
