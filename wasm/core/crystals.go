//go:build crystals || !part

package core

import (
	"context"
	"errors"
	"strconv"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
	"github.com/molsmith/molsmith/contract"
)

// prototypeInfo is Prototype of the protocol.
type prototypeInfo struct {
	Name     string            `json:"name"`
	Title    string            `json:"title"`
	Slots    []string          `json:"slots"`
	Group    int               `json:"group"`
	Ratio    float64           `json:"ratio"`
	U        float64           `json:"u"`
	Height   float64           `json:"height"`
	Cells    []string          `json:"cells"`
	Examples []crystalInstance `json:"examples"`
}

type crystalInstance struct {
	Formula  string   `json:"formula"`
	Elements []string `json:"elements"`
	A        float64  `json:"a"`
	C        float64  `json:"c"`
	U        float64  `json:"u"`
}

// groupInfo is SpaceGroup of the protocol.
type groupInfo struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Choice string `json:"choice"`
}

func groupOf(s *symm.Setting) groupInfo { return groupInfo{s.Number, s.Name, s.Choice} }

// fact is a line of what is said of a structure.
type fact = contract.Fact

// builtAnswer is BuiltStructure of the protocol.
type builtAnswer struct {
	Name      string        `json:"name"`
	Structure structureHead `json:"structure"`
	Facts     []fact        `json:"facts"`
	Notes     []string      `json:"notes"`
}

func built(name string, s *structure.Structure, notes []string, more ...fact) response {
	bufs := Bufs{}
	facts := append([]fact{{Label: "Atoms", Value: strconv.Itoa(s.Len())}}, more...)
	return response{value: builtAnswer{name, putStructure(s, bufs), facts, listed(notes)}, bufs: bufs}
}

func crystalPrototypes(*Core, *request, empty) (response, error) {
	list := []prototypeInfo{}
	for _, p := range crystal.Prototypes() {
		info := prototypeInfo{Name: p.Name, Title: p.Title, Slots: p.Slots, Group: p.Group, Ratio: p.Ratio, U: p.U, Height: p.Height}
		for _, s := range p.Shapes {
			info.Cells = append(info.Cells, s.String())
		}
		for _, e := range p.Examples {
			info.Examples = append(info.Examples, crystalInstance(e))
		}
		list = append(list, info)
	}
	return response{value: map[string]any{"prototypes": list}}, nil
}

func crystalGroups(*Core, *request, empty) (response, error) {
	list := []groupInfo{}
	for number := 1; number <= 230; number++ {
		for _, s := range symm.Settings(number) {
			list = append(list, groupOf(&s))
		}
	}
	return response{value: map[string]any{"groups": list}}, nil
}

// crystalRequest is BulkRequest or GroupedRequest of the protocol.
type crystalRequest struct {
	Prototype string   `json:"prototype"`
	Elements  []string `json:"elements"`
	A         float64  `json:"a"`
	C         float64  `json:"c"`
	U         float64  `json:"u"`
	Cell      string   `json:"cell"`

	Group      string     `json:"group"`
	Parameters [6]float64 `json:"parameters"`
	Sites      []struct {
		Element string     `json:"element"`
		At      [3]float64 `json:"at"`
	} `json:"sites"`
}

// crystalRefused gives a refusal of chem/crystal its code.
func crystalRefused(err error, pointer string) error {
	code := contract.InvalidArguments
	switch {
	case errors.Is(err, crystal.ErrTooManyAtoms):
		code = contract.TooManyAtoms
	case errors.Is(err, crystal.ErrNoCell):
		code = contract.NoCell
	case errors.Is(err, crystal.ErrNotFound):
		code = contract.NoRoom
	case errors.Is(err, crystal.ErrRequest):
	default:
		return err // of a context
	}
	return Failure{Code: string(code), Message: err.Error(), Pointer: pointer}
}

func wrongField(pointer, message string) error {
	return Failure{Code: string(contract.InvalidArguments), Message: message, Pointer: pointer}
}

// element reads a symbol in any letter case.
func element(symbol, pointer string) (uint8, error) {
	z, ok := elem.Number(symbol)
	if !ok && symbol != "" && len(symbol) <= 2 {
		b := []byte(symbol)
		b[0] &^= 0x20
		for i := range b[1:] {
			b[i+1] |= 0x20
		}
		z, ok = elem.Number(string(b))
	}
	if !ok || z == 0 {
		return 0, wrongField(pointer, quote(symbol)+" is no element")
	}
	return z, nil
}

