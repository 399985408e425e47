// Package cip assigns the stereodescriptors of Cahn, Ingold and Prelog: R, S, r and s
// to tetrahedral centers, E and Z to double bonds.
//
// The rules are those of the IUPAC recommendations of 2013 (P-92) in the algorithmic
// reading of Hanson, Musacchio, Mayfield, Vainio, Yerin and Redkin, J. Chem. Inf.
// Model. 2018, 58, 1755: a hierarchical digraph with duplicate atoms, explored sphere
// by sphere; rule 1a (atomic number, averaged over the neighbors in rings of
// conjugated double bonds), 1b (duplicates of nearer atoms), 2 (mass), 3 (Z before E),
// 4a to 4c and 5 (pairs of descriptors), 6 (a reference among equal ligands).
// Descriptors that rules 3 to 5 need are those of the digraph (auxiliary ones), found
// from the outermost sphere inward. Where the paper leaves a choice, it is taken as in
// RDKit's port of Mayfield's program, so that the labels are the same.
package cip

import (
	"context"
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Limits of the work on one molecule. The digraph of a cage grows exponentially.
const (
	maxNodes = 400_000    // nodes of one digraph
	maxSteps = 20_000_000 // steps for all labels, some nanoseconds each
	lookEach = 100_000    // steps between two looks at a context
)

// Labels are the descriptors of a molecule.
type Labels struct {
	// Atoms has R, S, r or s for each labeled atom of the molecule's Mol, "" for
	// the others; the small letters are pseudoasymmetric centers.
	Atoms []string
	// Bonds has E or Z for each labeled double bond, "" for the others; e and z where
	// mirror images rank differently at one end (seqTrans and seqCis).
	Bonds []string
}

// ErrLimit is what errors of Label are: some ranking was not finished.
var ErrLimit = errors.New("cip: too many steps")

// LimitError names a center whose label was not found within the limits.
type LimitError struct {
	Atom  int // the first center, or first atom of a double bond, 0-based in Mol
	Count int // centers and bonds without a decision
}

func (e *LimitError) add(c *configuration) {
	e.Atom = min(e.Atom, int(c.focus))
	e.Count++
}

func (e *LimitError) Error() string {
	more := ""
	if e.Count > 1 {
		more = fmt.Sprintf(" and %d more stereo centers", e.Count-1)
	}
	return fmt.Sprintf("atom %d%s: no CIP label within %d steps and %d digraph nodes", e.Atom+1, more, maxSteps, maxNodes)
}

// Is says that every LimitError is ErrLimit.
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// Label returns the descriptors of the configurations that s states of p. A
// configuration whose ligands do not rank differently has none. The error is a
// *LimitError; the labels it does not count are right and complete.
func Label(p *perceive.Molecule, s *stereo.Set) (Labels, error) {
	return LabelContext(context.Background(), p, s)
}

// LabelContext is Label that ends soon after ctx does, with ctx's error.
func LabelContext(ctx context.Context, p *perceive.Molecule, s *stereo.Set) (Labels, error) {
	labels := Labels{Atoms: make([]string, len(p.Mol.Atoms)), Bonds: make([]string, len(p.Mol.Bonds))}
	all := configurations(p, s)
	if len(all) == 0 {
		return labels, nil
	}
	w := newWork(p, all)
	w.ctx, w.look = ctx, lookEach
	set := func(i int, d descriptor) {
		if c := &all[i]; c.bond >= 0 {
			labels.Bonds[c.bond] = d.String()
		} else {
			labels.Atoms[c.focus] = d.String()
		}
	}
	// Turns with growing shares keep a hard center from using up the steps of others.
	left := maxSteps
	share := max(1000, min(50_000, maxSteps/2/len(all)))
	failed := LimitError{Atom: len(p.Mol.Atoms)}
	undecided := make([]int, len(all))
	for i := range undecided {
		undecided[i] = i
	}
	for ; len(undecided) > 0 && left > 0; share *= 8 {
		again := undecided[:0]
		for _, i := range undecided {
			d, used, ok := w.label(i, min(share, left))
			left -= used
			if w.ended {
				return Labels{}, ctx.Err()
			}
			switch {
			case ok:
				set(i, d)
			case w.tooLarge:
				failed.add(&all[i])
			default:
				again = append(again, i)
			}
		}
		undecided = again
	}
	for _, i := range undecided {
		failed.add(&all[i])
	}
	if failed.Count > 0 {
		return labels, &failed
	}
	return labels, nil
}
