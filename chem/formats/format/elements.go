package format

import (
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
)

// NoLabel stands for a label that is empty.
const NoLabel = "?"

// AddElement appends the atom that an element label begins: a symbol in any case, an
// atomic number, D or T. Any other label is kept in Labels, with element 0.
func (f *File) AddElement(label string) {
	z, mass, _, _ := elem.Parse(label)
	f.AddKnown(z, label)
	if mass > 0 {
		f.Isotopes = append(f.Isotopes, Isotope{Atom: f.Structure.Len() - 1, Mass: mass})
	}
}

// AddKnown appends an atom of element z, with its label when z is 0.
func (f *File) AddKnown(z uint8, label string) {
	s := f.Structure
	s.Elements = append(s.Elements, z)
	switch {
	case z == 0:
		for len(f.Labels) < s.Len()-1 {
			f.Labels = append(f.Labels, "")
		}
		if label == "" {
			label = NoLabel
		}
		f.Labels = append(f.Labels, label)
	case f.Labels != nil:
		f.Labels = append(f.Labels, "")
	}
}

// maxMassError is how far a mass in u may be from the standard atomic weight.
const maxMassError = 0.15

// ElementOfMass returns the element whose standard atomic weight is nearest to a mass
// in u, 0 when none is within 0.15 u. Deuterium is hydrogen of mass number 2. A label
// that is the symbol of another element within reach decides between the two.
func ElementOfMass(mass float64, label string) (z uint8, isotope int) {
	if math.Abs(mass-2.014) < 0.02 {
		return 1, 2
	}
	if named, ok := elem.Number(label); ok && math.Abs(mass-elem.Weight(named)) <= maxMassError {
		return named, 0
	}
	best := maxMassError
	for k := uint8(1); k <= elem.Max; k++ {
		if d := math.Abs(mass - elem.Weight(k)); d <= best {
			if d < best || z == 0 {
				z, best = k, d
			}
		}
	}
	return z, 0
}

// Propose returns the element that an atom name of a force field or an MD program most
// likely stands for, 0 when nothing speaks for one. residue may be "".
//
// An ion is a residue of one atom with its own name (NA in NA, CL- in CL). Elsewhere a
// symbol of two letters counts when it is spelled as one (Na, Si) or when it is CL, BR,
// SI, SE, FE, ZN, MG, MN, CU or LI; of the others, such as CA or HG, the first letter
// does, which must be one of H, B, C, N, O, F, P, S, K and I.
func Propose(name, residue string) uint8 {
	bare := letters(name)
	if bare == "" || IsDummy(name) {
		return 0
	}
	if letters(residue) == bare || ionNames[bare] != 0 && len(bare) == 3 {
		if z := ionNames[bare]; z != 0 {
			return z
		}
		if z, _, _, ok := elem.Parse(bare); ok {
			return z
		}
	}
	if z, ok := elem.Number(bare); ok && (len(bare) == 1 || bare[1] >= 'a') {
		return z
	}
	upper := strings.ToUpper(bare)
	if len(upper) >= 2 {
		switch upper[:2] {
		case "CL", "BR", "SI", "SE":
			z, _, _, _ := elem.Parse(upper[:2])
			return z
		}
		switch upper {
		case "FE", "ZN", "MG", "MN", "CU", "LI":
			z, _, _, _ := elem.Parse(upper)
			return z
		case "BB", "SC": // beads of coarse-grained models
			return 0
		}
	}
	if strings.IndexByte("HBCNOFPSKI", upper[0]) >= 0 {
		z, _ := elem.Number(upper[:1])
		return z
	}
	return 0
}

// ionNames are the ions that force fields name otherwise than by their symbols.
var ionNames = map[string]uint8{"SOD": 11, "CLA": 17, "POT": 19, "CES": 55, "RUB": 37, "LIT": 3, "CAL": 20}

// letters is the first run of letters of a name, behind digits: "CA" of "1CA2+".
func letters(name string) string {
	name = strings.TrimLeft(name, "0123456789*'\"")
	for i := range len(name) {
		if c := name[i] | 0x20; c < 'a' || c > 'z' {
			return name[:i]
		}
	}
	return name
}

