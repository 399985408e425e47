//go:build document || !part

package core

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/elem"
	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// noDocument is the failure of a command that needs an open document.
var noDocument = Failure{Code: "NO_DOCUMENT", Message: "nothing is open"}

func (c *Core) open() (*edit.Document, error) {
	if c.document == nil {
		return nil, noDocument
	}
	return c.document, nil
}

type stepInfo struct {
	ID         string           `json:"id"`
	Label      string           `json:"label"`
	Detail     string           `json:"detail"`
	Author     edit.Author      `json:"author"`
	Provenance *edit.Provenance `json:"provenance,omitempty"`
	Broken     string           `json:"broken,omitempty"`
}

type sourceInfo struct {
	Kind       string           `json:"kind"`
	Label      string           `json:"label"`
	Atoms      int              `json:"atoms"`
	Provenance *edit.Provenance `json:"provenance,omitempty"`
}

type symmetryInfo struct {
	Operations int    `json:"operations"`
	SpaceGroup string `json:"spaceGroup,omitempty"`
}

type kindInfo struct {
	Formula string `json:"formula"`
	Charge  int    `json:"charge,omitempty"` // of one of them, e
	Count   int    `json:"count"`
}

// documentState is DocumentState of the protocol.
type documentState struct {
	Revision   int         `json:"revision"`
	Name       string      `json:"name"`
	Atoms      int         `json:"atoms"`
	Bonds      int         `json:"bonds"`
	Cell       *[9]float64 `json:"cell"`
	Formula    string      `json:"formula"`
	Components []kindInfo  `json:"components"`
	Mass       float64     `json:"mass"`
	Charge     int         `json:"charge"`
	Density    *float64    `json:"density"`
	Steps      []stepInfo  `json:"steps"`
	Redo       []stepInfo  `json:"redo"`
	Source     sourceInfo  `json:"source"`
	Dirty      bool        `json:"dirty"`

	Symmetry *symmetryInfo `json:"symmetry"`
	Original bool          `json:"original"`
	Inferred bool          `json:"inferred,omitempty"` // some bonds may be found by distance
}

// shownKinds bounds the kinds of molecules that a state lists: nobody reads more.
const shownKinds = 20

func stateOf(d *edit.Document) documentState {
	sum := d.Summary()
	about := d.About()
	state := documentState{
		Original: d.Original(),
		Revision: d.Revision(), Name: d.Name(),
		Atoms: sum.Atoms, Bonds: sum.Bonds, Cell: sum.Cell,
		Formula: sum.Formula, Components: []kindInfo{}, Mass: sum.Mass, Charge: sum.Charge,
		Steps: infos(d.Steps()), Redo: infos(d.RedoSteps()),
		Source: sourceInfo{about.Kind, about.Label, d.Source().Len(), about.Provenance},
		Dirty:  d.Dirty(), Inferred: d.HasInferred() && !d.Original(),
	}
	if sum.HasDensity {
		state.Density = &sum.Density
	}
	if y := d.Symmetry(); y != nil {
		state.Symmetry = &symmetryInfo{len(y.Operations), y.Name}
	}
	for _, k := range sum.Kinds[:min(len(sum.Kinds), shownKinds)] {
		state.Components = append(state.Components, kindInfo{k.Formula, k.Charge, k.Count})
	}
	return state
}

func infos(steps []*edit.Step) []stepInfo {
	list := make([]stepInfo, len(steps))
	for i, s := range steps {
		list[i] = stepInfo{s.ID, s.Label, s.Detail, s.Author, s.Provenance, s.Broken}
	}
	return list
}

// changeAnswer is Change of the protocol.
type changeAnswer struct {
	State     documentState `json:"state"`
	AtomsFrom int           `json:"atomsFrom"`
	BondsFrom int           `json:"bondsFrom"`
	Opened    bool          `json:"opened"`
	Added     *[2]int       `json:"added,omitempty"`
}

