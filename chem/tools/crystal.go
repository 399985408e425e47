package tools

import (
	"errors"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
	"github.com/molsmith/molsmith/contract"
)

// crystalSite is a row of an asymmetric unit.
type crystalSite struct {
	Element contract.Element `json:"element" schema:"title=Element;default=11"`
	At      [3]float64       `json:"at" schema:"title=Fractional coordinates;minimum=-1000;maximum=1000;default=[0,0,0]"`
}

// crystalArguments say which crystal: a structure type, or sites in a space group.
type crystalArguments struct {
	Crystal   string           `json:"crystal" schema:"title=Crystal;enum=prototype|space_group;default=prototype" doc:"A structure type with its elements and lattice constants, or an asymmetric unit in a space group."`
	Prototype string           `json:"prototype" schema:"title=Structure type;enum=sc|fcc|bcc|hcp|diamond|zincblende|rocksalt|cesiumchloride|fluorite|wurtzite|perovskite|graphite|graphene|h-bn|rutile|anatase|spinel|corundum;default=fcc;when=crystal:prototype"`
	ElementA  contract.Element `json:"element_a" schema:"title=Element A;default=29;when=crystal:prototype" doc:"Cation, or the only element."`
	ElementB  contract.Element `json:"element_b" schema:"title=Element B or X;default=17;when=prototype:zincblende|rocksalt|cesiumchloride|fluorite|wurtzite|perovskite|h-bn|rutile|anatase|spinel|corundum" doc:"Second element: the anion of two, B of perovskite and spinel."`
	ElementX  contract.Element `json:"element_x" schema:"title=Element X;default=8;when=prototype:perovskite|spinel" doc:"Third element: the anion of three."`
	A         float64          `json:"a" schema:"title=a;exclusiveMinimum=0;maximum=1000;default=3.61;unit=angstrom;when=crystal:prototype" doc:"Lattice constant."`
	C         float64          `json:"c" schema:"title=c;minimum=0;maximum=1000;default=0;unit=angstrom;when=prototype:hcp|wurtzite|graphite|graphene|h-bn|rutile|anatase|corundum" doc:"Second lattice constant, the height of the cell of a sheet; 0: that of the structure type."`
	U         float64          `json:"u" schema:"title=u;minimum=0;exclusiveMaximum=1;default=0;when=prototype:wurtzite|rutile|anatase|spinel|corundum" doc:"Free coordinate; 0: that of the structure type."`
	Group     string           `json:"group" schema:"title=Space group;maxLength=40;default=P 1;when=crystal:space_group" doc:"Number or Hermann-Mauguin name, with a choice of origin or axes behind a colon: 225, P 21/c, F d -3 m:2, R -3 c:H."`
	Lengths   [3]float64       `json:"lengths" schema:"title=a b c;exclusiveMinimum=0;maximum=1000;default=[5,5,5];unit=angstrom;when=crystal:space_group"`
	Angles    [3]float64       `json:"angles" schema:"title=α β γ;exclusiveMinimum=0;exclusiveMaximum=180;default=[90,90,90];unit=degree;when=crystal:space_group"`
	Sites     []crystalSite    `json:"sites" schema:"title=Sites;minItems=1;maxItems=200;optional;examples=[{\"element\":11,\"at\":[0,0,0]}];when=crystal:space_group" doc:"Atoms of the asymmetric unit; the group makes the others."`
}

// build returns the crystal, its name and what is said of it.
func (a *crystalArguments) build(shape crystal.Shape) (s *structure.Structure, name string, facts []string, err error) {
	if a.Crystal == "space_group" {
		return a.grouped()
	}
	p, ok := crystal.ByName(a.Prototype)
	if !ok {
		return nil, "", nil, failure(contract.InvalidArguments, "There is no structure type %s.", quoted(a.Prototype))
	}
	b := crystal.Bulk{Prototype: p.Name, A: a.A, Shape: shape}
	for i := range p.Slots {
		b.Elements = append(b.Elements, uint8([3]contract.Element{a.ElementA, a.ElementB, a.ElementX}[i]))
	}
	if p.Ratio > 0 || p.Height > 0 {
		b.C = a.C
	}
	if p.U > 0 {
		b.U = a.U
	}
	s, err = b.Build()
	return s, b.Name(), []string{p.Title}, crystalFailure(err)
}

