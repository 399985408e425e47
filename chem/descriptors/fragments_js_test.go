package descriptors

import "github.com/molsmith/molsmith/chem/internal/oracle"

// In a page the table is loaded; these tests do it from the file.
func init() {
	data, err := oracle.Unpacked("data/sa_fragments.bin.gz")
	if err != nil {
		panic(err)
	}
	if err := LoadFragments(data); err != nil {
		panic(err)
	}
}
