package lammps

import (
	"bytes"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// guessRows is how many rows decide what style a section without a name is.
const guessRows = 2000

// guess finds the style of the rows that follow by their columns.
func (r *reader) guess() error {
	at := r.Mark()
	columns := 0
	molecular, charged := true, true // id molecule type …, id type charge …
	sphere := true
	for range guessRows {
		line := r.row()
		if line == nil {
			break
		}
		words := r.split(line)
		if columns == 0 {
			columns = len(words)
		}
		if len(words) != columns {
			return r.Errorf("expected %d columns as in the rows before, found %d", columns, len(words))
		}
		if columns < 5 {
			return r.Errorf("expected at least 5 columns (number, type, x, y, z), found %s", format.Excerpt(line))
		}
		_, first := r.kind(words[1])
		_, second := r.kind(words[2])
		_, whole := format.Integer(words[1])
		molecular = molecular && whole && second
		charged = charged && first
		sphere = sphere && first && !second
	}
	r.section = ""
	r.Back(at)
	name := ""
	switch columns {
	case 0, 5, 8:
		name = "atomic"
	case 6, 9:
		name = "molecular"
		if charged && (!molecular || r.bonds == 0 && r.types == 0) {
			name = "charge"
		}
	case 7, 10:
		name = "full"
		if sphere && !molecular {
			name = "sphere"
		}
	}
	if r.style = styleOf(name); r.style == nil {
		return r.Errorf("atom lines of %d columns are of no known style; write it behind Atoms (\"Atoms # full\")", columns)
	}
	r.guessed = columns > 0
	return nil
}

func (r *reader) readAtoms() error {
	if r.seen {
		return r.Errorf("there is a second section Atoms")
	}
	r.seen = true
	if r.style = styleOf(r.hint); r.style == nil {
		if r.hint != "" && r.hint == "hybrid" {
			return r.Errorf("the atom style hybrid is not read; known are atomic, charge, molecular, full and some more")
		}
		if err := r.guess(); err != nil {
			return err
		}
	}
	s, st := r.file.Structure, r.style
	if r.atoms > r.Left()/10+1 {
		return r.Errorf("the file announces %s and is too short to hold them", format.Count(r.atoms, "atom"))
	}
	s.Positions = make([]float64, 0, 3*r.atoms)
	r.ids = format.NewIDs(r.atoms)
	r.kinds = make([]int32, 0, r.atoms)
	var charges []float64
	charged := false
	for line := r.row(); line != nil; line = r.row() {
		i := len(r.kinds)
		if i == r.atoms {
			return r.ends("Atoms", r.atoms+1, r.atoms)
		}
		words := r.split(line)
		if len(words) != st.columns && len(words) != st.columns+3 {
			return r.Errorf("atom %d of %d: expected %d or %d columns (style %s), found %d", i+1, r.atoms, st.columns, st.columns+3, st.name, len(words))
		}
		id, ok := format.Integer(words[0])
		if !ok || id < 1 {
			return r.Errorf("atom %d of %d: expected its number, found %s", i+1, r.atoms, format.Excerpt(words[0]))
		}
		if !r.ids.Add(id, i) {
			return r.Errorf("atom number %d stands twice", id)
		}
		kind, ok := r.kind(words[st.kind])
		if !ok {
			return r.Errorf("atom %d of %d: expected a type from 1 to %d, found %s", i+1, r.atoms, r.types, format.Excerpt(words[st.kind]))
		}
		r.kinds = append(r.kinds, int32(kind))
		if st.molecule >= 0 {
			m, ok := format.Integer(words[st.molecule])
			if !ok {
				return r.Errorf("atom %d of %d: expected a molecule number, found %s", i+1, r.atoms, format.Excerpt(words[st.molecule]))
			}
			r.molecule = append(r.molecule, m)
		}
		if st.charge >= 0 {
			q, ok := format.Number(words[st.charge])
			if !ok {
				return r.Errorf("atom %d of %d: expected a charge, found %s", i+1, r.atoms, format.Excerpt(words[st.charge]))
			}
			charges = append(charges, q)
			charged = charged || q != 0
		}
		for k := range 3 {
			x, ok := format.Number(words[st.at+k])
			if !ok {
				return r.Errorf("atom %d of %d: expected the %c coordinate, found %s", i+1, r.atoms, "xyz"[k], format.Excerpt(words[st.at+k]))
			}
			s.Positions = append(s.Positions, x)
		}
		if len(words) == st.columns+3 {
			r.flags = true
			for _, word := range words[st.columns:] {
				if !bytes.Equal(word, []byte("0")) {
					r.images++
					break
				}
			}
		}
	}
	if len(r.kinds) != r.atoms {
		return r.ends("Atoms", len(r.kinds), r.atoms)
	}
	if charged {
		s.Scalars = append(s.Scalars, structure.Channel{Name: charge, Values: charges})
	}
	return nil
}
