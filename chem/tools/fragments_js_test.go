package tools

import (
	"compress/gzip"
	"io"
	"os"

	"github.com/molsmith/molsmith/chem/descriptors"
)

// In a page the table is loaded; these tests do it from the file.
func init() {
	data, err := unpackedTable("../descriptors/data/sa_fragments.bin.gz")
	if err != nil {
		panic(err)
	}
	if err := descriptors.LoadFragments(data); err != nil {
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
