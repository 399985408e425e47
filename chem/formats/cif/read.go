package cif

import (
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// Read reads a block that holds atom sites: the first, or the one that o asks for.
// The structure is the asymmetric unit as the file lists it, File.Symmetry what makes
// the whole cell of it. Names with dots in place of the first underscore, as in the
// newer dictionaries, are the same. The result shares no memory with data.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	r := &reader{wanted: max(1, o.Frame), ordered: o.Ordered}
	notes, err := Scan(data, r)
	switch {
	case err != nil:
		return nil, err
	case r.frames == 0 && r.blocks > 0 && r.unplaced > 0:
		return nil, problem("the sites of the file have no coordinates")
	case r.frames == 0:
		return nil, problem("no block of the file holds atom sites with coordinates")
	case r.wanted > r.frames:
		return nil, problem("frame " + strconv.Itoa(r.wanted) + " is asked for; blocks with atom sites: " + strconv.Itoa(r.frames))
	}
	r.file.Frames = r.frames
	r.file.Warnings = append(notes, r.file.Warnings...)
	if r.frames > 1 {
		which := "the first is read"
		if r.wanted > 1 {
			which = "number " + format.Grouped(r.wanted) + " is read"
		}
		r.file.Warn("the file holds %s blocks with atom sites; %s", format.Grouped(r.frames), which)
	}
	return r.file, nil
}

// problem is an error of a whole block.
type problem string

func (p problem) Error() string { return string(p) }

// columns of atom sites that are read.
const (
	labelColumn = iota
	symbolColumn
	xColumn
	yColumn
	zColumn
	cartesianX
	cartesianY
	cartesianZ
	occupancyColumn
	assemblyColumn
	groupColumn
	siteColumns
)

var siteTags = map[string]int{
	"_atom_site_label": labelColumn, "_atom_site_type_symbol": symbolColumn,
	"_atom_site_fract_x": xColumn, "_atom_site_fract_y": yColumn, "_atom_site_fract_z": zColumn,
	"_atom_site_cartn_x": cartesianX, "_atom_site_cartn_y": cartesianY, "_atom_site_cartn_z": cartesianZ,
	"_atom_site_occupancy": occupancyColumn, "_atom_site_disorder_assembly": assemblyColumn, "_atom_site_disorder_group": groupColumn,
}

// site is a row of atom sites; the texts are "?" where there is none, that of the label is "".
type site struct {
	text [siteColumns]string
	at   int
}