// changed answers with the state of the document and the rows from a change on.
func changed(d *edit.Document, c edit.Change, opened bool) response {
	s := d.Structure()
	answer := changeAnswer{State: stateOf(d), AtomsFrom: c.AtomsFrom, BondsFrom: c.BondsFrom, Opened: opened}
	if c.AddedTo > c.AddedFrom {
		answer.Added = &[2]int{c.AddedFrom, c.AddedTo}
	}
	orders := s.BondOrders
	if orders == nil {
		orders = make([]uint8, len(s.Bonds))
		for i := range orders {
			orders[i] = 1
		}
	}
	return response{value: answer, bufs: Bufs{
		"positions":  s.Positions[3*c.AtomsFrom:],
		"elements":   s.Elements[c.AtomsFrom:],
		"bonds":      flatBonds(s.Bonds[c.BondsFrom:]),
		"bondOrders": orders[c.BondsFrom:],
	}}
}

// unchanged is the change that touched no row.
func unchanged(d *edit.Document) edit.Change {
	s := d.Structure()
	return edit.Change{AtomsFrom: s.Len(), BondsFrom: len(s.Bonds)}
}

func editOpen(c *Core, r *request, q struct {
	Name      string               `json:"name"`
	Source    sourceInfo           `json:"source"`
	Structure structureHead        `json:"structure"`
	Symmetry  *edit.SymmetryRecord `json:"symmetry"`
}) (response, error) {
	s, err := takeStructure(q.Structure, r.bufs)
	if err != nil {
		return response{}, err
	}
	about := edit.Source{Kind: q.Source.Kind, Label: q.Source.Label, Provenance: q.Source.Provenance}
	if about.Symmetry, err = q.Symmetry.Read(); err != nil {
		return response{}, err
	}
	guessed := guess(r.bufs, s, edit.Ref{})
	d, err := edit.New(q.Name, about, *s)
	if err != nil {
		return response{}, err
	}
	if guessed != nil { // the source has what somebody stated
		if _, err := d.Apply(edit.Step{Ops: []edit.Op{guessed}}); err != nil {
			return response{}, err
		}
	}
	if d.Symmetry() != nil { // one undo shows the asymmetric unit
		if _, err := d.Apply(edit.Step{Author: edit.File, Ops: []edit.Op{&edit.ExpandSymmetry{}}}); err != nil {
			return response{}, err
		}
		d.MarkSaved()
	}
	d.Follow(c.lastRevision())
	d.Ready()
	c.document = d
	return changed(d, edit.Change{}, true), nil
}

type applyRequest struct {
	Label      string           `json:"label"`
	Author     edit.Author      `json:"author"`
	Ops        []editOp         `json:"ops"`
	Fragment   *structureHead   `json:"fragment"`
	Provenance *edit.Provenance `json:"provenance"`
	IfRevision *int             `json:"ifRevision"`
}

func editApply(c *Core, r *request, q applyRequest) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	ops, err := readOps(d, r, &q)
	if err != nil {
		return response{}, err
	}
	change, err := d.Apply(edit.Step{Label: q.Label, Author: q.Author, Ops: ops, Provenance: q.Provenance})
	if err != nil {
		return response{}, err
	}
	return changed(d, change, false), nil
}

func editUndo(c *Core, _ *request, _ empty) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	change, ok := d.Undo()
	if !ok {
		change = unchanged(d)
	}
	return changed(d, change, false), nil
}

func editRedo(c *Core, _ *request, _ empty) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	change, ok := d.Redo()
	if !ok {
		change = unchanged(d)
	}
	return changed(d, change, false), nil
}

func editJump(c *Core, _ *request, q struct {
	Steps int `json:"steps"`
}) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	change, err := d.Jump(q.Steps)
	if err != nil {
		return response{}, err
	}
	return changed(d, change, false), nil
}

func editRename(c *Core, _ *request, q struct {
	Name string `json:"name"`
}) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	d.Rename(contract.SafeName(q.Name))
	return changed(d, unchanged(d), false), nil
}

