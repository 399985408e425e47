package names

import (
	"compress/gzip"
	"io"
	"os"
)

// In a page the dictionary is loaded; these tests do it from the file.
func init() {
	file, err := os.Open("data/names.bin.gz")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		panic(err)
	}
	data, err := io.ReadAll(plain)
	if err != nil {
		panic(err)
	}
	if err := Load(data); err != nil {
		panic(err)
	}
}
