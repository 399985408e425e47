//go:build crystals || !part

package core

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/structure"
)

// upperSlab is UpperSlab of the protocol.
type upperSlab struct {
	Crystal crystalRequest `json:"crystal"`
	Cut     slabCut        `json:"cut"`
}

func (q *upperSlab) build() (*structure.Structure, string, error) {
	s, name, _, err := q.Crystal.build()
	if err != nil {
		return nil, "", err
	}
	o := q.Cut.slab()
	if o.Vacuum == 0 {
		o.Vacuum = 5 // it has two surfaces
	}
	b, err := o.Cut(s)
	if err != nil {
		return nil, "", crystalRefused(err, "/upper")
	}
	return b.Structure, name, nil
}

// matchInfo is StackMatch of the protocol.
type matchInfo struct {
	Lower   [4]int     `json:"lower"`
	Upper   [4]int     `json:"upper"`
	Area    float64    `json:"area"`
	Angle   float64    `json:"angle"`
	Strains [2]float64 `json:"strains"`
	Atoms   int        `json:"atoms"`
}

func crystalMatches(_ *Core, r *request, q struct {
	Structure structureHead `json:"structure"`
	Upper     upperSlab     `json:"upper"`
	Area      float64       `json:"area"`
	Strain    float64       `json:"strain"`
}) (response, error) {
	s, err := givenStructure(q.Structure, r)
	if err != nil {
		return response{}, err
	}
	upper, _, err := q.Upper.build()
	if err != nil {
		return response{}, err
	}
	list, err := (&crystal.Stack{Area: q.Area, Strain: q.Strain}).Matches(r.ctx, s, upper)
	if err != nil {
		return response{}, crystalRefused(err, "")
	}
	matches := make([]matchInfo, len(list))
	for i, m := range list {
		matches[i] = matchInfo(m)
	}
	return response{value: map[string]any{"matches": matches, "lower": s.Len(), "upper": upper.Len()}}, nil
}

func crystalStack(_ *Core, r *request, q struct {
	Structure structureHead `json:"structure"`
	Upper     upperSlab     `json:"upper"`
	Match     matchInfo     `json:"match"`
	Gap       float64       `json:"gap"`
	Vacuum    float64       `json:"vacuum"`
	Share     float64       `json:"share"`
}) (response, error) {
	s, err := givenStructure(q.Structure, r)
	if err != nil {
		return response{}, err
	}
	upper, name, err := q.Upper.build()
	if err != nil {
		return response{}, err
	}
	m := crystal.Match(q.Match)
	got, err := m.Build(s, upper, q.Gap, q.Vacuum, q.Share)
	if err != nil {
		return response{}, crystalRefused(err, "")
	}
	percent := strconv.FormatFloat(100*m.Strains[0], 'f', 2, 64) + " %, " + strconv.FormatFloat(100*m.Strains[1], 'f', 2, 64) + " %"
	return built("Stack "+name, got.Structure, nil, fact{Label: "Strain", Value: percent}), nil
}