func editMarkSaved(c *Core, _ *request, q struct {
	IfRevision *int `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	d.MarkSaved()
	return changed(d, unchanged(d), false), nil
}

// lastRevision is the revision of the open document, or of the one closed last.
func (c *Core) lastRevision() int {
	if c.document != nil {
		return c.document.Revision()
	}
	return c.closedAt
}

// editFollow lets the revisions of the next document begin after one of another core, which
// this one replaces: a revision that somebody kept from there names nothing here.
func editFollow(c *Core, _ *request, q struct {
	Revision int `json:"revision"`
}) (response, error) {
	c.closedAt = max(c.closedAt, q.Revision)
	return response{value: empty{}}, nil
}

func editClose(c *Core, _ *request, _ empty) (response, error) {
	c.closedAt = c.lastRevision()
	c.document = nil
	return response{value: empty{}}, nil
}

func editHash(c *Core, _ *request, _ empty) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	return response{value: map[string]string{"hash": d.Hash()}}, nil
}

func editStructure(c *Core, _ *request, q struct {
	Payload  bool `json:"payload"`
	Unhashed bool `json:"unhashed"`
}) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	s := d.Structure()
	answer := map[string]any{}
	if q.Payload {
		if n := s.Len(); n > contract.MaxAtoms {
			return response{}, Failure{Code: string(contract.TooManyAtoms), Message: "the document has " + strconv.Itoa(n) + " atoms, more than the " + strconv.Itoa(contract.MaxAtoms) + " that a tool takes"}
		}
		payload := contract.RoundPayload(contractjson.ToContract(s))
		if !q.Unhashed {
			answer["sha256"] = contract.CanonicalHash(&payload)
		}
		s = contractjson.FromContract(&payload)
	}
	bufs := Bufs{}
	answer["structure"] = putStructure(s, bufs)
	return response{value: answer, bufs: bufs}, nil
}

// atomOf returns the structure with an atom that is in it.
func (c *Core) atomOf(atom int) (*structure.Structure, error) {
	d, err := c.open()
	if err != nil {
		return nil, err
	}
	s := d.Structure()
	if atom < 0 || atom >= s.Len() {
		return nil, BadRequest(fmt.Sprintf("atom %d is not in the document, which has %d atoms", atom, s.Len()))
	}
	return s, nil
}

func editAtom(c *Core, _ *request, q struct {
	Atom int `json:"atom"`
}) (response, error) {
	s, err := c.atomOf(q.Atom)
	if err != nil {
		return response{}, err
	}
	p := geom.At(s.Positions, q.Atom)
	answer := map[string]any{"symbol": elem.Symbol(s.Elements[q.Atom]), "position": [3]float64{p.X, p.Y, p.Z}}
	if s.Cell != nil {
		if cell, err := cell.NewEitherHand(*s.Cell); err == nil {
			f := cell.Fractional(p)
			answer["fractional"] = [3]float64{f.A, f.B, f.C}
		}
	}
	if s.AtomNames != nil {
		answer["atomName"] = s.AtomNames[q.Atom]
	}
	if s.ResidueNames != nil {
		answer["residueName"] = s.ResidueNames[q.Atom]
	}
	if s.ResidueIDs != nil {
		answer["residueId"] = s.ResidueIDs[q.Atom]
	}
	if s.ChainIDs != nil {
		answer["chainId"] = s.ChainIDs[q.Atom]
	}
	if s.Molecules != nil {
		answer["molecule"] = s.Molecules[q.Atom]
	}
	if s.FormalCharges != nil {
		answer["formalCharge"] = s.FormalCharges[q.Atom]
	}
	neighbors := []uint32{}
	for _, b := range s.Bonds {
		if b[0] == uint32(q.Atom) {
			neighbors = append(neighbors, b[1])
		} else if b[1] == uint32(q.Atom) {
			neighbors = append(neighbors, b[0])
		}
	}
	answer["neighbors"] = neighbors
	return response{value: answer}, nil
}

// editComponent widens a selection to whole molecules. All of it comes in one call:
// finding the molecules costs as much as the document is large, once.
func editComponent(c *Core, r *request, _ struct{}) (response, error) {
	from, ok := r.bufs["atoms"].([]uint32)
	if !ok {
		return response{}, BadRequest("atoms: an array of atom indices is needed")
	}
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	s := d.Structure()
	of, n := s.Components()
	chosen := make([]bool, n)
	for _, atom := range from {
		if int64(atom) >= int64(s.Len()) {
			return response{}, BadRequest(fmt.Sprintf("atom %d is not in the document, which has %d atoms", atom, s.Len()))
		}
		chosen[of[atom]] = true
	}
	atoms := []uint32{}
	for i, k := range of {
		if chosen[k] {
			atoms = append(atoms, uint32(i))
		}
	}
	return response{value: json.RawMessage("{}"), bufs: Bufs{"atoms": atoms}}, nil
}