// build returns the crystal and its name.
func (q *crystalRequest) build() (*structure.Structure, string, []fact, error) {
	if q.Group != "" {
		return q.grouped()
	}
	b := crystal.Bulk{Prototype: q.Prototype, A: q.A, C: q.C, U: q.U}
	p, ok := crystal.ByName(q.Prototype)
	if !ok {
		return nil, "", nil, wrongField("/prototype", "there is no structure type "+quote(q.Prototype))
	}
	for i, symbol := range q.Elements {
		at := strconv.Itoa(i)
		z, err := element(symbol, "/elements/"+at)
		if err != nil {
			if i < len(p.Slots) {
				err = wrongField("/elements/"+at, "element "+p.Slots[i]+": "+err.Error())
			}
			return nil, "", nil, err
		}
		b.Elements = append(b.Elements, z)
	}
	for _, shape := range []crystal.Shape{crystal.Primitive, crystal.Orthorhombic} {
		if q.Cell == shape.String() {
			b.Shape = shape
		}
	}
	s, err := b.Build()
	if err != nil {
		pointer := ""
		if !(q.A > 0 && q.A <= crystal.MaxConstant) {
			pointer = "/a"
		}
		return nil, "", nil, crystalRefused(err, pointer)
	}
	return s, b.Name(), nil, nil
}

func (q *crystalRequest) grouped() (*structure.Structure, string, []fact, error) {
	p := q.Parameters
	setting, sure, ok := symm.Lookup(q.Group, symm.Shape{Lengths: [3]float64(p[:3]), Angles: [3]float64(p[3:])})
	if !ok {
		return nil, "", nil, wrongField("/group", "there is no space group "+quote(q.Group)+": give a number from 1 to 230 or a Hermann-Mauguin name")
	}
	c, err := cell.FromParameters(p[0], p[1], p[2], p[3], p[4], p[5])
	if err != nil {
		return nil, "", nil, wrongField("/parameters", err.Error())
	}
	sites := make([]crystal.Site, len(q.Sites))
	for i, site := range q.Sites {
		z, err := element(site.Element, "/sites/"+strconv.Itoa(i)+"/element")
		if err != nil {
			return nil, "", nil, err
		}
		sites[i] = crystal.Site{Element: z, Position: cell.Fractional{A: site.At[0], B: site.At[1], C: site.At[2]}}
	}
	got, err := crystal.FromGroup(&setting, &c, sites)
	if err != nil {
		return nil, "", nil, crystalRefused(err, "")
	}
	words := setting.Name + " (" + strconv.Itoa(setting.Number) + ")"
	if setting.Choice != "" {
		words += ", setting " + setting.Choice
		if !sure {
			words += " of several: name one behind a colon"
		}
	}
	counts := ""
	for i, n := range got.Multiplicities {
		if i > 0 {
			counts += ", "
		}
		counts += strconv.Itoa(n) + " " + elem.Symbol(sites[i].Element)
	}
	return got.Structure, got.Structure.Formula() + "-" + setting.Name, []fact{{Label: "Space group", Value: words}, {Label: "Sites", Value: counts}}, nil
}

func crystalBuild(_ *Core, _ *request, q crystalRequest) (response, error) {
	s, name, facts, err := q.build()
	if err != nil {
		return response{}, err
	}
	return built(name, s, nil, facts...), nil
}

// slabCut is SlabCut of the protocol.
type slabCut struct {
	Miller  [3]int  `json:"miller"`
	Layers  int     `json:"layers"`
	Vacuum  float64 `json:"vacuum,omitempty"`
	Shift   float64 `json:"shift,omitempty"`
	Lateral *[4]int `json:"lateral,omitempty"`
	Top     float64 `json:"top,omitempty"`
}

func (q *slabCut) slab() crystal.Slab {
	o := crystal.Slab{Miller: q.Miller, Layers: q.Layers, Vacuum: q.Vacuum, Shift: q.Shift, Top: q.Top}
	if q.Lateral != nil {
		o.Lateral = *q.Lateral
	}
	return o
}

// terminationInfo is Termination of the protocol.
type terminationInfo struct {
	Shift     float64      `json:"shift"`
	Top       string       `json:"top"`
	Bottom    string       `json:"bottom"`
	Gap       float64      `json:"gap"`
	Broken    int          `json:"broken"`
	Mirror    int          `json:"mirror"`
	Thickness float64      `json:"thickness"`
	Picture   [][3]float64 `json:"picture"`
}