var noSite = site{text: [siteColumns]string{"", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?"}}

type reader struct {
	wanted, frames, blocks int
	ordered                bool
	unplaced               int // sites without coordinates, in all blocks
	file                   *format.File

	// of the block
	name       string
	at         int // where it begins
	items      map[string]given
	sites      []site
	single     site // a site that is given by items
	hasSingle  bool
	operations []given
	twice      []string // items with two values
	loop       []int    // what the columns of the loop are
	loopTags   []string
	asItems    bool // the loop holds what belongs into items
}

// given is a text with its place.
type given struct {
	text string
	at   int
}

// What a column of a loop is, besides the columns of sites.
const (
	otherColumn     = -1
	operationColumn = -2
)

// dotless makes the names of newer dictionaries those of the older: "_cell.length_a".
func dotless(tag string) string { return strings.Replace(tag, ".", "_", 1) }

func (r *reader) Block(name Value) error {
	err := r.End()
	r.blocks++
	r.at = name.At
	r.name, r.items, r.sites, r.operations, r.single, r.hasSingle = format.Text(name.Text), map[string]given{}, nil, nil, noSite, false
	r.twice = nil
	return err
}

func (r *reader) Item(tag string, v Value) error {
	tag = dotless(tag)
	if k, ok := siteTags[tag]; ok {
		r.single.text[k], r.single.at = siteText(k, v), v.At
		r.hasSingle = r.hasSingle || k == xColumn || k == cartesianX
		return nil
	}
	if isOperation(tag) {
		if v.Known() {
			r.operations = append(r.operations, given{string(v.Text), v.At})
		}
		return nil
	}
	if isItem(tag) && v.Known() {
		value := format.Text(v.Text)
		if before, known := r.items[tag]; !known {
			r.items[tag] = given{value, v.At}
		} else if before.text != value && len(r.twice) < 10 {
			r.twice = append(r.twice, tag)
		}
	}
	return nil
}

func isOperation(tag string) bool {
	return tag == "_symmetry_equiv_pos_as_xyz" || tag == "_space_group_symop_operation_xyz"
}

func isItem(tag string) bool {
	for _, start := range []string{"_cell_", "_symmetry_", "_space_group_", "_chemical_"} {
		if strings.HasPrefix(tag, start) {
			return true
		}
	}
	return false
}

// text is a value as a string, "?" or "." when it is not known.
func text(v Value) string {
	if v.Quoted && len(v.Text) == 0 {
		return "?"
	}
	return string(v.Text)
}

// siteText is a value of a column. A label in quotes may be "?" or ".".
func siteText(column int, v Value) string {
	if column == labelColumn && !v.Known() {
		return ""
	}
	if column == labelColumn {
		return string(v.Text)
	}
	return text(v)
}

func (r *reader) Loop(tags []string) bool {
	r.loop, r.loopTags, r.asItems = r.loop[:0], tags, true
	place, operation := false, false
	for i, tag := range tags {
		tags[i] = dotless(tag)
		k, ok := siteTags[tags[i]]
		switch {
		case ok:
			place = place || k == xColumn || k == cartesianX
		case isOperation(tags[i]):
			k, operation = operationColumn, true
		default:
			k = otherColumn
		}
		r.loop = append(r.loop, k)
		r.asItems = r.asItems && strings.HasPrefix(tags[i], "_cell_")
	}
	return place || operation || r.asItems
}

func (r *reader) Row(values []Value) error {
	if r.asItems { // values of a cell in a loop of one row, which is wrong and found in files
		for i, v := range values {
			if err := r.Item(r.loopTags[i], v); err != nil {
				return err
			}
		}
		return nil
	}
	s := noSite
	s.at = values[0].At
	isSite := false
	for i, k := range r.loop {
		switch {
		case k >= 0:
			s.text[k] = siteText(k, values[i])
			isSite = true
		case k == operationColumn && values[i].Known():
			r.operations = append(r.operations, given{string(values[i].Text), values[i].At})
		}
	}
	if isSite && r.frames < r.wanted {
		if len(r.sites) == format.MaxAtoms {
			return problem("the block holds more than " + format.Grouped(format.MaxAtoms) + " atom sites")
		}
		r.sites = append(r.sites, s)
	} else if isSite && len(r.sites) == 0 {
		r.sites = append(r.sites, s) // of a block behind the wanted one: that it has sites
	}
	return nil
}

// End counts the block as a frame when it holds sites, and reads the wanted one.
func (r *reader) End() error {
	if r.hasSingle {
		r.sites = append(r.sites, r.single)
		r.hasSingle = false
	}
	placed := false
	for i := range r.sites {
		if s := &r.sites[i].text; s[xColumn] != "?" || s[cartesianX] != "?" {
			placed = true
			break
		}
	}
	if !placed {
		r.unplaced += len(r.sites)
		return nil
	}
	r.frames++
	if r.frames != r.wanted {
		return nil
	}
	r.file = &format.File{Structure: &structure.Structure{}, Name: r.name}
	for _, tag := range []string{"_chemical_name_mineral", "_chemical_name_common"} {
		if name := r.items[tag].text; name != "" {
			r.file.Name = name
		}
	}
	r.file.Title = r.items["_chemical_name_systematic"].text
	for _, tag := range r.twice {
		r.file.Warn("%s has two values; the first counts", tag)
	}
	c, err := r.readCell()
	if err == nil && r.ordered {
		r.keepMajor(c)
	}
	if err == nil {
		err = r.readSites(c)
	}
	if err == nil && c != nil {
		err = r.readSymmetry(c)
	}
	r.sites = nil
	return err
}

func (r *reader) readSites(c *cell.Cell) error {
	f, s := r.file, r.file.Structure
	elements := r.statedElements()
	without, partial, groups, odd := 0, 0, 0, 0
	named, charged := false, false
	for i := range r.sites {
		row, at := &r.sites[i].text, r.sites[i].at
		from := xColumn
		if row[xColumn] == "?" && row[cartesianX] != "?" {
			from = cartesianX
		}
		if row[from] == "?" || row[from+1] == "?" || row[from+2] == "?" {
			without++
			continue
		}
		var x [3]float64
		for k := range 3 {
			var ok bool
			if x[k], ok = coordinate(row[from+k]); !ok {
				return Wrong(at, "site "+format.Excerpt([]byte(row[labelColumn]))+": expected the "+"xyz"[k:k+1]+" coordinate, found "+format.Excerpt([]byte(row[from+k])))
			}
		}
		p := geom.Vec3{X: x[0], Y: x[1], Z: x[2]}
		if from == xColumn {
			if c == nil {
				return Wrong(r.at, "_cell_length_a is missing; the sites cannot be placed without the cell")
			}
			p = c.Cartesian(cell.Fractional{A: x[0], B: x[1], C: x[2]})
		}
		label := row[labelColumn]
		z, mass, charge, whole := elementOf(row[symbolColumn], label, elements)
		shown := label
		if shown == "" {
			shown = row[symbolColumn]
		}
		if shown == "" {
			shown = "?"
		}
		f.AddKnown(z, shown)
		if mass != 0 {
			f.Isotopes = append(f.Isotopes, format.Isotope{Atom: s.Len() - 1, Mass: mass})
		}
		s.Positions = append(s.Positions, p.X, p.Y, p.Z)
		s.AtomNames = append(s.AtomNames, format.Text([]byte(label)))
		named = named || label != ""
		s.FormalCharges = append(s.FormalCharges, charge)
		charged = charged || charge != 0
		if !whole {
			odd++
		}
		occupancy, ok := number(row[occupancyColumn])
		if !ok {
			occupancy = 1
		}
		if occupancy != 1 {
			partial++
		}
		f.Occupancies = append(f.Occupancies, occupancy)
		if group := row[groupColumn]; group != "?" && group != "." {
			groups++
		}
	}
	if !named {
		s.AtomNames = nil
	}
	if partial == 0 {
		f.Occupancies = nil
	}
	if !charged {
		s.FormalCharges = nil
	}
	r.warnSites(without, partial, groups, odd)
	return nil
}

func (r *reader) warnSites(without, partial, groups, odd int) {
	f := r.file
	if without > 0 {
		f.Warn("%s without coordinates%sleft out", format.Count(without, "site"), format.Are(without))
	}
	f.Disordered = (partial > 0 || groups > 0) && !r.ordered
	switch {
	case partial > 0:
		f.Warn("%s%spartly occupied (disorder); all are kept and may overlap", format.Count(partial, "site"), format.Are(partial))
	case groups > 0:
		f.Warn("%s%sin disorder groups; all are kept and may overlap", format.Count(groups, "site"), format.Are(groups))
	}
	if odd > 0 {
		f.Warn("the charges of %s, no whole numbers, are not kept", format.Count(odd, "site"))
	}
}
