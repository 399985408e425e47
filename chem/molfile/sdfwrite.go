package molfile

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Writer writes the records of an SD file.
type Writer struct {
	to io.Writer
	n  int // records written
}

// NewWriter returns a Writer of an SD file. Nothing is buffered and nothing needs to be
// closed.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write adds a record: its mol block, its data items and the line $$$$. It fails, and
// adds nothing, when a block (see the function Write) or a data item cannot hold what
// it is given: names must be one line without < and >, values must not have blank
// lines inside nor lines that start with $$$$. The error names the record.
func (w *Writer) Write(rec *Record) error {
	w.n++
	b, err := Write(rec)
	if err != nil {
		return fmt.Errorf("record %d: %w", w.n, err)
	}
	for _, p := range rec.Properties {
		if err := checkItem(p); err != nil {
			return fmt.Errorf("record %d: %w", w.n, err)
		}
		b = append(b, "> <"...)
		b = append(b, p.Name...)
		b = append(b, ">\n"...)
		b = append(b, p.Value...)
		if p.Value != "" {
			b = append(b, '\n')
		}
		b = append(b, '\n')
	}
	_, err = w.to.Write(append(b, "$$$$\n"...))
	return err
}

func checkItem(p Property) error {
	if p.Name == "" || p.Name != text([]byte(p.Name)) || strings.ContainsAny(p.Name, "<>") {
		return fmt.Errorf("%s is no name of a data item: it must be one line without < and >", excerpt([]byte(p.Name)))
	}
	if p.Value == "" {
		return nil
	}
	in := lines{data: []byte(p.Value + "\n")}
	for {
		line, ok := in.next()
		switch {
		case !ok:
			return nil
		case len(bytes.TrimSpace(line)) == 0:
			return fmt.Errorf("the value of %s has a blank line, which would end it", excerpt([]byte(p.Name)))
		case bytes.HasPrefix(line, []byte("$$$$")):
			return fmt.Errorf("the value of %s has a line that starts with $$$$, which would end the record", excerpt([]byte(p.Name)))
		}
	}
}