type terminationsAnswer struct {
	Terminations []terminationInfo `json:"terminations"`
	Atoms        int               `json:"atoms"`
	Repeat       float64           `json:"repeat"`
	Area         float64           `json:"area"`
	Plane        [3]float64        `json:"plane"`
	Rectangle    *[4]int           `json:"rectangle"`
}

// pictured is how deep in Å the picture of a surface goes.
const pictured = 12

func crystalTerminations(_ *Core, r *request, q struct {
	Structure structureHead `json:"structure"`
	Miller    [3]int        `json:"miller"`
	Tolerance float64       `json:"tolerance"`
}) (response, error) {
	s, err := givenStructure(q.Structure, r)
	if err != nil {
		return response{}, err
	}
	list, err := crystal.Terminations(r.ctx, s, q.Miller, 0, q.Tolerance)
	if err != nil {
		return response{}, crystalRefused(err, "")
	}
	answer := terminationsAnswer{Terminations: []terminationInfo{}}
	for _, t := range list {
		if err := r.ctx.Err(); err != nil {
			return response{}, err
		}
		o := crystal.Slab{Miller: q.Miller, Layers: 1, Shift: t.Shift, Vacuum: 1}
		m, err := o.Measure(s)
		if err != nil {
			return response{}, crystalRefused(err, "")
		}
		picture, plane, err := o.Side(s, pictured)
		if err != nil {
			return response{}, crystalRefused(err, "")
		}
		answer.Atoms, answer.Repeat, answer.Area, answer.Plane = m.Atoms, m.Repeat, m.Area, plane
		answer.Terminations = append(answer.Terminations, terminationInfo{t.Shift, t.Top, t.Bottom, t.Gap, t.Broken, t.Mirror, m.Thickness, picture})
	}
	o := crystal.Slab{Miller: q.Miller, Layers: 1}
	if m, err := o.Rectangle(s); err == nil {
		answer.Rectangle = &m
	}
	return response{value: answer}, nil
}

// givenStructure reads the structure of a request and checks it.
func givenStructure(head structureHead, r *request) (*structure.Structure, error) {
	s, err := takeStructure(head, r.bufs)
	if err != nil {
		return nil, err
	}
	if err := s.Validate(); err != nil {
		return nil, BadRequest(err.Error())
	}
	return s, nil
}

// planAnswer is SlabPlan of the protocol.
type planAnswer struct {
	Cut            slabCut  `json:"cut"`
	Atoms          int      `json:"atoms"`
	Thickness      float64  `json:"thickness"`
	Area           float64  `json:"area"`
	Formula        string   `json:"formula"`
	Stoichiometric bool     `json:"stoichiometric"`
	Notes          []string `json:"notes"`
}

func crystalSlab(_ *Core, r *request, q struct {
	Structure structureHead `json:"structure"`
	Cut       slabCut       `json:"cut"`
	Symmetric bool          `json:"symmetric"`
	Tolerance float64       `json:"tolerance"`
}) (response, error) {
	s, err := givenStructure(q.Structure, r)
	if err != nil {
		return response{}, err
	}
	o := q.Cut.slab()
	m, err := o.Measure(s)
	if err != nil {
		return response{}, crystalRefused(err, "")
	}
	answer := planAnswer{Cut: q.Cut, Atoms: m.Atoms, Thickness: m.Thickness, Area: m.Area, Stoichiometric: true, Notes: []string{}}
	counts := s.Counts()
	for z := range counts {
		counts[z] *= m.Atoms / s.Len()
	}
	answer.Formula = counts.Formula()
	if q.Symmetric {
		if err := answer.symmetric(r.ctx, s, &o, q.Tolerance); err != nil {
			return response{}, crystalRefused(err, "")
		}
	}
	return response{value: answer}, nil
}

func (a *planAnswer) symmetric(ctx context.Context, s *structure.Structure, o *crystal.Slab, tolerance float64) error {
	got, err := o.Symmetric(ctx, s, tolerance)
	if err != nil {
		return err
	}
	a.Cut.Layers, a.Cut.Top = got.Slab.Layers, got.Slab.Top
	a.Atoms, a.Formula, a.Stoichiometric = got.Structure.Len(), got.Formula, got.Stoichiometric
	a.Thickness = got.Structure.Cell[8] - 2*o.Vacuum
	if !got.Stoichiometric {
		a.Notes = append(a.Notes, "With equal surfaces the slab is "+got.Formula+", which is not the composition of the crystal ("+s.Formula()+").")
	}
	return nil
}
