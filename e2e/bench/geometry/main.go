//go:build !js

// Geometry times the way from a SMILES to a relaxed 3D geometry for `npm run bench --
// --only geometry`; geometry-rdkit.cpp is its peer and speaks the same way. The argument
// is a file with one SMILES a line. Every number on standard input is a molecule (lines
// counted from 0); the answer is a line: seconds, and the energy at the end in kcal/mol,
// "none" when MMFF94 has no parameters, "failed" without coordinates.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: geometry SMILES-FILE")
		os.Exit(2)
	}
	runtime.GOMAXPROCS(1)
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	molecules := strings.Split(strings.TrimSpace(string(text)), "\n")
	fmt.Println("molsmith, " + runtime.Version())
	words := bufio.NewScanner(os.Stdin)
	words.Split(bufio.ScanWords)
	for words.Scan() {
		i, err := strconv.Atoi(words.Text())
		if err != nil || i < 0 || i >= len(molecules) {
			fmt.Fprintln(os.Stderr, "no molecule", words.Text())
			os.Exit(2)
		}
		start := time.Now()
		result := geometry(molecules[i])
		fmt.Println(time.Since(start).Seconds(), result)
	}
}

func geometry(text string) string {
	p, err := smiles.Perceive(text)
	if err != nil {
		return "failed"
	}
	full, s := hydrogen.Add(p, stereo.Find(p))
	b, err := conformer.New(full, s, conformer.Auto)
	if err != nil {
		return "failed"
	}
	c, err := b.Generate(context.Background(), 1, nil)
	if err != nil {
		return "failed"
	}
	if b.Force() != conformer.MMFF94s {
		return "none"
	}
	return strconv.FormatFloat(c.Energy, 'f', 4, 64)
}
