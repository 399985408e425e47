package mmff

import (
	_ "embed"
	"sync"
)

// packed holds the tables of tables/*.tsv column by column (tables/README.md says where
// they are from and how they are packed). TestPackedTables compares the two and, with
// -update, rewrites it.
//
//go:embed tables/mmff.bin
var packed string

// table is a table of parameters with rows sorted by key.
type table struct {
	keys   []uint32
	values []float64 // width numbers a row
	width  int
}

// find returns the numbers of the row with that key, nil when there is none.
func (t *table) find(key uint32) []float64 {
	lo, hi := 0, len(t.keys)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if t.keys[mid] < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(t.keys) || t.keys[lo] != key {
		return nil
	}
	return t.values[lo*t.width : (lo+1)*t.width]
}

// maxType is the largest numeric atom type.
const maxType = 99

// vdwType are the van der Waals parameters of an atom type (MMFFVDW of Halgren 1996):
// polarizability, effective electron number, the scale factors A and G.
type vdwType struct {
	alpha, n, a, g  float64
	donor, acceptor bool
}

// parameters are all tables. Keys are made by the functions below.
type parameters struct {
	// steps[t] are the types that stand for t in the steps of a search: t itself and
	// ever wider classes, 0 for any type.
	steps [maxType + 1][4]uint8
	vdw   [maxType + 1]vdwType

	bond             table // kb, r0 by bond class and types
	bondByElement    table // r0, kb by atomic numbers
	herschbachLaurie table // a, d by rows of the periodic table
	covalent         table // covalent radius, electronegativity by atomic number
	angle            table // ka, theta0 by angle class and types
	stretchBend      table // kbaIJK, kbaKJI by stretch-bend class and types
	stretchBendByRow table // the same by rows of the periodic table
	outOfPlane       [2]table
	torsion          [2]table // V1, V2, V3; the second of each is that of MMFF94s
}

func pairKey(class, i, j uint8) uint32 { return uint32(class)<<16 | uint32(i)<<8 | uint32(j) }

// angleKey is that of an angle about j, whose ends are i ≤ k.
func angleKey(class, i, j, k uint8) uint32 {
	return uint32(j)<<24 | uint32(i)<<16 | uint32(k)<<8 | uint32(class)
}

// planeKey is that of a center j, whose neighbors are i ≤ k ≤ l.
func planeKey(i, j, k, l uint8) uint32 {
	return uint32(j)<<24 | uint32(i)<<16 | uint32(k)<<8 | uint32(l)
}

// torsionKey is that of a torsion with j < k, or j = k and i ≤ l. Types have 7 bits.
func torsionKey(class, i, j, k, l uint8) uint32 {
	return uint32(j)<<25 | uint32(k)<<18 | uint32(i)<<11 | uint32(l)<<4 | uint32(class)
}

// tables unpacks the tables once.
var tables = sync.OnceValue(func() *parameters {
	p := new(parameters)
	u := unpacker{data: packed}
	n := u.rows()
	types := u.columns(n, 1, 1, 1, 1, 1, 2, 2, 2, 2)
	for r := range n {
		row := types[r*9 : r*9+9]
		t := uint8(row[0])
		p.steps[t] = [4]uint8{t, uint8(row[1]), uint8(row[2]), uint8(row[3])}
		p.vdw[t] = vdwType{
			alpha: thousandths(row[5]), n: thousandths(row[6]), a: thousandths(row[7]), g: thousandths(row[8]),
			donor: row[4] == 'D', acceptor: row[4] == 'A',
		}
	}
	byPair := func(k []int32) uint32 { return pairKey(uint8(k[0]), uint8(k[1]), uint8(k[2])) }
	byAngle := func(k []int32) uint32 { return angleKey(uint8(k[0]), uint8(k[1]), uint8(k[2]), uint8(k[3])) }
	byPlane := func(k []int32) uint32 { return planeKey(uint8(k[0]), uint8(k[1]), uint8(k[2]), uint8(k[3])) }
	byTorsion := func(k []int32) uint32 {
		return torsionKey(uint8(k[0]), uint8(k[1]), uint8(k[2]), uint8(k[3]), uint8(k[4]))
	}
	p.bond = u.table(3, byPair, 2, 2)
	p.bondByElement = u.table(2, func(k []int32) uint32 { return pairKey(0, uint8(k[0]), uint8(k[1])) }, 2, 2)
	p.herschbachLaurie = u.table(2, func(k []int32) uint32 { return pairKey(0, uint8(k[0]), uint8(k[1])) }, 2, 2)
	p.covalent = u.table(1, func(k []int32) uint32 { return uint32(k[0]) }, 2, 2)
	p.angle = u.table(4, byAngle, 2, 3)
	p.stretchBend = u.table(4, byAngle, 2, 2)
	p.stretchBendByRow = u.table(3, func(k []int32) uint32 { return angleKey(0, uint8(k[0]), uint8(k[1]), uint8(k[2])) }, 2, 2)
	p.outOfPlane[0] = u.table(4, byPlane, 2)
	p.outOfPlane[1] = p.outOfPlane[0].with(u.table(4, byPlane, 2))
	p.torsion[0] = u.table(5, byTorsion, 2, 2, 2)
	p.torsion[1] = p.torsion[0].with(u.table(5, byTorsion, 2, 2, 2))
	return p
})

// with returns t with the values of the rows that other has as well. other has no rows
// that are not in t.
func (t *table) with(other table) table {
	changed := table{t.keys, append([]float64(nil), t.values...), t.width}
	for r, key := range other.keys {
		copy(changed.find(key), other.values[r*t.width:(r+1)*t.width])
	}
	return changed
}

// unpacker reads packed tables.
type unpacker struct {
	data string
}

// rows reads the number of rows, which begins a table.
func (u *unpacker) rows() int {
	n := int(u.data[0]) | int(u.data[1])<<8
	u.data = u.data[2:]
	return n
}

// columns reads columns of integers of 1 to 3 bytes, which are stored byte by byte, low
// ones first, and returns them row by row. Those of one byte have no sign.
func (u *unpacker) columns(rows int, bytes ...int) []int32 {
	cells := make([]int32, rows*len(bytes))
	for c, b := range bytes {
		for r := range rows {
			var x int32
			for k := range b {
				x |= int32(u.data[k*rows+r]) << (8 * k)
			}
			if b > 1 {
				x = x << (32 - 8*b) >> (32 - 8*b)
			}
			cells[r*len(bytes)+c] = x
		}
		u.data = u.data[b*rows:]
	}
	return cells
}

// table reads a table of a number of key columns and, in thousandths, value columns.
func (u *unpacker) table(keys int, key func([]int32) uint32, values ...int) table {
	rows := u.rows()
	ones := [5]int{1, 1, 1, 1, 1}
	k := u.columns(rows, ones[:keys]...)
	v := u.columns(rows, values...)
	t := table{make([]uint32, rows), make([]float64, len(v)), len(values)}
	for r := range t.keys {
		t.keys[r] = key(k[r*keys : (r+1)*keys])
	}
	for i := range t.values {
		t.values[i] = thousandths(v[i])
	}
	return t
}

func thousandths(n int32) float64 { return float64(n) / 1000 }
