package mmff

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite tables/mmff.bin from the tables in text")

// sources are the tables in the order of the packed file: the columns of the text from
// left to right as key columns (k), then values of 2 or 3 bytes in thousandths.
var sources = []struct {
	name, columns string
	key           func(row []int) uint32
	find          func(p *parameters) *table
}{
	{name: "types", columns: "kkkk2222k"},
	{"bond", "kkk22", pairRow, func(p *parameters) *table { return &p.bond }},
	{"bndk", "kk22", elementRow, func(p *parameters) *table { return &p.bondByElement }},
	{"herschbach_laurie", "kk22", elementRow, func(p *parameters) *table { return &p.herschbachLaurie }},
	{"covalent", "k22", func(r []int) uint32 { return uint32(r[0]) }, func(p *parameters) *table { return &p.covalent }},
	{"angle", "kkkk23", angleRow, func(p *parameters) *table { return &p.angle }},
	{"stbn", "kkkk22", angleRow, func(p *parameters) *table { return &p.stretchBend }},
	{"dfsb", "kkk22", func(r []int) uint32 { return angleKey(0, uint8(r[0]), uint8(r[1]), uint8(r[2])) }, func(p *parameters) *table { return &p.stretchBendByRow }},
	{"oop", "kkkk2", planeRow, func(p *parameters) *table { return &p.outOfPlane[0] }},
	{"oop_s", "kkkk2", planeRow, func(p *parameters) *table { return &p.outOfPlane[1] }},
	{"torsion", "kkkkk222", torsionRow, func(p *parameters) *table { return &p.torsion[0] }},
	{"torsion_s", "kkkkk222", torsionRow, func(p *parameters) *table { return &p.torsion[1] }},
}

func pairRow(r []int) uint32    { return pairKey(uint8(r[0]), uint8(r[1]), uint8(r[2])) }
func elementRow(r []int) uint32 { return pairKey(0, uint8(r[0]), uint8(r[1])) }
func angleRow(r []int) uint32   { return angleKey(uint8(r[0]), uint8(r[1]), uint8(r[2]), uint8(r[3])) }
func planeRow(r []int) uint32   { return planeKey(uint8(r[0]), uint8(r[1]), uint8(r[2]), uint8(r[3])) }
func torsionRow(r []int) uint32 {
	return torsionKey(uint8(r[0]), uint8(r[1]), uint8(r[2]), uint8(r[3]), uint8(r[4]))
}

// source reads a table in text: keys as they are, values in thousandths.
func source(t *testing.T, name, columns string) (rows [][]int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("tables", name+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range lines[2:] {
		fields := strings.Split(line, "\t")
		if len(fields) != len(columns) {
			t.Fatalf("%s.tsv: %q has not %d columns", name, line, len(columns))
		}
		row := make([]int, len(fields))
		for c, field := range fields {
			switch {
			case strings.Contains("-DA", field):
				row[c] = int(field[0])
			case columns[c] == 'k':
				row[c], err = strconv.Atoi(field)
			default:
				var x float64
				x, err = strconv.ParseFloat(field, 64)
				row[c] = int(math.Round(x * 1000))
				if thousandths(int32(row[c])) != x {
					t.Fatalf("%s.tsv: %q has more than three decimals", name, line)
				}
			}
			if err != nil {
				t.Fatalf("%s.tsv: %q: %v", name, line, err)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// pack writes rows as unpacker reads them, sorted by key.
func pack(rows [][]int, columns string, key func([]int) uint32) []byte {
	if key != nil {
		slices.SortFunc(rows, func(a, b []int) int { return int(key(a)) - int(key(b)) })
	}
	out := []byte{byte(len(rows)), byte(len(rows) >> 8)}
	for _, keys := range []bool{true, false} {
		for c := range columns {
			if (columns[c] == 'k') != keys {
				continue
			}
			bytes := 1
			if !keys {
				bytes = int(columns[c] - '0')
			}
			for k := range bytes {
				for _, row := range rows {
					out = append(out, byte(row[c]>>(8*k)))
				}
			}
		}
	}
	return out
}

// TestPackedTables: the packed tables are those in text, and every row is found under
// its key with its values.
func TestPackedTables(t *testing.T) {
	var want []byte
	for _, s := range sources {
		want = append(want, pack(source(t, s.name, s.columns), s.columns, s.key)...)
	}
	if *update {
		if err := os.WriteFile("tables/mmff.bin", want, 0o644); err != nil {
			t.Fatal(err)
		}
		packed = string(want)
	}
	if !bytes.Equal([]byte(packed), want) {
		t.Fatal("tables/mmff.bin is not what tables/*.tsv say: run with -update")
	}
	p := tables()
	for _, s := range sources {
		if s.find == nil {
			continue
		}
		for _, row := range source(t, s.name, s.columns) {
			got := s.find(p).find(s.key(row))
			if got == nil {
				t.Fatalf("%s: row %v is not found", s.name, row)
			}
			for c, x := range got {
				if want := row[len(row)-len(got)+c]; x != thousandths(int32(want)) {
					t.Errorf("%s: row %v: got %v, want %d", s.name, row, got, want)
				}
			}
		}
	}
	if got := p.steps[64]; got != [4]uint8{64, 2, 1, 0} {
		t.Errorf("steps of type 64: %v", got)
	}
	if v := p.vdw[23]; !v.donor || v.acceptor || v.alpha != 0.15 || v.a != 4.2 {
		t.Errorf("van der Waals parameters of type 23: %+v", v)
	}
}
