package names

import "strings"

// otherUses says what else everyday abbreviations of the dictionary stand for: one line
// for each, the abbreviation first.
const otherUses = `ala α-linolenic acid and 5-aminolevulinic acid
c6h6 other hydrocarbons
ch2n2 cyanamide
dea diethylamine
dha 1,3-dihydroxyacetone
dma dimethylamine and N,N-dimethylaniline
dme dimethyl ether
dppe 1,2-bis(diphenylphosphino)ethane
hmim 1-methylimidazolium with a hydrogen at nitrogen
pc polycarbonate and phosphatidylcholine
ps phosphatidylserine
pei polyetherimide
tba tributylamine and the tetrabutylammonium ion
tea triethanolamine
tfa the trifluoroacetate ion and trifluoroacetamide
tms the trimethylsilyl group
vc vinyl chloride and vitamin C`

// misread are names without the locants that they need, of which the dictionary has what
// nobody means.
const misread = "|dimethylhexane|methyl-1-butene|hydroxytoluene|trichlorotoluene|hydroxyisobutyramide|"

// alsoUsed returns a note on the other meanings of an abbreviation, "" when there is none.
func alsoUsed(name string) string {
	for line := range strings.Lines(otherUses) {
		if short, other, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); short == name {
			return strings.ToUpper(name) + " also stands for " + other
		}
	}
	return ""
}
