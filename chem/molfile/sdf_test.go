package molfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/molsmith/molsmith/chem/mol"
)

const waters = water + `> <id>
W1

> 25 <note> (1)
two lines,
the second

$$$$
` + acetate + `>  <id>
A1
$$$$
`

// all reads every record; errors stand in place of their records.
func all(t testing.TB, source io.Reader) (list []string) {
	t.Helper()
	r := NewReader(source)
	for range 1000 {
		rec, err := r.Next()
		if err == io.EOF {
			return list
		}
		bad := (*RecordError)(nil)
		switch {
		case errors.As(err, &bad):
			list = append(list, err.Error())
		case err != nil:
			return append(list, err.Error())
		default:
			list = append(list, fmt.Sprint(rec.Mol.Name, rec.Properties))
		}
	}
	t.Fatal("no end")
	return nil
}

func TestReader(t *testing.T) {
	want := []string{"Water[{id W1} {note two lines,\nthe second}]", "acetate[{id A1}]"}
	for name, text := range map[string]string{
		"LF":           waters,
		"CRLF":         strings.ReplaceAll(waters, "\n", "\r\n"),
		"CR":           strings.ReplaceAll(waters, "\n", "\r"),
		"BOM":          "\ufeff" + waters,
		"no last line": strings.TrimSuffix(waters, "$$$$\n"),
		"no last end":  strings.TrimSuffix(waters, "\n"),
		"more blanks":  waters + "\n \n",
		"text behind":  strings.ReplaceAll(waters, "$$$$", "$$$$ x"),
	} {
		for kind, source := range map[string]io.Reader{
			"": strings.NewReader(text), "one byte at a time": iotest.OneByteReader(strings.NewReader(text)), "data with the end": iotest.DataErrReader(strings.NewReader(text)),
		} {
			if got := all(t, source); !slices.Equal(got, want) {
				t.Errorf("%s %s: got %q, want %q", name, kind, got, want)
			}
		}
		if got := Records([]byte(text)); got != 2 {
			t.Errorf("%s: got %d records, want 2", name, got)
		}
	}
}

func TestReaderGoesOn(t *testing.T) {
	broken := change(t, water, "-0.3906", "oops")
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blanks", "\n \n", nil},
		{"a mol file", water, []string{"Water[]"}},
		{"broken", broken + "$$$$\n" + water + "$$$$\n" + broken, []string{
			`record 1: line 5, column 11: atom 1 of 3: expected the y coordinate, found "oops"`, "Water[]",
			`record 3: line 27, column 11: atom 1 of 3: expected the y coordinate, found "oops"`}},
		{"empty record", "$$$$\n" + water, []string{"record 1: line 1: the mol block ends where the name line is expected", "Water[]"}},
		{"lines ended in three ways", strings.Replace(strings.Replace(water, "\n", "\r", 2), "\n", "\r\n", 1) + "$$$$\r" + broken, []string{"Water[]",
			`record 2: line 16, column 11: atom 1 of 3: expected the y coordinate, found "oops"`}},
		{"dollars in a line", change(t, water, "gas phase", "a $$$$ b"), []string{"Water[]"}},
		{"no name", water + "> DT12\nx\n\n", []string{"Water[{DT12 x}]"}},
		{"no value", water + "> <a>\n\n> <b>\n1\n", []string{"Water[{a } {b 1}]"}},
		{"names in pairs", water + "> <a<b>c>\n1\n\n> <a<b>c>\n2\n\n", []string{"Water[{a<b>c 1} {a<b>c 2}]"}},
	}
	for _, c := range tests {
		if got := all(t, strings.NewReader(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	failing := io.MultiReader(strings.NewReader(waters), iotest.ErrReader(errors.New("the disk is gone")))
	if got := all(t, failing); len(got) != 3 || got[2] != "the disk is gone" {
		t.Errorf("a source that fails: got %q", got)
	}
	if got := all(t, stuck{}); len(got) != 1 || got[0] != io.ErrNoProgress.Error() {
		t.Errorf("a source that is stuck: got %q", got)
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// TestReaderMemory: one record is held at a time, and one that is too long is passed over.
func TestReaderMemory(t *testing.T) {
	const most = 1 << 20
	for _, tail := range []string{"\n\n$$$$\n", "x$$$$\n$$$$\n"} {
		r := NewReader(io.MultiReader(strings.NewReader(water+"$$$$\n"+water+"> <long>\n"),
			io.LimitReader(endless{}, 40*most), strings.NewReader(tail+water)))
		r.most = most
		if rec, err := r.Next(); err != nil || rec.Mol.Name != "Water" {
			t.Errorf("record 1: got %v, %v", rec, err)
		}
		if _, err := r.Next(); err == nil || err.Error() != "record 2: it is longer than 1048576 bytes" {
			t.Errorf("record 2: got %v", err)
		}
		if c := cap(r.buffer); c > 4*most {
			t.Errorf("the buffer grew to %d bytes, want at most %d", c, 4*most)
		}
		if rec, err := r.Next(); err != nil || rec.Mol.Name != "Water" {
			t.Errorf("record 3: got %v, %v", rec, err)
		}
	}
}

// TestReaderLongEnd: the line of a $$$$ may be as long as it likes, it takes no memory.
func TestReaderLongEnd(t *testing.T) {
	const most = 1 << 20
	for _, start := range []string{"", water} {
		r := NewReader(io.MultiReader(strings.NewReader(start+"$$$$"), io.LimitReader(oneLine{}, 40*most), strings.NewReader("\r\n"+water)))
		r.most = most
		if rec, err := r.Next(); (err == nil) != (start != "") {
			t.Errorf("record 1 of %q: got %v, %v", start, rec, err)
		}
		if rec, err := r.Next(); err != nil || rec.Mol.Name != "Water" {
			t.Errorf("record 2: got %v, %v", rec, err)
		}
		if c := cap(r.buffer); c > 2*most {
			t.Errorf("the buffer grew to %d bytes, want at most %d", c, 2*most)
		}
	}
}

// oneLine gives a line without end.
type oneLine struct{}

func (oneLine) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '$'
	}
	return len(b), nil
}

// endless gives lines without end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = "0123456789abcde\n"[i%16]
	}
	return len(b), nil
}

