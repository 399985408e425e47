//go:build ignore

// Prints SMILES of the project's own molecules, one a line, for programs that judge what
// is made of them: "go run e2e/oracle/molecules.go names" those of the dictionary of names
// (without polymers), "… reference" those of the reference data, MOLSMITH_ORACLE as in
// the tests.
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/molsmith/molsmith/chem/names"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: molecules.go names|reference")
	}
	seen := map[string]bool{}
	write := func(smiles string) {
		if !seen[smiles] && !strings.Contains(smiles, "*") {
			seen[smiles] = true
			fmt.Println(smiles)
		}
	}
	if os.Args[1] == "names" {
		d, err := names.Current()
		if err != nil {
			log.Fatal(err)
		}
		for i := range d.Len() {
			write(d.SMILES(i))
		}
		return
	}
	folder := os.Getenv("MOLSMITH_ORACLE")
	if folder == "" {
		folder = "chem/internal/oracle/testdata"
	}
	file, err := os.Open(filepath.Join(folder, "molecules.jsonl.gz"))
	if err != nil {
		log.Fatal(err)
	}
	plain, err := gzip.NewReader(file)
	if err != nil {
		log.Fatal(err)
	}
	lines := bufio.NewReader(plain)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		var row struct{ Smi string }
		if err == nil {
			err = json.Unmarshal(line, &row)
		}
		if err != nil {
			log.Fatal(err)
		}
		write(row.Smi)
	}
}
