package main

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/fingerprint"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
)

// set is what the tasks run on.
type set struct {
	texts     []string
	molecules []*perceive.Molecule
	queries   []*smarts.Query
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
	for _, text := range patterns {
		q, err := smarts.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		s.queries = append(s.queries, q)
	}
	return s, nil
}

// taskNames are the keys of tasks, in the order in which they are run.
var taskNames = []string{"parse", "canonical", "ecfp4", "smarts"}

// tasks are what is timed, for molecule i; each returns its part of the check sum.
// RDKit's molecule holds what a query asks of it; our target is made of the molecule,
// so that is timed with the matching.
var tasks = map[string]func(s *set, i int) int{
	"parse": func(s *set, i int) int {
		p, err := smiles.Perceive(s.texts[i])
		if err != nil {
			return 0
		}
		return len(p.Mol.Atoms) + len(p.Mol.Bonds)
	},
	"canonical": func(s *set, i int) int {
		text, err := smiles.Canonical(s.molecules[i])
		if err != nil {
			return 0
		}
		return len(text)
	},
	"ecfp4": func(s *set, i int) int {
		return fingerprint.ECFP4(s.molecules[i]).Popcount()
	},
	"smarts": func(s *set, i int) int {
		target, found := smarts.NewTarget(s.molecules[i], nil), 0
		for _, q := range s.queries {
			n, err := q.Count(target)
			if err != nil {
				return 0
			}
			found += n
		}
		return found
	},
}
