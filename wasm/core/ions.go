//go:build document || !part

package core

import (
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/library"
)

// ionsAnswer is IonsChange of the protocol.
type ionsAnswer struct {
	changeAnswer
	Notes   []string `json:"notes"`
	Cations int      `json:"cations"`
	Anions  int      `json:"anions"`
	Cation  string   `json:"cation"`
	Anion   string   `json:"anion"`
	Waters  int      `json:"waters"`
	Free    int      `json:"free"`
	Charge  int      `json:"charge"`
	Closest *float64 `json:"closest"`
}

// ionsRequest is the request of edit.ions.
type ionsRequest struct {
	Cation        string  `json:"cation"`
	Anion         string  `json:"anion"`
	Amount        string  `json:"amount"`
	Cations       int     `json:"cations"`
	Anions        int     `json:"anions"`
	Concentration float64 `json:"concentration"`
	Neutralize    bool    `json:"neutralize"`
	Charge        int     `json:"charge"`
	Apart         float64 `json:"apart"`
	FromOthers    float64 `json:"fromOthers"`
	Seed          uint64  `json:"seed"`
	Preview       bool    `json:"preview"`
	IfRevision    *int    `json:"ifRevision"`
}

// editIons replaces waters by ions as one step, or shows what that comes to.
func editIons(c *Core, r *request, q ionsRequest) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	o := edit.IonOptions{
		Cations: q.Cations, Anions: q.Anions, Concentration: q.Concentration,
		Neutralize: q.Neutralize, Charge: q.Charge, Apart: q.Apart, FromOthers: q.FromOthers, Seed: q.Seed,
	}
	cation, anion := "", ""
	if o.Cation, cation, err = ion(q.Cation); err != nil {
		return response{}, err
	}
	if o.Anion, anion, err = ion(q.Anion); err != nil {
		return response{}, err
	}
	switch q.Amount {
	case "none":
	case "count":
		o.Amount = edit.ByCount
	case "volume":
		o.Amount = edit.PerVolume
	case "water":
		o.Amount = edit.PerWater
	default:
		return response{}, BadRequest("amount is none, count, volume or water, not " + quote(q.Amount))
	}
	swap, err := d.IonsForWaters(r.ctx, o)
	if err != nil {
		return response{}, err
	}
	var answer response
	var head changeAnswer
	if q.Preview {
		if answer, err = shown(d, swap.Ops); err != nil {
			return response{}, err
		}
		head = answer.value.(previewAnswer).changeAnswer
	} else {
		change, err := d.Apply(edit.Step{Label: ionsLabel(swap, cation, anion), Ops: swap.Ops})
		if err != nil {
			return response{}, err
		}
		answer = changed(d, change, false)
		head = answer.value.(changeAnswer)
	}
	out := ionsAnswer{
		changeAnswer: head, Notes: []string{}, Cations: swap.Cations, Anions: swap.Anions,
		Cation: cation, Anion: anion, Waters: swap.Waters, Free: swap.Free, Charge: swap.Charge,
	}
	if !math.IsInf(swap.Closest, 1) {
		out.Closest = &swap.Closest
	}
	answer.value = out
	return answer, nil
}

// ion returns an ion of the library that has one atom, and how it is written ("Na⁺").
func ion(id string) (edit.Ion, string, error) {
	entry, ok := library.ByID(id)
	if !ok || entry.Atoms != 1 || entry.Charge == 0 {
		return edit.Ion{}, "", BadRequest(quote(id) + " is no ion of one atom in the library")
	}
	element := entry.Mol().Atoms[0].Element
	sign, n := "⁺", entry.Charge
	if n < 0 {
		sign, n = "⁻", -n
	}
	text := elem.Symbol(element)
	if n > 1 {
		text += string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[n%10])
	}
	return edit.Ion{Element: element, Charge: entry.Charge}, text + sign, nil
}

// ionsLabel is the line of the history: "Replace 24 waters by 12 Na⁺ and 12 Cl⁻".
func ionsLabel(swap *edit.IonSwap, cation, anion string) string {
	text := "Replace " + plural(swap.Cations+swap.Anions, "water") + " by "
	if swap.Cations > 0 {
		text += strconv.Itoa(swap.Cations) + " " + cation
	}
	if swap.Cations > 0 && swap.Anions > 0 {
		text += " and "
	}
	if swap.Anions > 0 {
		text += strconv.Itoa(swap.Anions) + " " + anion
	}
	return text
}
