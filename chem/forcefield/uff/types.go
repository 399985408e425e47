package uff

import (
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/perceive"
)

// atomTypes chooses the type of every atom.
type atomTypes struct {
	p          *perceive.Molecule
	hybrid     []perceive.Hybridization // changed where RDKit has no type
	conjugated []bool
	degree     []int
	row        []*parameters
	warnings   []Warning
	warned     map[string]bool
}

// chooseTypes returns the types of p, a complete molecule without wildcards.
func chooseTypes(p *perceive.Molecule, degree []int) *atomTypes {
	t := &atomTypes{p: p, degree: degree, row: make([]*parameters, len(p.Mol.Atoms)), warned: map[string]bool{}}
	t.hybrid, t.conjugated = p.Hybridization()
	for i := range t.row {
		z := p.Mol.Atoms[i].Element
		rows := table()[z]
		label := t.label(i)
		for k := range rows {
			if rows[k].label == label {
				t.row[i] = &rows[k]
			}
		}
		if t.row[i] == nil {
			t.fallBack(i)
		}
	}
	return t
}

// label is the name of the type of atom i by RDKit's rules: the symbol, the
// arrangement and the valence that the parameters are for.
func (t *atomTypes) label(i int) string {
	z := t.p.Mol.Atoms[i].Element
	label := elem.Symbol(z)
	if len(label) == 1 {
		label += "_"
	}
	if z == 1 && t.degree[i] > 1 {
		return label + "b" // between two borons
	}
	_, usual := perceive.UsualValence(z)
	if outer := perceive.OuterElectrons(z); !usual || outer != 1 && outer != 7 {
		label += t.arrangement(i)
	}
	return label + t.suffix(i)
}

// arrangement is the part of the label that says how many neighbors there are.
func (t *atomTypes) arrangement(i int) string {
	z := t.p.Mol.Atoms[i].Element
	switch z {
	case 12, 13, 14, 15, 50, 51, 52, 81, 82, 83, 84:
		return "3"
	case 80:
		return "1"
	}
	switch t.hybrid[i] {
	case perceive.SP:
		return "1"
	case perceive.SP2:
		if t.conjugated[i] && (z == 6 || z == 7 || z == 8 || z == 16) {
			return "R"
		}
		return "2"
	case perceive.SP3:
		return "3"
	case perceive.SP2D:
		return "4"
	case perceive.SP3D:
		return "5"
	case perceive.SP3D2:
		return "6"
	}
	return ""
}

// suffixes are the valences the parameters of an element are for, by atomic number in
// rows of ten; 0 is none stated. P, S and Re have more than one.
const suffixes = "0040200000" +
	"0020000040" +
	"2345322321" +
	"2303204000" +
	"0565002123" +
	"0320400333" +
	"3333333333" +
	"3305000023" +
	"2333200003" +
	"4444443333" +
	"3333"

func (t *atomTypes) suffix(i int) string {
	z, valence := t.p.Mol.Atoms[i].Element, t.p.Valence[i]
	switch {
	case z == 15 && valence == 3:
		return "+3"
	case z == 15:
		return "+5"
	case z == 16 && t.hybrid[i] == perceive.SP2:
		return ""
	case z == 16 && (valence == 2 || valence == 4):
		return "+" + strconv.Itoa(valence)
	case z == 16:
		return "+6"
	case z == 75 && t.hybrid[i] == perceive.SP3:
		return "+7"
	case z == 75 && t.hybrid[i] == perceive.SP3D2:
		return "+5"
	case int(z) < len(suffixes) && suffixes[z] != '0':
		return "+" + suffixes[z:z+1]
	}
	return ""
}

// congener is the element whose parameters z borrows, z itself if it has its own.
func congener(z uint8) uint8 {
	if z > 103 {
		return z - 32
	}
	return z
}

// fallBack gives atom i the nearest type there is. Metals are taken to be as their
// number of neighbors says.
func (t *atomTypes) fallBack(i int) {
	z := t.p.Mol.Atoms[i].Element
	rows := table()[congener(z)]
	want := byte('3')
	if perceive.Metal(z) || z > 103 {
		t.hybrid[i] = ofMetal(t.degree[i], rows[0].geometry())
		if t.degree[i] > 4 {
			want = '6'
		}
	} else if t.hybrid[i] == perceive.SP2 || t.hybrid[i] == perceive.SP {
		want = '2'
	}
	suffix := "+" + strconv.Itoa(max(t.p.Valence[i], int(t.p.Mol.Atoms[i].Charge)))
	best, bestScore := 0, -1
	for k := range rows {
		score := 0
		if rows[k].geometry() == want {
			score += 2
		}
		if strings.HasSuffix(rows[k].label, suffix) {
			score++
		}
		if score > bestScore {
			best, bestScore = k, score
		}
	}
	t.row[i] = &rows[best]
	if t.degree[i] == 0 && congener(z) == z {
		return // only the size matters, and that is the element's
	}
	label := elem.Symbol(z) + " as " + t.row[i].label
	if !t.warned[label] {
		t.warned[label] = true
		t.warnings = append(t.warnings, Warning{
			Atom: i,
			Msg:  "has no type for its " + strconv.Itoa(t.degree[i]) + " neighbors; it takes " + t.row[i].label,
		})
	}
}

// ofMetal is the arrangement of that many ligands around a metal whose parameters
// are for the given one.
func ofMetal(ligands int, geometry byte) perceive.Hybridization {
	switch ligands {
	case 0, 1:
		return perceive.S
	case 2:
		return perceive.SP
	case 3:
		return perceive.SP2
	case 4:
		if geometry == '4' {
			return perceive.SP2D
		}
		return perceive.SP3
	case 5:
		return perceive.SP3D
	case 6:
		return perceive.SP3D2
	}
	return perceive.Unhybridized
}
