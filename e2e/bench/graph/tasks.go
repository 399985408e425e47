package main

import (
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// set is what the tasks run on.
type set struct {
	texts     []string
	molecules []*perceive.Molecule
	refused   []int
}

func load(texts, patterns []string) (*set, error) {
	s := &set{}
	for i, text := range texts {
		p, err := smiles.Perceive(text)
		if err != nil {
			s.refused = append(s.refused, i)
			continue
		}
		s.texts = append(s.texts, text)
		s.molecules = append(s.molecules, p)
	}
	return s, nil
}

// taskNames are the keys of tasks, in the order in which they are run.
var taskNames = []string{"parse"}

// wasmTasks are those that graph-wasm.mjs runs.
var wasmTasks = []string{"parse"}

// tasks are what is timed, for molecule i; each returns its part of the check sum.
var tasks = map[string]func(s *set, i int) int{
	"parse": func(s *set, i int) int {
		p, err := smiles.Perceive(s.texts[i])
		if err != nil {
			return 0
		}
		return len(p.Mol.Atoms) + len(p.Mol.Bonds)
	},
}