func (a *crystalArguments) grouped() (s *structure.Structure, name string, facts []string, err error) {
	shape := symm.Shape{Lengths: a.Lengths, Angles: a.Angles}
	setting, sure, ok := symm.Lookup(a.Group, shape)
	if !ok {
		return nil, "", nil, failure(contract.InvalidArguments, "There is no space group %s: give a number from 1 to 230 or a Hermann-Mauguin name.", quoted(a.Group))
	}
	c, err := cell.FromParameters(a.Lengths[0], a.Lengths[1], a.Lengths[2], a.Angles[0], a.Angles[1], a.Angles[2])
	if err != nil {
		return nil, "", nil, failure(contract.InvalidArguments, "%s.", upperFirst(err.Error()))
	}
	var sites []crystal.Site
	for _, row := range a.Sites {
		sites = append(sites, crystal.Site{Element: uint8(row.Element), Position: cell.Fractional{A: row.At[0], B: row.At[1], C: row.At[2]}})
	}
	got, err := crystal.FromGroup(&setting, &c, sites)
	if err != nil {
		return nil, "", nil, crystalFailure(err)
	}
	words := fmt.Sprintf("space group %s (%d)", setting.Name, setting.Number)
	if setting.Choice != "" {
		words += ", setting " + setting.Choice
		if !sure {
			words += " (there are others: name one behind a colon)"
		}
	}
	var sizes []string
	for i, n := range got.Multiplicities {
		sizes = append(sizes, fmt.Sprintf("%d %s", n, elem.Symbol(sites[i].Element)))
	}
	return got.Structure, got.Structure.Formula() + "-" + setting.Name, []string{words, "sites of " + strings.Join(sizes, ", ")}, nil
}

// crystalFailure gives a refusal of chem/crystal its code. Other errors, those of a context
// among them, stay as they are.
func crystalFailure(err error) error {
	for _, refusal := range [...]struct {
		reason error
		code   contract.Code
	}{
		{crystal.ErrRequest, contract.InvalidArguments},
		{crystal.ErrTooManyAtoms, contract.TooManyAtoms},
		{crystal.ErrNoCell, contract.NoCell},
		{crystal.ErrNotFound, contract.NoRoom},
	} {
		if errors.Is(err, refusal.reason) {
			return failure(refusal.code, "%s.", upperFirst(err.Error()))
		}
	}
	return err
}

// wireStructure is a structure on the wire; it shares all arrays.
func wireStructure(s *structure.Structure) (contract.Structure, error) {
	if s.Len() > contract.MaxAtoms {
		return contract.Structure{}, failure(contract.TooManyAtoms, "It would have %d atoms, more than the limit of %d: make it smaller.", s.Len(), contract.MaxAtoms)
	}
	out := contract.Structure{
		Elements: s.Elements, Positions: s.Positions, Cell: s.Cell, Bonds: s.Bonds, BondOrders: s.BondOrders, Molecules: s.Molecules,
		ResidueNames: s.ResidueNames, ResidueIDs: s.ResidueIDs, AtomNames: s.AtomNames, ChainIDs: s.ChainIDs, FormalCharges: s.FormalCharges,
	}
	for _, c := range s.Scalars {
		out.Scalars = append(out.Scalars, contract.Channel{Name: c.Name, Values: c.Values})
	}
	return out, nil
}

// openStructure is the open document; it shares all arrays.
func openStructure(d *contract.Structure) *structure.Structure {
	return &structure.Structure{Elements: d.Elements, Positions: d.Positions, Cell: d.Cell, Bonds: d.Bonds, BondOrders: d.BondOrders}
}

// crystalResult is what the crystal tools answer. facts go into the summary.
func crystalResult(name string, s *structure.Structure, facts []string) (*contract.BuilderResult, error) {
	wire, err := wireStructure(s)
	if err != nil {
		return nil, err
	}
	r := &contract.BuilderResult{Name: name, Structure: wire}
	r.Provenance.Set(provenCrystal, strings.Join(facts, "; "))
	return r, nil
}

// provenCrystal is the key of what a crystal tool says of its result.
const provenCrystal = "crystal"

// crystalWords is the summary of a crystal tool.
func crystalWords(title string, r *contract.BuilderResult) string {
	facts, _ := r.Provenance.Get(provenCrystal)
	size := "no cell"
	if r.Structure.Cell != nil {
		size = cellWords(r.Structure.Cell)
	}
	return fmt.Sprintf("%s: %v; %d atoms, %s.", title, facts, len(r.Structure.Elements), size)
}
