package lines

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRead(t *testing.T) {
	tests := []struct {
		in   string
		want []string // "(long)" for nil
	}{
		{"", []string{""}},
		{"a", []string{"a"}},
		{"a\n", []string{"a", ""}},
		{"a\r\nb\n\nc", []string{"a", "b", "", "c"}},
		{"12345678\n", []string{"12345678", ""}},
		{"12345678\r\n", []string{"12345678", ""}},
		{"123456789\nnext", []string{"(long)", "next"}},
		{"123456789\r\nnext", []string{"(long)", "next"}},
		{strings.Repeat("x", 100) + "\nnext\n", []string{"(long)", "next", ""}},
		{strings.Repeat("x", 100), []string{"(long)"}},
		{"a\rb\n", []string{"a\rb", ""}},
		{"\r\n\r\n", []string{"", "", ""}},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%.20q", test.in), func(t *testing.T) {
			for name, in := range map[string]io.Reader{
				"whole": strings.NewReader(test.in), "byte by byte": iotest.OneByteReader(strings.NewReader(test.in)),
			} {
				reader := bufio.NewReaderSize(in, 16)
				var got []string
				for {
					line, err := Read(reader, 8)
					if line == nil {
						got = append(got, "(long)")
					} else {
						got = append(got, string(line))
					}
					if err != nil {
						break
					}
				}
				if !reflect.DeepEqual(got, test.want) {
					t.Errorf("%s: got %q, want %q", name, got, test.want)
				}
			}
		})
	}
}
