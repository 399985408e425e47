package perceive

// element is what the valence model knows of one element.
//
// Origin: the atomic data of RDKit (commit 24e5443, BSD-3-Clause).
type element struct {
	outer    int8  // electrons of the outer shell
	valences []int // allowed valences, smallest first; a last -1 allows any larger one
}

// open is the valence list of elements without rules, most of them metals.
var open = []int{-1}

var (
	v1    = []int{1}
	v0    = []int{0}
	v1Any = []int{1, -1}
	v2    = []int{2}
	v3    = []int{3}
	v4    = []int{4}
	v2Any = []int{2, -1}
	v35   = []int{3, 5}
	v246  = []int{2, 4, 6}
	v24   = []int{2, 4}
	v135  = []int{1, 3, 5}
	v0246 = []int{0, 2, 4, 6}
)

// elements holds the rows by atomic number; row 0 is the wildcard.
var elements = [119]element{
	0:   {0, open},
	1:   {1, v1},
	2:   {2, v0},
	3:   {1, v1Any},
	4:   {2, v2},
	5:   {3, v3},
	6:   {4, v4},
	7:   {5, v3},
	8:   {6, v2},
	9:   {7, v1},
	10:  {8, v0},
	11:  {1, v1Any},
	12:  {2, v2Any},
	13:  {3, v3},
	14:  {4, v4},
	15:  {5, v35},
	16:  {6, v246},
	17:  {7, v1},
	18:  {8, v0},
	19:  {1, v1Any},
	20:  {2, v2Any},
	21:  {3, open},
	22:  {4, open},
	23:  {5, open},
	24:  {6, open},
	25:  {7, open},
	26:  {8, open},
	27:  {9, open},
	28:  {10, open},
	29:  {11, open},
	30:  {2, open},
	31:  {3, v3},
	32:  {4, v4},
	33:  {5, v35},
	34:  {6, v246},
	35:  {7, v1},
	36:  {8, v0},
	37:  {1, v1Any},
	38:  {2, v2Any},
	39:  {3, open},
	40:  {4, open},
	41:  {5, open},
	42:  {6, open},
	43:  {7, open},
	44:  {8, open},
	45:  {9, open},
	46:  {10, open},
	47:  {11, open},
	48:  {2, open},
	49:  {3, v3},
	50:  {4, v24},
	51:  {5, v35},
	52:  {6, v246},
	53:  {7, v135},
	54:  {8, v0246},
	55:  {1, v1},
	56:  {2, v2Any},
	57:  {3, open},
	58:  {4, open},
	59:  {3, open},
	60:  {4, open},
	61:  {5, open},
	62:  {6, open},
	63:  {7, open},
	64:  {8, open},
	65:  {9, open},
	66:  {10, open},
	67:  {11, open},
	68:  {12, open},
	69:  {13, open},
	70:  {14, open},
	71:  {15, open},
	72:  {4, open},
	73:  {5, open},
	74:  {6, open},
	75:  {7, open},
	76:  {8, open},
	77:  {9, open},
	78:  {10, open},
	79:  {11, open},
	80:  {2, open},
	81:  {3, open},
	82:  {4, v24},
	83:  {5, v35},
	84:  {6, v246},
	85:  {7, v135},
	86:  {8, v0},
	87:  {1, v1},
	88:  {2, v2Any},
	89:  {3, open},
	90:  {4, open},
	91:  {3, open},
	92:  {4, open},
	93:  {5, open},
	94:  {6, open},
	95:  {7, open},
	96:  {8, open},
	97:  {9, open},
	98:  {10, open},
	99:  {11, open},
	100: {12, open},
	101: {13, open},
	102: {14, open},
	103: {15, open},
	104: {2, open},
	105: {2, open},
	106: {2, open},
	107: {2, open},
	108: {2, open},
	109: {2, open},
	110: {2, open},
	111: {2, open},
	112: {2, open},
	113: {2, open},
	114: {2, open},
	115: {2, open},
	116: {2, open},
	117: {2, open},
	118: {2, open},
}
