//go:build document || !part

package core

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/depict"
	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/species"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/structure"
)

// presetRef names the preset that a molecule is.
type presetRef struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// presets finds the preset that a molecule is: by formula first, then by canonical
// SMILES, made when a formula is first met. Making all of them would hold up the first
// picture.
var presets = struct {
	sync.Mutex
	byFormula map[string]map[string]presetRef
}{byFormula: map[string]map[string]presetRef{}}

// presetOf returns the preset with the formula and canonical SMILES of a molecule, nil
// when there is none. Of presets that are the same molecule the first counts: polymer
// units stand after the molecules they share it with.
func presetOf(formula, canonical string) *presetRef {
	presets.Lock()
	defer presets.Unlock()
	known, ok := presets.byFormula[formula]
	if !ok {
		known = map[string]presetRef{}
		for _, e := range library.All() {
			if e.Formula == formula {
				spell(&e, known)
			}
		}
		if len(known) > 0 {
			presets.byFormula[formula] = known
		}
	}
	if p, ok := known[canonical]; ok {
		return &p
	}
	return nil
}

// spell notes the canonical SMILES of a preset: of its own SMILES and of its geometry,
// which differ for [HH], drawn as two atoms.
func spell(e *library.Entry, known map[string]presetRef) {
	note := func(p *perceive.Molecule, s *stereo.Set) {
		text, err := smiles.CanonicalOf(p, s)
		if _, taken := known[text]; err == nil && !taken {
			known[text] = presetRef{e.ID, e.Name}
		}
	}
	if p, err := smiles.Perceive(e.SMILES); err == nil {
		note(p, stereo.Find(p))
	}
	if m, err := species.Find(structure.FromMol(e.Mol())).At(0); err == nil {
		note(m.Molecule, m.Stereo)
	}
}

// textProblem is SmilesProblem of the protocol.
type textProblem struct {
	Offset  int    `json:"offset"`
	Length  int    `json:"length"`
	Message string `json:"message"`
}

// sketch is MoleculeSketch of the protocol.
type sketch struct {
	SMILES  string     `json:"smiles"`
	Formula string     `json:"formula"`
	Title   string     `json:"title"`
	Preset  *presetRef `json:"preset"`
	Picture string     `json:"picture"`
	Undrawn string     `json:"undrawn,omitempty"`
	// Given is the mol block it was read from, nil for a SMILES.
	Given *block `json:"given,omitempty"`
}

