package lammps

import (
	"bytes"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
)

// header reads up to the first section.
func (r *reader) header() error {
	title, ok := r.Next()
	if !ok {
		return r.Ends("the title line")
	}
	r.file.Title = format.Text(title)
	if !strings.HasPrefix(r.file.Title, "LAMMPS") { // as programs begin it
		r.file.Name = r.file.Title
	}
	if strings.HasSuffix(r.file.Title, "units = lj") {
		r.file.Warn("the units are lj: lengths and masses are reduced, not Å and u")
	}
	atoms := false
	for {
		line, ok := r.Next()
		if !ok || r.begins(line) {
			break
		}
		words := r.split(line)
		if len(words) < 2 {
			continue
		}
		n, whole := format.Integer(words[0])
		switch key := string(bytes.Join(words[1:], []byte(" "))); {
		case key == "atoms" || key == "bonds" || key == "atom types" || key == "angles" || key == "dihedrals" || key == "impropers":
			if !whole || n < 0 {
				return r.Errorf("expected the number of %s, found %s", key, format.Excerpt(words[0]))
			}
			if n > 4*format.MaxAtoms || key == "atoms" && n > format.MaxAtoms || key == "atom types" && n > maxTypes {
				return r.Errorf("the file announces %s %s; the limit is %s", words[0], key, format.Grouped(format.MaxAtoms))
			}
			switch key {
			case "atoms":
				r.atoms, atoms = int(n), true
			case "bonds":
				r.bonds = int(n)
			case "atom types":
				r.types = int(n)
			default:
				r.dropped += int(n)
			}
		default:
			if err := r.boxLine(words); err != nil {
				return err
			}
		}
	}
	if !atoms {
		return r.Errorf("the header does not say how many atoms there are (\"N atoms\")")
	}
	return nil
}

// boxLine reads a line of the header that bounds the box; others say nothing here.
func (r *reader) boxLine(words [][]byte) error {
	n := len(words)
	key, numbers := "", 0
	switch {
	case n >= 4 && len(words[n-1]) == 3 && (string(words[n-2][1:]) == "lo" && string(words[n-1][1:]) == "hi"):
		key, numbers = string(words[n-2]), 2
	case n >= 6 && string(words[n-3]) == "xy" && string(words[n-2]) == "xz" && string(words[n-1]) == "yz":
		key, numbers = "xy", 3
	case n >= 4 && (string(words[n-1]) == "avec" || string(words[n-1]) == "bvec" || string(words[n-1]) == "cvec"):
		key, numbers = string(words[n-1]), 3
	case n >= 5 && string(words[n-2]) == "abc" && string(words[n-1]) == "origin":
		key, numbers = "abc", 3
	default:
		return nil
	}
	var x [3]float64
	for k := range numbers {
		value, ok := format.Number(words[k])
		if !ok {
			return r.Errorf("expected a number before %s, found %s", key, format.Excerpt(words[k]))
		}
		x[k] = value
	}
	switch key {
	case "xy":
		r.tilt = &x
	case "abc":
		r.origin = x
	case "avec", "bvec", "cvec":
		copy(r.vectors[3*int(key[0]-'a'):], x[:])
		r.general++
	default:
		if axis := int(key[0]) - 'x'; axis >= 0 && axis < 3 {
			if !(x[1] > x[0]) {
				return r.Errorf("the box has no extent in %c: %g to %g", key[0], x[0], x[1])
			}
			r.bounds[axis], r.bounded[axis] = [2]float64{x[0], x[1]}, true
		}
	}
	return nil
}

// box makes the cell.
func (r *reader) box() error {
	var v [9]float64
	switch {
	case r.general == 3:
		v = r.vectors
	case r.general == 0 && r.bounded != [3]bool{}:
		for k, b := range r.bounds {
			if !r.bounded[k] {
				b = [2]float64{-0.5, 0.5} // as LAMMPS does
				r.file.Warn("the header does not bound the box in %c; it reaches from -0.5 to 0.5", "xyz"[k])
			}
			v[4*k] = b[1] - b[0]
			r.origin[k] = b[0]
		}
		if t := r.tilt; t != nil {
			v[3], v[6], v[7] = t[0], t[1], t[2]
		}
	default:
		return r.Errorf("the header does not bound the box (\"lo hi xlo xhi\", and so for y and z)")
	}
	r.file.SetCell(&v)
	if r.origin != [3]float64{} {
		r.file.Warn("the box begins at %g, %g, %g; the positions are kept as they are listed", r.origin[0], r.origin[1], r.origin[2])
	}
	r.file.Details = append(r.file.Details, format.Detail{Name: "origin", Value: r.origin[:]})
	if r.tilt != nil {
		r.file.Details = append(r.file.Details, format.Detail{Name: "tilt", Value: r.tilt[:]})
	}
	return nil
}
