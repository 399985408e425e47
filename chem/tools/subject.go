package tools

import (
	"errors"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/contract"
)

// smilesArguments are the arguments of tools that take a SMILES and nothing else.
type smilesArguments struct {
	SMILES string `json:"smiles" schema:"title=SMILES;minLength=1;maxLength=100000;examples=CC(=O)Oc1ccccc1C(=O)O" doc:"The molecule as SMILES."`
}

// subject is the molecule a tool was asked about. What is worked out of it is kept, as
// several parts of an answer need it.
type subject struct {
	*perceive.Molecule
	stereo *stereo.Set
	subjectValues
}

// readSubject reads the SMILES that an argument holds.
func readSubject(argument, text string) (*subject, error) {
	return readUpTo(maxAtoms, argument, text)
}

func readUpTo(limit int, argument, text string) (*subject, error) {
	if len(text) > maxTextBytes {
		return nil, invalidArgument("/"+argument, "maxLength", maxTextBytes, "%s may have at most %d bytes", argument, maxTextBytes)
	}
	fail := func(err error) error {
		fault := (*smiles.ParseError)(nil)
		if !errors.As(err, &fault) {
			return err
		}
		wrong := invalidText(contract.InvalidSMILES, "SMILES", argument, text, fault.Offset, err)
		if len(text) <= maxQuotedText {
			if meant, _ := smilesOf(text); meant != "" {
				wrong.Message += "; as a name it is the molecule " + meant
			}
		}
		return wrong
	}
	if len(text) > limit { // an atom takes a byte or more
		m, err := smiles.Parse(text)
		if err != nil {
			return nil, fail(err)
		}
		if err := checkSize(limit, m); err != nil {
			return nil, err
		}
	}
	p, err := smiles.Perceive(text)
	if err != nil {
		return nil, fail(err)
	}
	if len(p.Mol.Atoms) == 0 {
		return nil, fail(&smiles.ParseError{Offset: 0, Msg: "expected an atom"})
	}
	return &subject{Molecule: p}, nil
}

// checkSize refuses molecules beyond a limit of atoms.
func checkSize(limit int, m *mol.Mol) error {
	if n := len(m.Atoms); n > limit {
		return tooLarge(limit, n, "The molecule has %d atoms; at most %d are taken", n, limit)
	}
	return nil
}

// configuration returns what the molecule states of its configuration.
func (s *subject) configuration() *stereo.Set {
	if s.stereo == nil {
		s.stereo = stereo.Find(s.Molecule)
	}
	return s.stereo
}

// canonical returns the canonical SMILES.
func (s *subject) canonical() (string, error) {
	text, err := smiles.CanonicalOf(s.Molecule, s.configuration())
	return text, canonicalFailure(err)
}

// canonicalFailure gives an error of a canonical SMILES its code: that of the search, or
// that of a configuration which the notation cannot hold.
func canonicalFailure(err error) error {
	if err = workFailure(err); err == nil {
		return nil
	}
	if known := (*contract.Error)(nil); errors.As(err, &known) {
		return err
	}
	return failure(contract.InvalidMolecule, "%s", upperFirst(err.Error()))
}

// list returns names, never nil: an empty list is written as [].
func list[T any](names []T) []T {
	if names == nil {
		return []T{}
	}
	return names
}
