package names

// form is what becomes of an acid group.
type form uint8

const (
	noForm     form = iota
	asAcid          // -ic acid
	asIon           // -ate: an ester, or an anion
	asAcyl          // -oyl, -carbonyl: bonded at the carbon
	asAmide         // -amide
	asAmido         // -amido: bonded at the nitrogen
	asNitrile       // -nitrile
	asAldehyde      // -al, -aldehyde
	asHydrazide
	asIc // -ic: before the word anhydride
)

// suffix is a group that a name ends with.
type suffix struct {
	word     string
	smiles   string // atoms that are added, the first at the parent; "=" for a double bond
	terminal bool   // the carbon of the group is one of the chain
	acid     bool   // the group is an acid, of which form says what is left
	form     form
	attach   int // the name is that of a group, bonded by this order at the position
}

// suffixTable are the suffixes of substitutive nomenclature (IUPAC 2013, P-33).
var suffixTable = []suffix{
	{word: "ol", smiles: "O"},
	{word: "thiol", smiles: "S"},
	{word: "selenol", smiles: "[SeH]"},
	{word: "amine", smiles: "N"},
	{word: "imine", smiles: "=N"},
	{word: "one", smiles: "=O"},
	{word: "thione", smiles: "=S"},
	{word: "al", smiles: "=O", terminal: true},
	{word: "oic acid", smiles: "=O", terminal: true, acid: true, form: asAcid},
	{word: "oate", smiles: "=O", terminal: true, acid: true, form: asIon},
	{word: "oic", smiles: "=O", terminal: true, acid: true, form: asIc},
	{word: "oyl", smiles: "=O", terminal: true, acid: true, form: asAcyl},
	{word: "amide", smiles: "=O", terminal: true, acid: true, form: asAmide},
	{word: "amido", smiles: "=O", terminal: true, acid: true, form: asAmido},
	{word: "nitrile", smiles: "=O", terminal: true, acid: true, form: asNitrile},
	{word: "ohydrazide", smiles: "=O", terminal: true, acid: true, form: asHydrazide},
	{word: "hydrazide", smiles: "=O", terminal: true, acid: true, form: asHydrazide},
	{word: "carboxylic acid", smiles: "C(=O)O", acid: true, form: asAcid},
	{word: "carboxylate", smiles: "C(=O)O", acid: true, form: asIon},
	{word: "carboxylic", smiles: "C(=O)O", acid: true, form: asIc},
	{word: "carbonyl", smiles: "C(=O)O", acid: true, form: asAcyl},
	{word: "carboxamide", smiles: "C(=O)O", acid: true, form: asAmide},
	{word: "carboxamido", smiles: "C(=O)O", acid: true, form: asAmido},
	{word: "carbonitrile", smiles: "C(=O)O", acid: true, form: asNitrile},
	{word: "carbaldehyde", smiles: "C(=O)O", acid: true, form: asAldehyde},
	{word: "carboxaldehyde", smiles: "C(=O)O", acid: true, form: asAldehyde},
	{word: "carbohydrazide", smiles: "C(=O)O", acid: true, form: asHydrazide},
	{word: "sulfonic acid", smiles: "S(=O)(=O)O", acid: true, form: asAcid},
	{word: "sulfonate", smiles: "S(=O)(=O)O", acid: true, form: asIon},
	{word: "sulfonyl", smiles: "S(=O)(=O)O", acid: true, form: asAcyl},
	{word: "sulfonamide", smiles: "S(=O)(=O)O", acid: true, form: asAmide},
	{word: "sulfonamido", smiles: "S(=O)(=O)O", acid: true, form: asAmido},
	{word: "sulfonohydrazide", smiles: "S(=O)(=O)O", acid: true, form: asHydrazide},
	{word: "sulfinic acid", smiles: "S(=O)O", acid: true, form: asAcid},
	{word: "sulfinate", smiles: "S(=O)O", acid: true, form: asIon},
	{word: "phosphonic acid", smiles: "P(=O)(O)O", acid: true, form: asAcid},
	{word: "phosphonate", smiles: "P(=O)(O)O", acid: true, form: asIon},
	{word: "boronic acid", smiles: "B(O)O", acid: true, form: asAcid},
	{word: "yl", attach: 1},
	{word: "ylidene", attach: 2},
	{word: "ylidyne", attach: 3},
}

// acidForms are the endings of retained names of acids.
var acidForms = []struct {
	word string
	form form
	acyl byte // of stems with this mark only
	oic  int8 // 1: of stems in -oic only, -1: of others only
}{
	{word: "ic acid", form: asAcid, oic: -1},
	{word: "oic acid", form: asAcid, oic: 1},
	{word: "ate", form: asIon, oic: -1},
	{word: "oate", form: asIon, oic: 1},
	{word: "ic", form: asIc, oic: -1},
	{word: "oic", form: asIc, oic: 1},
	{word: "yl", form: asAcyl, acyl: 'y'},
	{word: "oyl", form: asAcyl, acyl: 'o'},
	{word: "amide", form: asAmide},
	{word: "amido", form: asAmido},
	{word: "onitrile", form: asNitrile},
	{word: "nitrile", form: asNitrile},
	{word: "itrile", form: asNitrile}, // propionitrile
	{word: "aldehyde", form: asAldehyde},
	{word: "ohydrazide", form: asHydrazide},
	{word: "hydrazide", form: asHydrazide},
}
