package tools

import (
	"os"

	"github.com/molsmith/molsmith/chem/descriptors"
)

// In a page the table is loaded; these tests do it from the file.
func init() {
	data, err := os.ReadFile("../descriptors/data/sa_fragments.bin.gz")
	if err != nil {
		panic(err)
	}
	if err := descriptors.LoadFragments(data); err != nil {
		panic(err)
	}
}
