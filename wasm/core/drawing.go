//go:build document || !part

package core

import (
	"errors"
	"strings"

	"github.com/molsmith/molsmith/chem/depict"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// bondLength is how long bonds are in drawn mol blocks, Å, as editors expect it.
const bondLength = 1.5

// atomRow is AtomRow of the protocol.
type atomRow struct {
	Symbol    string    `json:"symbol"`
	Charge    int       `json:"charge"`
	Hydrogens int       `json:"hydrogens"`
	Label     string    `json:"label"`
	Bonds     []bondRow `json:"bonds"`
}

type bondRow struct {
	To    int    `json:"to"`
	Order int    `json:"order"`
	Label string `json:"label"`
}

// moleculeDraw lays a molecule out for an editor: a flat mol block with wedges, and
// the same as a table of atoms.
func moleculeDraw(_ *Core, _ *request, q struct {
	SMILES string `json:"smiles"`
}) (response, error) {
	p, err := smiles.Perceive(q.SMILES)
	if err != nil {
		return response{}, refused(err)
	}
	if err := tooLarge(p); err != nil {
		return response{}, refused(err)
	}
	set := stereo.Find(p)
	block, err := drawnBlock(p, set)
	if err != nil {
		block = "" // the table of atoms says it all the same
	}
	return response{value: map[string]any{"molblock": block, "atoms": atomRows(p, set)}}, nil
}

// drawnBlock returns the mol block of a drawing: wedges at centers, and a crossed bond
// where a double bond has no stated configuration, which positions would invent.
func drawnBlock(p *perceive.Molecule, set *stereo.Set) (string, error) {
	places, err := depict.Layout(p, set)
	if err != nil {
		return "", err
	}
	m := p.Mol.Clone()
	m.Centers, m.CisTrans = nil, nil
	for i := range m.Atoms {
		m.Atoms[i].Pos = geom.Vec3{X: bondLength * places[i].X, Y: bondLength * places[i].Y}
	}
	for k := range m.Bonds {
		m.Bonds[k].Stereo = mol.NoStereo
	}
	for _, k := range set.OpenBonds {
		m.Bonds[k].Stereo = mol.CisTransEither
	}
	for _, w := range depict.Wedges(p, set, places, false) {
		b := &m.Bonds[w.Bond]
		if b.A != w.From {
			b.A, b.B = b.B, b.A
		}
		b.Stereo = mol.WedgeDown
		if w.Up {
			b.Stereo = mol.WedgeUp
		}
	}
	block, err := molfile.Write(&molfile.Record{Mol: m, Dimension: "2D"})
	return string(block), err
}

// atomRows lists the atoms in the order of the SMILES, each bond at both ends.
func atomRows(p *perceive.Molecule, set *stereo.Set) []atomRow {
	labels, err := cip.Label(p, set)
	if err != nil {
		// Too large to rank: the table goes without R and S, as the picture does.
		labels = cip.Labels{Atoms: make([]string, len(p.Mol.Atoms)), Bonds: make([]string, len(p.Mol.Bonds))}
	}
	rows := make([]atomRow, len(p.Mol.Atoms))
	for i, a := range p.Mol.Atoms {
		rows[i] = atomRow{Symbol: symbol(a.Element), Charge: int(a.Charge), Hydrogens: int(a.Hydrogens), Label: labels.Atoms[i], Bonds: []bondRow{}}
	}
	for k, b := range p.Mol.Bonds {
		order := int(b.Order)
		if p.AromaticBonds[k] {
			order = int(mol.Aromatic)
		} else if b.Order > mol.Aromatic {
			order = 1 // dative and zero-order bonds join all the same
		}
		rows[b.A].Bonds = append(rows[b.A].Bonds, bondRow{b.B, order, labels.Bonds[k]})
		rows[b.B].Bonds = append(rows[b.B].Bonds, bondRow{b.A, order, labels.Bonds[k]})
	}
	return rows
}

func symbol(z uint8) string {
	if z == 0 {
		return "*"
	}
	return elem.Symbol(z)
}

// readDrawing reads the mol block of a drawing or a file. What is wrong with it is an
// answer, not a failure: a molecule that is being drawn is wrong some of the time.
func readDrawing(text string) (*molfile.Record, *perceive.Molecule, *textProblem) {
	whole := func(message string) *textProblem {
		return &textProblem{Length: utf16Length(text), Message: message}
	}
	rec, err := molfile.Read([]byte(text))
	if err != nil {
		var e *molfile.ParseError
		if !errors.As(err, &e) {
			return nil, nil, whole(err.Error())
		}
		at, end := lineAt(text, e.Line)
		return nil, nil, &textProblem{Offset: utf16Length(text[:at]), Length: utf16Length(text[at:end]), Message: err.Error()}
	}
	if len(rec.Mol.Atoms) == 0 {
		return nil, nil, whole("there are no atoms")
	}
	p, err := molfile.Perceive(rec)
	if err != nil {
		return rec, nil, whole(err.Error())
	}
	if err := tooLarge(p); err != nil {
		return rec, nil, whole(err.Error())
	}
	return rec, p, nil
}

// lineAt returns where a line, counted from 1, begins and ends in a text.
func lineAt(text string, line int) (at, end int) {
	for range line - 1 {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	if end = strings.IndexAny(text[at:], "\r\n"); end < 0 {
		return at, len(text)
	}
	return at, at + end
}
