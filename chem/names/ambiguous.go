package names

import "strings"

// otherUses says what else everyday abbreviations of the dictionary stand for: one line
// for each, the abbreviation first.
const otherUses = `dea diethylamine
dma dimethylamine and N,N-dimethylaniline
dme dimethyl ether
dppe 1,2-bis(diphenylphosphino)ethane
hmim 1-methylimidazolium with a hydrogen at nitrogen
pc polycarbonate and phosphatidylcholine
pei polyetherimide
tba tributylamine and the tetrabutylammonium ion
tea triethanolamine
tfa the trifluoroacetate ion and trifluoroacetamide
tms the trimethylsilyl group
vc vinyl chloride and vitamin C`

// alsoUsed returns a note on the other meanings of an abbreviation, "" when there is none.
func alsoUsed(name string) string {
	for line := range strings.Lines(otherUses) {
		if short, other, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); short == name {
			return strings.ToUpper(name) + " is also short for " + other
		}
	}
	return ""
}
