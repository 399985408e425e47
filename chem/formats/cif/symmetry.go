package cif

import (
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/symm"
)

// readSymmetry takes the operations that the block lists, else those of its Hall symbol,
// Hermann-Mauguin name or number, in this order.
func (r *reader) readSymmetry(c *cell.Cell) error {
	f := r.file
	name := r.item("_symmetry_space_group_name_h-m", "_space_group_name_h-m_alt", "_space_group_name_h-m_full", "_space_group_name_h-m_ref", "_space_group_name_h-m")
	hall := r.item("_symmetry_space_group_name_hall", "_space_group_name_hall")
	number, _ := strconv.Atoi(r.item("_symmetry_int_tables_number", "_space_group_it_number"))
	y := &format.Symmetry{Name: name}
	lengths, angles := c.Parameters()
	shape := symm.Shape{Lengths: lengths, Angles: angles}
	setting, sure, known := symm.ByName(name, shape)
	if !known && number > 0 {
		setting, sure, known = symm.ByNumber(number, shape)
	}
	listed, err := r.listed()
	if err != nil {
		return err
	}
	switch operations, bad := symm.ParseHall(hall); {
	case len(listed) > 0:
		y.Operations, y.Source = listed, "the list of the file"
		if n := len(setting.Operations()); known && sure && n != len(listed) {
			f.Warn("the file lists %s, space group %s has %d; those of the file count", format.Count(len(listed), "symmetry operation"), setting.Name, n)
		}
	case hall != "" && bad == nil:
		y.Operations, y.Source = operations, "Hall symbol "+hall
	case known:
		y.Operations, y.Source = setting.Operations(), "space group "+setting.Name
		if !sure {
			f.Warn("the file lists no symmetry operations, and its space group has several settings; %s, number %d, Hall symbol %s is assumed", setting.Name, setting.Number, setting.Hall)
		}
	case name != "" || hall != "" || number != 0:
		if name == "" {
			name = hall
		}
		f.Warn("the space group %s is not known and no symmetry operations are listed; P 1 is assumed", strconv.Quote(name))
		return nil
	default:
		f.Warn("the file says nothing of symmetry; P 1 is assumed")
		return nil
	}
	if len(y.Operations) > 1 {
		f.Symmetry = y
	}
	return nil
}

// item is the first of some items that is given.
func (r *reader) item(tags ...string) string {
	for _, tag := range tags {
		if value := r.items[tag].text; value != "" {
			return value
		}
	}
	return ""
}

// maxOperations is the order of the largest space groups in a conventional cell.
const maxOperations = 192

// listed reads the operations of the block, the identity first.
func (r *reader) listed() ([]symm.Operation, error) {
	identity := symm.Identity()
	var list []symm.Operation
	text := ""
	for _, written := range r.operations {
		// Without quotes the blanks of "x, y, z" make it three values.
		if text += strings.TrimSpace(written.text); strings.HasSuffix(text, ",") && len(text) < 100 {
			continue
		}
		o, err := symm.Parse(text)
		if err != nil {
			return nil, Wrong(written.at, err.Error())
		}
		text = ""
		if o == identity && len(list) > 0 {
			list = append(list, list[0])
			list[0] = identity
			continue
		}
		list = append(list, o)
	}
	if text != "" {
		return nil, Wrong(r.operations[len(r.operations)-1].at, "the last symmetry operation ends with a comma: "+format.Excerpt([]byte(text)))
	}
	if len(list) > maxOperations {
		return nil, Wrong(r.operations[0].at, "the file lists "+format.Grouped(len(list))+" symmetry operations; a space group has at most "+strconv.Itoa(maxOperations))
	}
	if len(list) > 0 && list[0] != identity {
		list = append([]symm.Operation{identity}, list...)
	}
	return list, nil
}
