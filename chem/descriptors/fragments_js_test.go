package descriptors

import (
	"compress/gzip"
	"io"
	"os"
)

// In a page the table is loaded; these tests do it from the file.
func init() {
	data, err := unpackedTable("data/sa_fragments.bin.gz")
	if err != nil {
		panic(err)
	}
	if err := LoadFragments(data); err != nil {
		panic(err)
	}
}

// unpackedTable is the file of the table, unpacked.
func unpackedTable(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(plain)
}