// IsDummy says whether a label marks a place that is no atom: a lone pair, a virtual
// site, a dummy atom.
func IsDummy(label string) bool {
	switch strings.ToUpper(strings.TrimRight(label, "0123456789")) {
	case "LP", "LPA", "LPB", "EP", "MW", "DU", "X", "XX", "*", "VS":
		return true
	}
	return false
}

// Settle gives the atoms without a stated element the one that given has for their label,
// else the one that is proposed, and leaves out dummy atoms; a warning says what was done.
// The error names what no element can be proposed for.
func (f *File) Settle(given map[string]uint8) error {
	if f.Labels == nil {
		return nil
	}
	s := f.Structure
	var guesses, unknown []string
	note := func(list []string, text string) []string {
		for _, other := range list {
			if other == text {
				return list
			}
		}
		if len(list) < 10 {
			list = append(list, text)
		}
		return list
	}
	dummies, proposed := 0, 0
	for i, label := range f.Labels {
		if s.Elements[i] != 0 {
			continue
		}
		if z := given[label]; z != 0 {
			s.Elements[i] = z
			continue
		}
		s.Elements[i] = f.propose(i)
		switch {
		case s.Elements[i] != 0:
			proposed++
			if symbol := elem.Symbol(s.Elements[i]); symbol != label {
				guesses = note(guesses, Shown(label)+" as "+symbol)
			}
		case IsDummy(label):
			dummies++
		default:
			unknown = note(unknown, Excerpt([]byte(label)))
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("the file does not state the elements of %s, and none can be proposed; say which they are", strings.Join(unknown, ", "))
	}
	if proposed > 0 {
		// Every name that is no symbol, up to ten.
		list := strings.Join(append([]string{""}, guesses...), ", ")
		f.Warn("the file does not state the elements of %s; they are taken from the names, please check%s", Count(proposed, "atom"), strings.Replace(list, ",", ":", 1))
	}
	if dummies > 0 {
		f.Warn("%s (lone pairs, virtual sites)%sleft out", Count(dummies, "dummy atom"), Are(dummies))
		f.drop()
	}
	f.Labels, f.Proposed = nil, nil
	return nil
}

// propose returns the element that Settle gives an atom of Labels, 0 for none.
func (f *File) propose(i int) uint8 {
	s, label := f.Structure, f.Labels[i]
	if f.Proposed != nil && f.Proposed[i] != 0 {
		return f.Proposed[i]
	}
	residue, name := "", label
	if s.ResidueNames != nil {
		residue = s.ResidueNames[i]
	}
	if s.AtomNames != nil && !IsDummy(label) && s.AtomNames[i] != "" {
		name = s.AtomNames[i]
	}
	if z := Propose(name, residue); z != 0 || IsDummy(label) {
		return z
	}
	return Propose(label, residue)
}

// Proposal is what Settle does with atoms of one label when nothing is given for it.
type Proposal struct {
	Label   string
	Atoms   int
	Element uint8 // 0: none can be proposed
	Dummy   bool  // of element 0: they are left out
}

// maxProposals bounds what Proposals returns: no person answers more.
const maxProposals = 200

// Proposals returns, in the order of the atoms, the labels whose elements the file does
// not state; a label for which different elements are proposed stands there for each.
func (f *File) Proposals() []Proposal {
	var list []Proposal
	at := map[string]int{}
	for i, label := range f.Labels {
		if label == "" || f.Structure.Elements[i] != 0 {
			continue
		}
		z := f.propose(i)
		key := string(rune(z)) + label
		k, ok := at[key]
		if !ok {
			if len(list) == maxProposals {
				continue
			}
			k = len(list)
			at[key] = k
			list = append(list, Proposal{Label: label, Element: z, Dummy: z == 0 && IsDummy(label)})
		}
		list[k].Atoms++
	}
	return list
}

// Shown is a label as messages show it: in quotes when it holds more than visible ASCII.
func Shown(label string) string {
	for i := range len(label) {
		if label[i] <= ' ' || label[i] >= 0x7f || i >= 24 {
			return Excerpt([]byte(label))
		}
	}
	return label
}

// Warn adds a warning.
func (f *File) Warn(format string, args ...any) {
	f.Warnings = append(f.Warnings, fmt.Sprintf(format, args...))
}

// drop removes the atoms of element 0 with their bonds.
func (f *File) drop() {
	s := f.Structure
	to := make([]int32, s.Len())
	kept := 0
	for i, z := range s.Elements {
		to[i] = -1
		if z != 0 {
			to[i] = int32(kept)
			kept++
		}
	}
	s.Positions = keep(s.Positions, 3, to)
	s.Molecules = keep(s.Molecules, 1, to)
	s.ResidueNames = keep(s.ResidueNames, 1, to)
	s.ResidueIDs = keep(s.ResidueIDs, 1, to)
	s.AtomNames = keep(s.AtomNames, 1, to)
	s.ChainIDs = keep(s.ChainIDs, 1, to)
	s.FormalCharges = keep(s.FormalCharges, 1, to)
	for k := range s.Scalars {
		s.Scalars[k].Values = keep(s.Scalars[k].Values, 1, to)
	}
	f.Occupancies = keep(f.Occupancies, 1, to)
	s.Elements = keep(s.Elements, 1, to)
	bonds := 0
	for k, b := range s.Bonds {
		if a, c := to[b[0]], to[b[1]]; a >= 0 && c >= 0 {
			s.Bonds[bonds] = [2]uint32{uint32(a), uint32(c)}
			if s.BondOrders != nil {
				s.BondOrders[bonds] = s.BondOrders[k]
			}
			bonds++
		}
	}
	s.Bonds = s.Bonds[:bonds]
	if s.BondOrders != nil {
		s.BondOrders = s.BondOrders[:bonds]
	}
	isotopes := f.Isotopes[:0]
	for _, m := range f.Isotopes {
		if to[m.Atom] >= 0 {
			isotopes = append(isotopes, Isotope{Atom: int(to[m.Atom]), Mass: m.Mass})
		}
	}
	f.Isotopes = isotopes
}

// keep moves the values of the atoms that stay to the front, width values an atom.
func keep[T any](values []T, width int, to []int32) []T {
	if values == nil {
		return nil
	}
	for i, at := range to {
		if at >= 0 {
			copy(values[int(at)*width:], values[i*width:(i+1)*width])
		}
	}
	n := 0
	for _, at := range to {
		if at >= 0 {
			n++
		}
	}
	return values[:n*width]
}

// SetCell takes lattice vectors as the cell; a lattice without volume is left out with a
// warning.
func (f *File) SetCell(v *[9]float64) {
	if !HasVolume(v) {
		f.Warn("the cell has no volume; the structure is opened without one")
		return
	}
	f.Structure.Cell = v
}

// HasVolume says whether lattice vectors span a volume.
func HasVolume(v *[9]float64) bool {
	volume := v[0]*(v[4]*v[8]-v[5]*v[7]) - v[1]*(v[3]*v[8]-v[5]*v[6]) + v[2]*(v[3]*v[7]-v[4]*v[6])
	return volume != 0 && !math.IsNaN(volume) && !math.IsInf(volume, 0)
}

// NoFrame is the error of a frame that a file does not have.
func NoFrame(want, frames int) error {
	return fmt.Errorf("frame %s is asked for; the file holds %s", Grouped(want), Count(frames, "frame"))
}

// SetPBC takes what a file says of periodicity, and warns where a Structure cannot say it:
// its cell counts as periodic along all vectors.
func (f *File) SetPBC(pbc [3]bool) {
	f.PBC = &pbc
	if f.Structure.Cell == nil || pbc == [3]bool{true, true, true} {
		return
	}
	along := ""
	for k, axis := range [3]string{"a", "b", "c"} {
		if pbc[k] && along != "" {
			along += " and "
		}
		if pbc[k] {
			along += axis
		}
	}
	if along == "" {
		f.Warn("the file says that the structure is not periodic; its lattice is kept as the cell")
		return
	}
	f.Warn("the file is periodic along %s only; the cell is kept and counts as periodic along all vectors", along)
}