// TestWarningsAlike: what is wrong with many lines in the same way is said once.
func TestWarningsAlike(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"items without names", water + "> a\n1\n\n> b\n2\n\n> c\n3\n", "line 11: the data item has no name in < > (3 times in the record)"},
		{"an item without a name", water + "> a\n1\n", "line 11: the data item has no name in < >"},
		{"no $$$$ between", water + water + "loose\n", "a further mol block ends at line 20, without $$$$ before it; it is not read"},
		{"lines of no item", water + "a\n\nb\n> <x>\n1\n\nc\n", "lines that belong to no data item are not kept, the first is line 11"},
	} {
		rec, err := NewReader(strings.NewReader(c.text)).Next()
		if err != nil || len(rec.Warnings) != 1 || rec.Warnings[0] != c.want {
			t.Errorf("%s: got %q, %v, want %s", c.name, rec.Warnings, err, c.want)
		}
	}
}

func TestWriter(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	r := NewReader(strings.NewReader(waters))
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = w.Write(rec)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := strings.NewReplacer("> 25 <note> (1)", "> <note>", ">  <id>", "> <id>", "A1\n$$$$", "A1\n\n$$$$").Replace(waters)
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	m := &mol.Mol{Atoms: []mol.Atom{{Element: 6}}}
	for _, c := range []struct {
		p    Property
		want string
	}{
		{Property{"", "1"}, `record 3: "" is no name of a data item`},
		{Property{"a>b", "1"}, `record 4: "a>b" is no name of a data item`},
		{Property{"a\nb", "1"}, `record 5: "a\nb" is no name of a data item`},
		{Property{"a", "1\n\n2"}, `record 6: the value of "a" has a blank line, which would end it`},
		{Property{"a", "1\r \r2"}, `record 7: the value of "a" has a blank line`},
		{Property{"a", "$$$$"}, `record 8: the value of "a" has a line that starts with $$$$`},
	} {
		out.Reset()
		if err := w.Write(&Record{Mol: m, Properties: []Property{c.p}}); err == nil || !strings.HasPrefix(err.Error(), c.want) || out.Len() > 0 {
			t.Errorf("%q: got %v and %d bytes, want %s", c.p, err, out.Len(), c.want)
		}
	}
	if err := w.Write(&Record{Mol: &mol.Mol{Atoms: make([]mol.Atom, 1)}}); err == nil || !strings.HasPrefix(err.Error(), "record 9: atom 1 has no element") {
		t.Errorf("a wildcard: got %v", err)
	}
}

// FuzzReader: any bytes are read to their end, and what is read can be written and read.
func FuzzReader(f *testing.F) {
	f.Add([]byte(waters))
	f.Add([]byte(acetate))
	f.Add([]byte("$$$$\r$$$$\r\n>"))
	eachFile(f, func(_ oracleFile, data []byte) {
		if len(data) < 4000 && bytes.Contains(data, []byte("$$$$")) {
			f.Add(data)
		}
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(bytes.NewReader(data))
		for n := 0; ; n++ {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if n > len(data) {
				t.Fatal("more records than bytes")
			}
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\r") {
					t.Errorf("the message has more than one line: %q", err)
				}
				continue
			}
			if p, err := Perceive(rec); err == nil && p.Mol.Check() != nil {
				t.Error("perceived a broken graph")
			}
			var out bytes.Buffer
			if NewWriter(&out).Write(rec) != nil {
				continue
			}
			again, err := NewReader(&out).Next()
			if err != nil {
				t.Fatalf("read of what was written: %v", err)
			}
			if err := sameMol(rec.Mol, again.Mol); err != nil || len(again.Properties) != len(rec.Properties) {
				t.Errorf("after writing and reading: %v, %d items, want %d", err, len(again.Properties), len(rec.Properties))
			}
		}
	})
}

func ExampleReader() {
	r := NewReader(strings.NewReader(waters))
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			continue // the next record may be good
		}
		fmt.Println(rec.Mol.Name, rec.Properties[0].Value)
	}
	// Output:
	// Water W1
	// acetate A1
}
