package cml

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const label = "CML" // in reports

// Check says what WriteFile would lose or change.
func Check(s *structure.Structure, _ format.Options) (format.Report, error) {
	_, _, report, err := planFile(s)
	return report, err
}

func planFile(s *structure.Structure) (oriented *structure.Structure, c *cell.Cell, report format.Report, err error) {
	report.Format = "cml"
	s = report.Orient(s)
	if s.Cell != nil {
		found, err := cell.New(*s.Cell)
		if err != nil {
			return nil, nil, format.Report{}, fmt.Errorf("CML files hold lengths and angles of the cell: %w", err)
		}
		c = &found
	}
	report.LoseUnkept(label, s, format.Kept{Bonds: true, Orders: true, Cell: true, Charges: true, AtomNames: true})
	report.ChangeTexts("atom name", s.AtomNames)
	return s, c, report, nil
}

// WriteFile returns s as a document of one molecule with x3, y3 and z3, names of atoms as
// their titles, and a crystal where s has a cell; numbers as the shortest text that reads
// back as the same float64. A crystal has lengths and angles, which fix the orientation
// of the cell; a cell that lies otherwise is turned together with the atoms. s must be
// valid; it is not changed.
func WriteFile(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	s, c, report, err := planFile(s)
	if err != nil {
		return nil, format.Report{}, err
	}
	w := writer{b: make([]byte, 0, 512+120*s.Len()+60*len(s.Bonds))}
	w.b = append(w.b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<molecule xmlns=\"http://www.xml-cml.org/schema\""...)
	if name := format.Text([]byte(o.Name)); name != "" {
		w.b = append(w.b, " title=\""+escaped(name)+"\""...)
	}
	w.b = append(w.b, ">\n"...)
	if c != nil {
		lengths, angles := c.Parameters()
		w.b = append(w.b, "  <crystal>\n"...)
		for k, name := range [6]string{"a", "b", "c", "alpha", "beta", "gamma"} {
			w.b = append(w.b, "    <scalar title=\""+name+"\" units=\"units:"...)
			if k < 3 {
				w.b = format.AppendNumber(append(w.b, "angstrom\">"...), lengths[k])
			} else {
				w.b = format.AppendNumber(append(w.b, "degree\">"...), angles[k-3])
			}
			w.b = append(w.b, "</scalar>\n"...)
		}
		w.b = append(w.b, "  </crystal>\n"...)
	}
	w.b = append(w.b, "  <atomArray>\n"...)
	for i, z := range s.Elements {
		w.b = append(w.b, `    <atom id="`...)
		w.id(i)
		w.b = append(w.b, `" elementType="`+elem.Symbol(z)+`"`...)
		for axis := range 3 {
			w.b = append(w.b, " "+coordinates[0][axis]+`="`...)
			w.b = append(format.AppendNumber(w.b, s.Positions[3*i+axis]), '"')
		}
		if s.FormalCharges != nil && s.FormalCharges[i] != 0 {
			w.attribute("formalCharge", int(s.FormalCharges[i]))
		}
		if s.AtomNames != nil {
			w.b = append(w.b, ` title="`+escaped(s.AtomNames[i])+`"`...)
		}
		w.b = append(w.b, "/>\n"...)
	}
	w.b = append(w.b, "  </atomArray>\n"...)
	if len(s.Bonds) > 0 {
		w.b = append(w.b, "  <bondArray>\n"...)
		for k, b := range s.Bonds {
			w.b = append(w.b, `    <bond atomRefs2="`...)
			w.id(int(b[0]))
			w.b = append(w.b, ' ')
			w.id(int(b[1]))
			order := "1"
			if s.BondOrders != nil {
				order = strconv.Itoa(int(s.BondOrders[k]))
				if order == "4" {
					order = "A"
				}
			}
			w.b = append(w.b, `" order="`+order+"\"/>\n"...)
		}
		w.b = append(w.b, "  </bondArray>\n"...)
	}
	return append(w.b, "</molecule>\n"...), report, nil
}

// escaped writes a text as the value of an attribute.
func escaped(text string) string {
	if !strings.ContainsAny(text, "<>&\"\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f") {
		return text
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(format.Text([]byte(text)))
}
