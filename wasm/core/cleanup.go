package core

import (
	"github.com/molsmith/molsmith/chem/edit"
)

// cleanUpAnswer is CleanUpReport of the protocol.
type cleanUpAnswer struct {
	Molecules  int              `json:"molecules"`
	Converged  int              `json:"converged"`
	UFF        int              `json:"uff"`
	Guessed    int              `json:"guessed"`
	Held       int              `json:"held"`
	Before     *float64         `json:"before"`
	After      *float64         `json:"after"`
	Incomplete int              `json:"incomplete"`
	Failed     int              `json:"failed"`
	Failures   []cleanUpFailure `json:"failures"`
	Notes      []string         `json:"notes"`
}

type cleanUpFailure struct {
	Atom   int    `json:"atom"`
	Reason string `json:"reason"`
}

// structureCleanUp relaxes the molecules of a structure, or makes new conformers of them.
// It needs no document, so that it can run in the worker that may be ended.
func structureCleanUp(_ *Core, r *request, q struct {
	Structure structureHead `json:"structure"`
	Embed     bool          `json:"embed"`
	Together  bool          `json:"together"`
	Seed      uint64        `json:"seed"`
}) (response, error) {
	s, err := takeStructure(q.Structure, r.bufs)
	if err != nil {
		return response{}, err
	}
	if err := s.Validate(); err != nil {
		return response{}, BadRequest(err.Error())
	}
	atoms, err := chosenAtoms(r.bufs)
	if err != nil {
		return response{}, err
	}
	result, err := edit.CleanUp(r.ctx, s, edit.CleanUpOptions{Atoms: atoms, Embed: q.Embed, Together: q.Together, Seed: q.Seed, Progress: r.progress})
	if err != nil {
		return response{}, err
	}
	moved := make([]uint32, len(result.Atoms))
	for i, a := range result.Atoms {
		moved[i] = uint32(a)
	}
	answer := cleanUpAnswer{
		Molecules: result.Molecules, Converged: result.Converged, UFF: result.UFF, Guessed: result.Guessed, Held: result.Held,
		Before: known(result.Before), After: known(result.After),
		Incomplete: result.Incomplete, Failed: result.Failed, Failures: []cleanUpFailure{}, Notes: listed(result.Notes),
	}
	for _, f := range result.Failures {
		answer.Failures = append(answer.Failures, cleanUpFailure(f))
	}
	return response{value: answer, bufs: Bufs{"atoms": moved, "positions": result.Positions}}, nil
}

// known returns x for JSON, which has no infinity: the energy of atoms at one place.
func known(x float64) *float64 {
	if x-x != 0 {
		return nil
	}
	return &x
}
