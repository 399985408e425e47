package admet

// Kind is the standing of a value.
type Kind string

// The kinds. A published model keeps its published coefficients; where it is fed other
// descriptors than it was fitted to, its note says so.
const (
	Published   Kind = "published"
	RuleOfThumb Kind = "rule of thumb"
)

// Note says what stands behind a field of a profile.
type Note struct {
	Field string // its name on the wire
	Kind  Kind
	Model string
}

var notes = [...]Note{
	{"bbb_score", Published, "logBB of Clark 1999 (J. Pharm. Sci. 88, 815), fitted to ClogP and the surface area of conformers, here given Crippen logP and TPSA"},
	{"bbb_passes", RuleOfThumb, "TPSA below 90, weight below 400, at most 3 donors"},
	{"caco2_logp", RuleOfThumb, "linear in TPSA and logP, said to be after Palm 1997; far below measured log Papp of -4 to -7, good for order only"},
	{"herg_risk", RuleOfThumb, "points for a base of pKa above 7, for logP and for weight"},
	{"cyp3a4_risk", RuleOfThumb, "points for weight, logP, aromatic heterocycles and acceptors"},
	{"pka_acid", RuleOfThumb, "lowest constant of the matching classes of acids, substituents are not considered"},
	{"pka_base", RuleOfThumb, "highest constant of the matching classes of bases, substituents are not considered"},
	{"esol_logs", Published, "Delaney 2004 (J. Chem. Inf. Comput. Sci. 44, 1000), fitted to ClogP, here given Crippen logP"},
	{"logd_74", RuleOfThumb, "logP and the class constants of pka_acid and pka_base in the Henderson-Hasselbalch balance at pH 7.4; only the uncharged species enters octanol"},
	{"mw", Published, "average mass from IUPAC standard atomic weights"},
	{"logp", Published, "Wildman and Crippen 1999 (J. Chem. Inf. Comput. Sci. 39, 868)"},
	{"tpsa", Published, "Ertl, Rohde and Selzer 2000 (J. Med. Chem. 43, 3714), nitrogen and oxygen only"},
	{"hbd", Published, "count as RDKit defines it"},
	{"hba", Published, "count as RDKit defines it since 2026"},
	{"rotatable_bonds", Published, "count by RDKit's strict definition"},
	{"ames_risk", RuleOfThumb, "a third for each of 12 alerts after Kazius 2005 (J. Med. Chem. 48, 312), which has more"},
	{"ppb_percent", RuleOfThumb, "sigmoid in logP alone"},
	{"clearance_class", RuleOfThumb, "sigmoid in logP, weight and polar atoms; calls lipophilic molecules slow, against what microsomes do"},
}

// Notes returns a note for each field of the profile, in the order of the fields.
func Notes() []Note { return append([]Note(nil), notes[:]...) }
