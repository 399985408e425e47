package names

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/smiles"
)

var (
	tableFlag      = flag.String("table", "", "names.tsv to make data/names.bin.gz from")
	vocabularyFlag = flag.Bool("vocabulary", false, "put data/vocabulary.txt into data/names.bin.gz")
)

var kinds = []string{"systematic", "common", "abbreviation", "trade", "formula", "code3", "code1"}

// row is one line of the table.
type row struct {
	name, smiles, display string
	kind                  uint8
}

// pack encodes rows as data/README.md says.
func pack(rows []row, vocabulary string) []byte {
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.name, b.name) })
	number := map[string]int{}
	for _, r := range rows {
		number[r.smiles] = 0
	}
	structures := make([]string, 0, len(number))
	for s := range number {
		structures = append(structures, s)
	}
	slices.Sort(structures)
	for i, s := range structures {
		number[s] = i
	}
	out := []byte("NAM1")
	out = binary.LittleEndian.AppendUint32(out, uint32(len(structures)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(rows)))
	var shared, low, high, rest, display []byte
	last := ""
	for _, r := range rows {
		n := 0
		for n < min(len(last), len(r.name), 255) && last[n] == r.name[n] {
			n++
		}
		out = append(out, r.kind)
		shared = append(shared, byte(n))
		low, high = append(low, byte(number[r.smiles])), append(high, byte(number[r.smiles]>>8))
		rest = append(append(rest, r.name[n:]...), '\n')
		if r.display != r.name {
			display = append(display, r.display...)
		}
		display = append(display, '\n')
		last = r.name
	}
	out = slices.Concat(out, shared, low, high)
	for _, s := range structures {
		out = append(append(out, s...), '\n')
	}
	return slices.Concat(out, rest, display, []byte(vocabulary))
}

func vocabularyFile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("data/vocabulary.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// write makes data/names.bin.gz.
func write(t *testing.T, rows []row) {
	t.Helper()
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if _, err := z.Write(pack(rows, vocabularyFile(t))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("data/names.bin.gz", b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d names, %d bytes", len(rows), b.Len())
}

// TestPack makes the dictionary from its table with -table names.tsv, and puts a changed
// vocabulary into it with -vocabulary; without, it packs
// what the dictionary holds and compares the bytes.
func TestPack(t *testing.T) {
	if *vocabularyFlag {
		d, err := Current()
		if err != nil {
			t.Fatal(err)
		}
		var rows []row
		for i := range d.Len() {
			rows = append(rows, row{d.Name(i), d.SMILES(i), d.Display(i), d.kind[i]})
		}
		write(t, rows)
		return
	}
	if *tableFlag != "" {
		text, err := os.ReadFile(*tableFlag)
		if err != nil {
			t.Fatal(err)
		}
		var rows []row
		for line := range strings.Lines(string(text)) {
			f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if len(f) < 7 || f[0] == "name" {
				continue
			}
			p, err := smiles.Perceive(f[2])
			if err != nil {
				t.Fatal(line, err)
			}
			canonical, err := smiles.Canonical(p)
			if err != nil {
				t.Fatal(line, err)
			}
			rows = append(rows, row{f[0], canonical, f[4], uint8(slices.Index(kinds, f[1])) | (f[6][0]-'0')<<4})
		}
		write(t, rows)
		return
	}
	d, err := Current()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for i := range d.Len() {
		rows = append(rows, row{d.Name(i), d.SMILES(i), d.Display(i), d.kind[i]})
	}
	if d.rules != vocabularyFile(t) {
		t.Error("data/names.bin.gz does not hold data/vocabulary.txt; make it again")
	}
	again, err := ReadDictionary(pack(rows, d.rules))
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Len() {
		if again.Name(i) != d.Name(i) || again.SMILES(i) != d.SMILES(i) || again.Display(i) != d.Display(i) || again.kind[i] != d.kind[i] {
			t.Fatalf("entry %d: %q %q became %q %q", i, d.Name(i), d.SMILES(i), again.Name(i), again.SMILES(i))
		}
	}
}
