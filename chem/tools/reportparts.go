//go:build !part

package tools

import (
	"errors"
	"slices"
	"strconv"

	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/retro"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

func (s *subject) reportStereo(a *reportAnswer) error {
	set := s.configuration()
	labels, err := cip.Label(s.Molecule, set)
	if limit := (*cip.LimitError)(nil); errors.As(err, &limit) {
		a.Unlabeled = limit.Count // the other labels are right
	} else if err != nil {
		return err
	}
	a.CIP, a.EZ = []atomLabel{}, []bondLabel{}
	a.Unspecified, a.UnspecifiedBonds = [][1]int{}, [][2]int{}
	for i, label := range labels.Atoms {
		if label != "" {
			a.CIP = append(a.CIP, atomLabel{i, label})
		}
	}
	for k, label := range labels.Bonds {
		if b := s.Mol.Bonds[k]; label != "" {
			a.EZ = append(a.EZ, bondLabel{min(b.A, b.B), max(b.A, b.B), label})
		}
	}
	for _, i := range set.OpenCenters {
		a.Unspecified = append(a.Unspecified, [1]int{i})
	}
	for _, k := range set.OpenBonds {
		b := s.Mol.Bonds[k]
		a.UnspecifiedBonds = append(a.UnspecifiedBonds, [2]int{min(b.A, b.B), max(b.A, b.B)})
	}
	a.UnspecifiedCenters = len(set.OpenCenters)
	a.StereoCenters = len(set.OpenCenters)
	for _, c := range set.Centers {
		if _, coupled := slices.BinarySearch(set.Coupled, c.Atom); c.Class == mol.Tetrahedral && !coupled {
			a.StereoCenters++
		}
	}
	return nil
}

// reportPieces reports what the molecule is taken apart into.
func (s *subject) reportPieces(a *reportAnswer) error {
	bonds, err := retro.Bonds(s.Molecule, s.matching())
	if err != nil {
		return workFailure(err)
	}
	a.BRICS, a.Fragments = []bricsBond{}, []string{}
	for _, b := range bonds {
		a.BRICS = append(a.BRICS, bricsBond{b.A, b.B, strconv.Itoa(int(b.LabelA)), strconv.Itoa(int(b.LabelB))})
	}
	if bonds, err = retro.PieceBonds(s.Molecule, s.matching()); err != nil {
		return workFailure(err)
	}
	// Where nothing is cut off, the piece is the molecule, whose text is known.
	if len(bonds) == 0 && a.Components == 1 {
		a.Fragments = append(a.Fragments, a.Canonical)
	} else if a.Fragments, err = s.pieces(bonds); err != nil {
		return err
	}
	scaffold, kept := descriptors.Scaffold(s.Molecule, s.configuration())
	if len(scaffold.Atoms) == 0 {
		return nil
	}
	if len(kept) == len(s.Mol.Atoms) {
		a.Murcko = a.Canonical
		return nil
	}
	p, err := perceive.Take(scaffold)
	if err != nil {
		return err
	}
	a.Murcko, err = smiles.CanonicalOf(p, stereo.Find(p))
	return canonicalFailure(err)
}

// pieces returns the canonical SMILES of what is left when bonds are cut, sorted.
func (s *subject) pieces(bonds []retro.Bond) ([]string, error) {
	parts, err := retro.Fragments(s.Molecule, s.configuration(), bonds)
	if err != nil {
		return nil, err
	}
	texts := []string{}
	for _, p := range parts {
		text, err := smiles.Canonical(p)
		if err != nil {
			return nil, canonicalFailure(err)
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return texts, nil
}