func moleculeSketch(_ *Core, _ *request, q struct {
	SMILES   string  `json:"smiles"`
	Molblock string  `json:"molblock"`
	Dark     bool    `json:"dark"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
	Bond     float64 `json:"bondLength"`
}) (response, error) {
	picture := depict.Options{Width: q.Width, Height: q.Height, BondLength: q.Bond, Dark: q.Dark}
	if q.Molblock != "" {
		rec, p, problem := readDrawing(q.Molblock)
		if problem != nil {
			return response{value: map[string]any{"problem": problem}}, nil
		}
		s, err := sketchOf(p, picture)
		if err != nil {
			return response{}, refused(err)
		}
		s.Given = givenBlock(rec, p)
		return response{value: map[string]any{"sketch": s}}, nil
	}
	if at, end, more := secondLine(q.SMILES); more {
		return response{value: map[string]any{"problem": textProblem{
			Offset: utf16Length(q.SMILES[:at]), Length: utf16Length(q.SMILES[at:end]), Message: "this is a second line; give one molecule",
		}}}, nil
	}
	p, err := smiles.Perceive(q.SMILES)
	if err != nil {
		return problemAnswer(q.SMILES, err)
	}
	if err := tooLarge(p); err != nil {
		return response{value: map[string]any{"problem": textProblem{Length: utf16Length(q.SMILES), Message: err.Error()}}}, nil
	}
	s, err := sketchOf(p, picture)
	if err != nil {
		return response{}, refused(err)
	}
	return response{value: map[string]any{"sketch": s}}, nil
}

func sketchOf(p *perceive.Molecule, o depict.Options) (*sketch, error) {
	set := stereo.Find(p)
	canonical, err := smiles.CanonicalOf(p, set)
	if err != nil {
		return nil, err
	}
	s := sketch{SMILES: canonical, Formula: p.Formula(), Title: p.Mol.Name, Preset: presetOf(p.Formula(), canonical)}
	o.Title = s.Formula
	if s.Preset != nil {
		o.Title = s.Preset.Name + ", " + s.Formula
	}
	if s.Picture, err = depict.SVG(p, set, o); err != nil {
		s.Undrawn = err.Error()
	}
	return &s, nil
}

// tooLarge refuses molecules whose picture and values would hold up the document.
func tooLarge(p *perceive.Molecule) error {
	if n := len(p.Mol.Atoms); n > species.MaxAtoms {
		return fmt.Errorf("the molecule has %d atoms; the page draws and describes up to %d", n, species.MaxAtoms)
	}
	return nil
}

// secondLine finds text on a line after the first one with text: it would be read as
// the name of the first molecule.
func secondLine(text string) (at, end int, ok bool) {
	begin := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	line := strings.IndexAny(text[begin:], "\r\n")
	if line < 0 {
		return 0, 0, false
	}
	rest := text[begin+line:]
	at = len(text) - len(strings.TrimLeft(rest, " \t\r\n"))
	end = len(strings.TrimRight(text, " \t\r\n"))
	return at, end, at < end
}

// problemAnswer says where a text is no molecule. That is an answer, not a failure:
// text that is being typed is wrong most of the time.
func problemAnswer(text string, err error) (response, error) {
	var e *smiles.ParseError
	if !errors.As(err, &e) {
		return response{}, refused(err)
	}
	at := min(max(e.Offset, 0), len(text))
	end := at + tokenLength(text[at:])
	if inBracket := strings.LastIndexByte(text[:at], '[') > strings.LastIndexByte(text[:at], ']'); inBracket {
		_, n := utf8.DecodeRuneInString(text[at:])
		end = at + n
	}
	return response{value: map[string]any{"problem": textProblem{
		Offset:  utf16Length(text[:at]),
		Length:  utf16Length(text[at:end]),
		Message: e.Msg,
	}}}, nil
}

// tokenLength is how many bytes at the start of text a mark covers: a closed bracket
// atom, an element of two letters, a ring number, else one character.
func tokenLength(text string) int {
	if strings.HasPrefix(text, "[") {
		if end := strings.IndexAny(text[1:], "[]"); end >= 0 && text[1+end] == ']' {
			return end + 2
		}
		return 1
	}
	if strings.HasPrefix(text, "Cl") || strings.HasPrefix(text, "Br") {
		return 2
	}
	if len(text) >= 3 && text[0] == '%' && digit(text[1]) && digit(text[2]) {
		return 3
	}
	_, n := utf8.DecodeRuneInString(text)
	return n
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// utf16Length is the length that JavaScript gives a text.
func utf16Length(text string) int {
	n := 0
	for _, r := range text {
		if r > 0xffff {
			n++
		}
		n++
	}
	return n
}

// properties is MoleculeProperties of the protocol.
type properties struct {
	SMILES         string     `json:"smiles"`
	Preset         *presetRef `json:"preset"`
	Formula        string     `json:"formula"`
	Charge         int        `json:"charge"`
	HeavyAtoms     int        `json:"heavyAtoms"`
	Mass           float64    `json:"mass"`
	ExactMass      float64    `json:"exactMass"`
	LogP           float64    `json:"logP"`
	TPSA           float64    `json:"tpsa"`
	Donors         int        `json:"donors"`
	Acceptors      int        `json:"acceptors"`
	RotatableBonds int        `json:"rotatableBonds"`
	Rings          int        `json:"rings"`
	AromaticRings  int        `json:"aromaticRings"`
	Fsp3           float64    `json:"fsp3"`
	QED            float64    `json:"qed"`
	Synthetic      *float64   `json:"synthetic"`
	Pains          []string   `json:"pains"`
	Brenk          []string   `json:"brenk"`
	Undecided      []string   `json:"undecided"`
}

func moleculeProperties(_ *Core, _ *request, q struct {
	SMILES string `json:"smiles"`
}) (response, error) {
	p, err := smiles.Perceive(q.SMILES)
	if err != nil {
		return response{}, refused(err)
	}
	if err := tooLarge(p); err != nil {
		return response{}, refused(err)
	}
	answer, err := describe(p, stereo.Find(p))
	if err != nil {
		return response{}, refused(err)
	}
	return response{value: answer}, nil
}

func describe(p *perceive.Molecule, set *stereo.Set) (*properties, error) {
	canonical, err := smiles.CanonicalOf(p, set)
	if err != nil {
		return nil, err
	}
	target := smarts.NewTarget(p, set)
	v, err := descriptors.Calculate(p, target)
	if err != nil {
		return nil, err
	}
	drug, err := v.Druglikeness(p, target)
	if err != nil {
		return nil, err
	}
	pains, err := descriptors.FindAlerts(target, descriptors.PainsA, descriptors.PainsB, descriptors.PainsC)
	if err != nil {
		return nil, err
	}
	brenk, err := descriptors.FindAlerts(target, descriptors.Brenk)
	if err != nil {
		return nil, err
	}
	answer := &properties{
		SMILES: canonical, Preset: presetOf(p.Formula(), canonical), Formula: p.Formula(), Charge: p.Mol.Charge(), HeavyAtoms: v.HeavyAtoms,
		Mass: v.Weight, ExactMass: v.ExactMass, LogP: v.LogP, TPSA: v.TPSA, Donors: v.HBD, Acceptors: v.HBA,
		RotatableBonds: v.RotatableBonds, Rings: v.Rings.All, AromaticRings: v.Rings.Aromatic, Fsp3: v.Fsp3, QED: drug.QED(),
		Pains: listed(pains.Names), Brenk: listed(brenk.Names), Undecided: listed(append(pains.Unresolved, brenk.Unresolved...)),
	}
	score, err := descriptors.Synthetic(p, set)
	switch {
	case err == nil:
		answer.Synthetic = &score
	case !errors.Is(err, descriptors.ErrNoFragments):
		return nil, err
	}
	return answer, nil
}

// moleculeFragments loads the table that the synthetic accessibility is read from.
func moleculeFragments(_ *Core, r *request, _ empty) (response, error) {
	data, ok := r.bufs["data"].([]uint8)
	if !ok {
		return response{}, BadRequest("bufs.data is missing")
	}
	if err := descriptors.LoadFragments(data); err != nil {
		return response{}, Failure{Code: "UNREADABLE", Message: err.Error()}
	}
	table, err := descriptors.Fragments()
	if err != nil {
		return response{}, err
	}
	return response{value: map[string]int{"fragments": table.Len()}}, nil
}

// molKind is MoleculeKind of the protocol.
type molKind struct {
	First   int        `json:"first"`
	Atoms   int        `json:"atoms"`
	Count   int        `json:"count"`
	Formula string     `json:"formula"`
	Charge  int        `json:"charge"`
	Preset  *presetRef `json:"preset"`
}

// molecules returns the molecules of the open document; it finds them once a revision.
func (c *Core) molecules() (*species.Set, error) {
	d, err := c.open()
	if err != nil {
		return nil, err
	}
	if c.species.set == nil || c.species.revision != d.Revision() {
		c.species.set, c.species.revision = species.Find(d.Structure()), d.Revision()
	}
	return c.species.set, nil
}

// namedAtoms bounds the molecules that moleculeKinds looks up by name: no preset is
// larger than this by much.
const namedAtoms = 100

// moleculeKinds lists what the open document is made of; why it has no molecules is an
// answer too.
func moleculeKinds(c *Core, _ *request, _ empty) (response, error) {
	set, err := c.molecules()
	if err != nil {
		return response{}, err
	}
	kinds, others, err := set.Kinds(shownKinds)
	if err != nil {
		return response{value: map[string]any{"kinds": []molKind{}, "others": 0, "reason": err.Error()}}, nil
	}
	list := []molKind{}
	for _, k := range kinds {
		one := molKind{k.First, k.Atoms, k.Count, k.Formula, k.Charge, nil}
		if k.Atoms <= namedAtoms {
			if m, err := set.At(k.First); err == nil {
				if canonical, err := smiles.CanonicalOf(m.Molecule, m.Stereo); err == nil {
					one.Preset = presetOf(m.Formula(), canonical)
				}
			}
		}
		list = append(list, one)
	}
	return response{value: map[string]any{"kinds": list, "others": others}}, nil
}

// moleculeAt names the molecule of an atom of the document by its canonical SMILES,
// from which its picture and its properties follow.
func moleculeAt(c *Core, _ *request, q struct {
	Atom int `json:"atom"`
}) (response, error) {
	if _, err := c.atomOf(q.Atom); err != nil {
		return response{}, err
	}
	set, err := c.molecules()
	if err != nil {
		return response{}, err
	}
	m, err := set.At(q.Atom)
	var canonical string
	if err == nil {
		canonical, err = smiles.CanonicalOf(m.Molecule, m.Stereo)
	}
	if err != nil {
		return response{value: map[string]string{"reason": err.Error()}}, nil
	}
	return response{value: map[string]any{"molecule": map[string]any{
		"smiles": canonical, "formula": m.Formula(), "atoms": len(m.Atoms), "first": m.Atoms[0],
		"added": m.Added, "preset": presetOf(m.Formula(), canonical),
	}}}, nil
}
