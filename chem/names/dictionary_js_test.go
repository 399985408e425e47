package names

import "github.com/molsmith/molsmith/chem/internal/oracle"

// In a page the dictionary is loaded; these tests do it from the file.
func init() {
	data, err := oracle.Unpacked("data/names.bin.gz")
	if err != nil {
		panic(err)
	}
	if err := Load(data); err != nil {
		panic(err)
	}
}
