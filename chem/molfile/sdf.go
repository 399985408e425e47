package molfile

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Reader reads the records of an SD file one after the other. It holds one record in
// memory, however long the file is.
type Reader struct {
	source io.Reader
	buffer []byte // read and not yet handed out
	tail   bool   // the buffer begins in the line of a $$$$, which is passed over
	lines  int    // lines handed out
	n      int    // records handed out
	most   int    // bytes of a record
	ended  bool   // the source has no more
	failed error
}

// RecordError says that one record of an SD file cannot be read. Reading goes on with
// the next record.
type RecordError struct {
	Record int // from 1
	Err    error
}

func (e *RecordError) Error() string { return fmt.Sprintf("record %d: %v", e.Record, e.Err) }

func (e *RecordError) Unwrap() error { return e.Err }

// NewReader returns a Reader of an SD file, or of a mol file, which is an SD file of
// one record.
func NewReader(source io.Reader) *Reader { return &Reader{source: source, most: MaxRecord} }

// Next returns the next record. The error is io.EOF after the last one, a *RecordError
// for a record that cannot be read (the next call reads the one behind it), or what the
// source returned.
func (r *Reader) Next() (*Record, error) {
	block, more, err := r.block()
	if err != nil {
		return nil, err
	}
	// Blanks behind the last $$$$ are no record; before a $$$$ they are a bad one.
	if !more && len(bytes.TrimSpace(block)) == 0 {
		return nil, io.EOF
	}
	r.n++
	in := reader{lines: lines{data: block, n: r.lines}}
	if r.n == 1 {
		in.data = bytes.TrimPrefix(in.data, []byte("\xef\xbb\xbf"))
	}
	r.lines += countLines(block)
	if more {
		r.lines++ // the line of the $$$$
	}
	if block == nil {
		return nil, &RecordError{r.n, fmt.Errorf("it is longer than %d bytes", r.most)}
	}
	if err := in.record(); err != nil {
		return nil, &RecordError{r.n, err}
	}
	return in.rec, nil
}

// block returns the bytes up to a line that starts with $$$$, and whether there was
// one. They stay valid until the next call. A record that is too long is passed over
// and returned as nil.
func (r *Reader) block() (block []byte, more bool, err error) {
	r.passTail()
	searched, tooLong := 0, false
	for {
		at, next := delimiter(r.buffer, searched)
		if at >= 0 {
			block, r.buffer, r.tail = r.buffer[:at:at], r.buffer[at:], true
			if tooLong {
				block = nil
			}
			return block, true, nil
		}
		if r.ended {
			block, r.buffer = r.buffer, nil
			if r.failed != nil {
				return nil, false, r.failed
			}
			if tooLong {
				return nil, true, nil
			}
			return block, false, nil
		}
		searched = next
		if len(r.buffer) > r.most {
			// Let go of all but the end, where a $$$$ may have begun; the byte before
			// says whether a line begins there.
			tooLong = true
			keep := next - 1
			if r.buffer[keep] == '\n' && r.buffer[keep-1] == '\r' {
				keep--
			}
			r.lines += countLines(r.buffer[:keep])
			r.buffer = append([]byte(nil), r.buffer[keep:]...)
			searched = next - keep
		}
		r.fill()
	}
}

// passTail lets go of the line of the last $$$$.
func (r *Reader) passTail() {
	for r.tail {
		end := bytes.IndexAny(r.buffer, "\r\n")
		switch {
		case end < 0:
			r.buffer = r.buffer[:0]
		case r.buffer[end] == '\r' && end+1 == len(r.buffer):
			r.buffer = r.buffer[end:] // the LF of a CRLF may follow
		default:
			r.buffer, r.tail = r.buffer[lineEnd(r.buffer, end):], false
			return
		}
		if r.ended {
			r.buffer, r.tail = nil, false
			return
		}
		r.fill()
	}
}

