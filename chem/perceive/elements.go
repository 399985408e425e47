package perceive

// element is what the valence model knows of one element.
//
// Origin: the atomic data of RDKit (commit 24e5443, BSD-3-Clause).
type element struct {
	outer    int8  // electrons of the outer shell
	valences []int // allowed valences, smallest first; a last -1 allows any larger one
}

// only is the valence of an element, except hydrogen, that has one or none; else -1.
func only(z uint8) int {
	v := elements[z].valences
	if z == 1 || len(v) > 1 {
		return -1
	}
	return max(v[0], 0)
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
	0:   {outer: 0, valences: open},
	1:   {outer: 1, valences: v1},
	2:   {outer: 2, valences: v0},
	3:   {outer: 1, valences: v1Any},
	4:   {outer: 2, valences: v2},
	5:   {outer: 3, valences: v3},
	6:   {outer: 4, valences: v4},
	7:   {outer: 5, valences: v3},
	8:   {outer: 6, valences: v2},
	9:   {outer: 7, valences: v1},
	10:  {outer: 8, valences: v0},
	11:  {outer: 1, valences: v1Any},
	12:  {outer: 2, valences: v2Any},
	13:  {outer: 3, valences: v3},
	14:  {outer: 4, valences: v4},
	15:  {outer: 5, valences: v35},
	16:  {outer: 6, valences: v246},
	17:  {outer: 7, valences: v1},
	18:  {outer: 8, valences: v0},
	19:  {outer: 1, valences: v1Any},
	20:  {outer: 2, valences: v2Any},
	21:  {outer: 3, valences: open},
	22:  {outer: 4, valences: open},
	23:  {outer: 5, valences: open},
	24:  {outer: 6, valences: open},
	25:  {outer: 7, valences: open},
	26:  {outer: 8, valences: open},
	27:  {outer: 9, valences: open},
	28:  {outer: 10, valences: open},
	29:  {outer: 11, valences: open},
	30:  {outer: 2, valences: open},
	31:  {outer: 3, valences: v3},
	32:  {outer: 4, valences: v4},
	33:  {outer: 5, valences: v35},
	34:  {outer: 6, valences: v246},
	35:  {outer: 7, valences: v1},
	36:  {outer: 8, valences: v0},
	37:  {outer: 1, valences: v1Any},
	38:  {outer: 2, valences: v2Any},
	39:  {outer: 3, valences: open},
	40:  {outer: 4, valences: open},
	41:  {outer: 5, valences: open},
	42:  {outer: 6, valences: open},
	43:  {outer: 7, valences: open},
	44:  {outer: 8, valences: open},
	45:  {outer: 9, valences: open},
	46:  {outer: 10, valences: open},
	47:  {outer: 11, valences: open},
	48:  {outer: 2, valences: open},
	49:  {outer: 3, valences: v3},
	50:  {outer: 4, valences: v24},
	51:  {outer: 5, valences: v35},
	52:  {outer: 6, valences: v246},
	53:  {outer: 7, valences: v135},
	54:  {outer: 8, valences: v0246},
	55:  {outer: 1, valences: v1},
	56:  {outer: 2, valences: v2Any},
	57:  {outer: 3, valences: open},
	58:  {outer: 4, valences: open},
	59:  {outer: 3, valences: open},
	60:  {outer: 4, valences: open},
	61:  {outer: 5, valences: open},
	62:  {outer: 6, valences: open},
	63:  {outer: 7, valences: open},
	64:  {outer: 8, valences: open},
	65:  {outer: 9, valences: open},
	66:  {outer: 10, valences: open},
	67:  {outer: 11, valences: open},
	68:  {outer: 12, valences: open},
	69:  {outer: 13, valences: open},
	70:  {outer: 14, valences: open},
	71:  {outer: 15, valences: open},
	72:  {outer: 4, valences: open},
	73:  {outer: 5, valences: open},
	74:  {outer: 6, valences: open},
	75:  {outer: 7, valences: open},
	76:  {outer: 8, valences: open},
	77:  {outer: 9, valences: open},
	78:  {outer: 10, valences: open},
	79:  {outer: 11, valences: open},
	80:  {outer: 2, valences: open},
	81:  {outer: 3, valences: open},
	82:  {outer: 4, valences: v24},
	83:  {outer: 5, valences: v35},
	84:  {outer: 6, valences: v246},
	85:  {outer: 7, valences: v135},
	86:  {outer: 8, valences: v0},
	87:  {outer: 1, valences: v1},
	88:  {outer: 2, valences: v2Any},
	89:  {outer: 3, valences: open},
	90:  {outer: 4, valences: open},
	91:  {outer: 3, valences: open},
	92:  {outer: 4, valences: open},
	93:  {outer: 5, valences: open},
	94:  {outer: 6, valences: open},
	95:  {outer: 7, valences: open},
	96:  {outer: 8, valences: open},
	97:  {outer: 9, valences: open},
	98:  {outer: 10, valences: open},
	99:  {outer: 11, valences: open},
	100: {outer: 12, valences: open},
	101: {outer: 13, valences: open},
	102: {outer: 14, valences: open},
	103: {outer: 15, valences: open},
	104: {outer: 2, valences: open},
	105: {outer: 2, valences: open},
	106: {outer: 2, valences: open},
	107: {outer: 2, valences: open},
	108: {outer: 2, valences: open},
	109: {outer: 2, valences: open},
	110: {outer: 2, valences: open},
	111: {outer: 2, valences: open},
	112: {outer: 2, valences: open},
	113: {outer: 2, valences: open},
	114: {outer: 2, valences: open},
	115: {outer: 2, valences: open},
	116: {outer: 2, valences: open},
	117: {outer: 2, valences: open},
	118: {outer: 2, valences: open},
}
