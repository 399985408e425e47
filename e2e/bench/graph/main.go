//go:build !js

// Graph times the molecular core for `npm run bench -- --only graph`; rdkit.cpp is its
// peer and speaks the same way. The first argument is a file with one SMILES a line,
// the second one with one SMARTS a line. Every word on standard input runs one task
// over all molecules and answers with a line: seconds and a check sum that both
// programs must agree on. "refused" names the molecules (lines counted from 0) that
// the parser refuses; they are left out of all tasks.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: graph SMILES-FILE SMARTS-FILE")
		os.Exit(2)
	}
	runtime.GOMAXPROCS(1)
	smiles, err := lines(os.Args[1])
	smarts, err2 := lines(os.Args[2])
	for _, e := range []error{err, err2} {
		if e != nil {
			fmt.Fprintln(os.Stderr, e)
			os.Exit(1)
		}
	}
	s, err := load(smiles, smarts)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("molsmith, "+runtime.Version()+":", strings.Join(taskNames, " "))
	words := bufio.NewScanner(os.Stdin)
	words.Split(bufio.ScanWords)
	for words.Scan() {
		if words.Text() == "refused" {
			fmt.Println(strings.Trim(fmt.Sprint(s.refused), "[]"))
			continue
		}
		run, ok := tasks[words.Text()]
		if !ok {
			fmt.Fprintln(os.Stderr, "no task", words.Text())
			os.Exit(2)
		}
		start := time.Now()
		check := 0
		for i := range s.molecules {
			check += run(s, i)
		}
		fmt.Println(time.Since(start).Seconds(), check)
	}
}

func lines(name string) ([]string, error) {
	text, err := os.ReadFile(name)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), err
}