// fill reads more of the source into the buffer.
func (r *Reader) fill() {
	const chunk = 64 << 10
	if cap(r.buffer)-len(r.buffer) < chunk {
		grown := make([]byte, len(r.buffer), 2*len(r.buffer)+2*chunk)
		copy(grown, r.buffer)
		r.buffer = grown
	}
	for range 100 { // as in bufio: a source that gives nothing is broken
		n, err := r.source.Read(r.buffer[len(r.buffer):cap(r.buffer)])
		r.buffer = r.buffer[:len(r.buffer)+n]
		if err != nil {
			r.ended = true
			if err != io.EOF {
				r.failed = err
			}
			return
		}
		if n > 0 {
			return
		}
	}
	r.ended, r.failed = true, io.ErrNoProgress
}

// delimiter finds the first line of data, from byte from on, that starts with $$$$.
// Without one, at is -1 and next is where to search again when there is more data.
func delimiter(data []byte, from int) (at, next int) {
	for {
		i := bytes.Index(data[from:], []byte("$$$$"))
		if i < 0 {
			return -1, max(from, len(data)-3)
		}
		i += from
		if i == 0 || data[i-1] == '\n' || data[i-1] == '\r' {
			return i, i
		}
		from = i + 1
	}
}

// lineEnd returns where the line behind the one that ends at byte end begins.
func lineEnd(data []byte, end int) int {
	if data[end] == '\r' && end+1 < len(data) && data[end+1] == '\n' {
		end++
	}
	return end + 1
}

// countLines counts the ends of lines: LF, CRLF and CR.
func countLines(data []byte) int {
	return bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")) - bytes.Count(data, []byte("\r\n"))
}

// Records returns the number of records of an SD file, which is 1 for a mol file.
func Records(data []byte) int {
	n := 0
	for {
		at, _ := delimiter(data, 0)
		if at < 0 {
			if len(bytes.TrimSpace(data)) > 0 || n == 0 {
				n++
			}
			return n
		}
		n++
		data = data[at:]
		end := bytes.IndexAny(data, "\r\n")
		if end < 0 {
			return n
		}
		data = data[lineEnd(data, end):]
	}
}

// items reads the data items behind M  END, up to the end of the record.
func (r *reader) items() error {
	loose, block := 0, 0 // first lines that belong to no data item, and end a mol block
	for {
		before := r.lines
		line, ok := r.next()
		if ok && bytes.HasPrefix(line, []byte("$$$$")) {
			r.lines, ok = before, false
		}
		switch {
		case !ok:
			switch {
			case block > 0:
				r.warn("a further mol block ends at line %d, without $$$$ before it; it is not read", block)
			case loose > 0:
				r.warn("lines that belong to no data item are not kept, the first is line %d", loose)
			}
			return nil
		case len(bytes.TrimSpace(line)) == 0:
		case line[0] == '>':
			if len(r.rec.Properties) == maxItems {
				return r.errorf(0, "the record has more than %d data items", maxItems)
			}
			r.rec.Properties = append(r.rec.Properties, Property{r.itemName(line), r.itemValue()})
		case isEnd(line) && block == 0:
			block = r.n
		case loose == 0:
			loose = r.n
		}
	}
}

// isEnd says whether a line ends a mol block.
func isEnd(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	return bytes.Equal(line, []byte("M  END")) || bytes.Equal(line, []byte("M END"))
}

// itemName is what stands between < and > in the head of a data item; without them the
// whole head.
func (r *reader) itemName(line []byte) string {
	from, to := bytes.IndexByte(line, '<'), bytes.LastIndexByte(line, '>')
	if from >= 0 && to > from {
		return text(line[from+1 : to])
	}
	r.warnAlike(noName, "line %d: the data item has no name in < >", r.n)
	return text(line[1:])
}

// itemValue reads the lines up to a blank one.
func (r *reader) itemValue() string {
	var value []byte
	for n := 0; ; n++ {
		before := r.lines
		line, ok := r.next()
		if !ok || len(bytes.TrimSpace(line)) == 0 {
			break
		}
		if bytes.HasPrefix(line, []byte("$$$$")) {
			r.lines = before
			break
		}
		if n > 0 {
			value = append(value, '\n')
		}
		value = append(value, line...)
	}
	return strings.ToValidUTF8(string(value), "\uFFFD")
}
