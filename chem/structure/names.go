package structure

import "strconv"

// residueLength is the longest residue name that PDB files hold.
const residueLength = 4

// ResidueName derives a residue name from the name of a molecule: its first four
// ASCII letters or digits in upper case, "MOL" when there are none.
func ResidueName(name string) string {
	b := make([]byte, 0, residueLength)
	for i := 0; i < len(name) && len(b) < residueLength; i++ {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z':
			b = append(b, c-'a'+'A')
		case c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
			b = append(b, c)
		}
	}
	if len(b) == 0 {
		return "MOL"
	}
	return string(b)
}

// ResidueNames derives residue names for the components of a mixture, each
// different: a name that is taken gets the next free number, from 2, in place of
// its tail (methane, methanol: METH, MET2).
func ResidueNames(names []string) []string {
	taken := make(map[string]bool, len(names))
	unique := make([]string, len(names))
	for i, name := range names {
		base := ResidueName(name)
		chosen := base
		for n := 2; taken[chosen]; n++ {
			tail := strconv.Itoa(n)
			chosen = base[:min(len(base), max(0, residueLength-len(tail)))] + tail
		}
		taken[chosen] = true
		unique[i] = chosen
	}
	return unique
}

// Slug turns a name into lower-case ASCII letters and digits joined by single
// hyphens, "molecule" when nothing is left ("N,N-dimethyl formamide" gives
// "n-n-dimethyl-formamide").
func Slug(name string) string {
	b := make([]byte, 0, len(name))
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			b = append(b, c-'A'+'a')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b = append(b, c)
		case len(b) > 0 && b[len(b)-1] != '-':
			b = append(b, '-')
		}
	}
	if len(b) > 0 && b[len(b)-1] == '-' {
		b = b[:len(b)-1]
	}
	if len(b) == 0 {
		return "molecule"
	}
	return string(b)
}
