package tools

import (
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/names"
)

// In a page the dictionary is loaded; these tests do it from the file.
func init() {
	data, err := oracle.Unpacked("../names/data/names.bin.gz")
	if err != nil {
		panic(err)
	}
	if err := names.Load(data); err != nil {
		panic(err)
	}
}
