// Package lines reads lines of bounded length from streams a stranger writes.
package lines

import (
	"bufio"
	"bytes"
	"errors"
)

// Read reads the next line and returns it without its end, LF or CRLF, in memory
// of its own. A line of more than limit bytes is read to its end and comes back
// as nil; an empty one is empty, not nil. The error is that of the reader: io.EOF
// comes with what follows the last LF, which may be nothing.
func Read(reader *bufio.Reader, limit int) ([]byte, error) {
	line, long := []byte{}, false
	for {
		part, err := reader.ReadSlice('\n')
		if long = long || len(line)+len(part) > limit+len("\r\n"); !long {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if long || len(line) > limit {
			return nil, err
		}
		return line, err
	}
}
