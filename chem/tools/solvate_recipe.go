package tools

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/contract"
)

// recipe is what to add to a document, before the room for it is known.
type recipe struct {
	solvents []copies  // counts not set
	ratios   []float64 // molecules of each for one of the first
	density  float64   // g/cm³ of the solvents; 0: count is given
	count    int       // of the first solvent
	salt     salt
	warnings []string
}

// recipe reads the molecules of the arguments. An error of one is an *atPath.
func (a *solvateArguments) recipe(ctx context.Context, d detail) (*recipe, error) {
	r := &recipe{density: a.Density}
	if a.Amount == "count" {
		r.density, r.count = 0, a.Count
	}
	if err := r.add(ctx, "/solvent", a.Solvent, a.Residue, 1, a.Seed, d); err != nil {
		return nil, err
	}
	if a.Mixture == "mixed" {
		for i, row := range a.Further {
			if err := r.add(ctx, fmt.Sprintf("/further/%d/molecule", i), row.Molecule, row.Residue, row.Ratio, a.Seed, d); err != nil {
				return nil, err
			}
		}
	}
	var err error
	r.salt, err = readSalt(ctx, ionsWanted{
		mode: a.Ions, cation: a.Cation, anion: a.Anion,
		concentration: a.Concentration, cations: a.Cations, anions: a.Anions,
	}, a.Seed, d)
	if err != nil {
		return nil, err
	}
	r.warnings = append(r.warnings, r.salt.warnings()...)
	return r, nil
}

func (r *recipe) add(ctx context.Context, path string, m contract.Molecule, residue string, ratio float64, seed contract.Seed, d detail) error {
	c, err := readMolecule(ctx, m, seed, d)
	if err != nil {
		return &atPath{path, err}
	}
	r.solvents = append(r.solvents, copies{component: c, residue: residue})
	r.ratios = append(r.ratios, ratio)
	r.warnings = append(r.warnings, c.warnings...)
	return nil
}

// unitMass is the mass in u of one molecule of the first solvent and what goes with it.
func (r *recipe) unitMass() float64 {
	mass := 0.0
	for i, c := range r.solvents {
		mass += r.ratios[i] * c.mass
	}
	return mass
}

// counts fixes how many of each component a free volume in Å³ takes, some perhaps none.
// The solvents get the volume that the ions leave.
func (r *recipe) counts(h *host, free float64) ([]copies, error) {
	charge, _ := h.charge()
	ions, err := r.salt.counts(charge, free)
	if err != nil {
		return nil, err
	}
	units := float64(r.count)
	if r.density > 0 {
		if units, err = r.units(free - r.salt.volume(ions)); err != nil {
			return nil, err
		}
	}
	list := make([]copies, len(r.solvents), len(r.solvents)+len(ions))
	atoms := float64(len(h.document.Elements))
	for i, c := range r.solvents {
		// The small excess keeps products that are whole in exact numbers whole.
		n := math.Floor(r.ratios[i]*units + 1e-9)
		if i == 0 {
			n = math.Floor(units)
		}
		atoms += n * float64(c.atoms.Len())
		list[i] = c
		list[i].count = int(min(n, contract.MaxAtoms+1))
	}
	for _, c := range ions {
		atoms += float64(c.count) * float64(c.atoms.Len())
	}
	if atoms > contract.MaxAtoms {
		return nil, failure(contract.TooManyAtoms, "The open structure and what would be added have %.0f atoms; together they may not exceed %d: use a smaller cell, a part of it, or fewer molecules.", atoms, contract.MaxAtoms)
	}
	list = append(list, ions...)
	h.nameResidues(list)
	return list, nil
}

// units returns how many molecules of the first solvent, with what goes with each, a
// volume in Å³ takes at the density.
func (r *recipe) units(volume float64) (float64, error) {
	units := r.density * (volume * 1e-24) * avogadro / r.unitMass()
	if units < 1 {
		others := ""
		if len(r.solvents) > 1 {
			others = " and what the ratios add to it"
		}
		return 0, failure(contract.NoRoom, "There is no room: the free volume of %.1f Å³ takes less than one molecule of %s%s at %g g/cm³. Fill a larger part of the cell, or set a larger cell (Structure › Set cell…).", max(volume, 0), quoted(r.solvents[0].name), others, r.density)
	}
	return units, nil
}

// placed drops components with the count 0.
func placed(list []copies) []copies {
	kept := make([]copies, 0, len(list))
	for _, c := range list {
		if c.count > 0 {
			kept = append(kept, c)
		}
	}
	return kept
}

// notes says what of the recipe did not come out as one might think.
func (r *recipe) notes(h *host, list []copies) []string {
	notes := append([]string(nil), r.warnings...)
	for i, c := range list[:len(r.solvents)] {
		if c.count == 0 {
			notes = append(notes, fmt.Sprintf("None of %s was added: %g for each of %d %s is less than one molecule.", quoted(c.name), r.ratios[i], list[0].count, quoted(list[0].name)))
		}
	}
	notes = append(notes, residueWarnings(r.solvents, residueNames(list))...)
	return append(notes, chargeNotes(h, list, r.salt.balances())...)
}

// chargeNotes says the charge that remains, and when it was not known.
func chargeNotes(h *host, list []copies, asked bool) []string {
	charge, stated := h.charge()
	var notes []string
	if asked && !stated {
		notes = append(notes, "The open structure states no formal charges; it is taken as neutral.")
	}
	if sum := charge + totalCharge(list); sum != 0 {
		notes = append(notes, fmt.Sprintf("The cell has a net charge of %+d e.", sum))
	}
	return notes
}

// ionsWanted are the arguments about ions.
type ionsWanted struct {
	mode          string // none, neutralize, concentration, neutral_concentration, count
	cation, anion contract.Molecule
	concentration float64 // mol/L
	cations       int
	anions        int
}

// salt is a cation and an anion that were read, and how many of them are wanted.
type salt struct {
	ionsWanted
	positive, negative *component // nil: no ions

	// room is the van der Waals volume in Å³ of one cation and one anion, the same in a
	// preview and in a run, so that both come to the same number of solvent molecules.
	room [2]float64
}

func (s *salt) balances() bool {
	return s.mode == "neutralize" || s.mode == "neutral_concentration"
}

// readSalt reads the ions, when some are wanted. An error of one is an *atPath.
func readSalt(ctx context.Context, w ionsWanted, seed contract.Seed, d detail) (s salt, err error) {
	s.ionsWanted = w
	if w.mode == "none" {
		return s, nil
	}
	read := func(path string, m contract.Molecule, sign int, room *float64) (*component, error) {
		c, err := readMolecule(ctx, m, seed, d)
		if err == nil && c.charge*sign <= 0 {
			kind := "cation: its charge is %+d e, which must be positive"
			if sign < 0 {
				kind = "anion: its charge is %+d e, which must be negative"
			}
			err = failure(contract.InvalidArguments, "%s is no "+kind+".", quoted(m.Name), c.charge)
		}
		if err == nil {
			*room, err = roughVolume(ctx, c, m, seed, d)
		}
		if err != nil {
			return nil, &atPath{path, err}
		}
		return c, nil
	}
	if s.positive, err = read("/cation", w.cation, 1, &s.room[0]); err != nil {
		return s, err
	}
	s.negative, err = read("/anion", w.anion, -1, &s.room[1])
	return s, err
}

// roughVolume is the van der Waals volume in Å³ of a molecule that was read as c: that
// of the geometry a preview has. One too large for a preview has the volume of c.
func roughVolume(ctx context.Context, c *component, m contract.Molecule, seed contract.Seed, d detail) (float64, error) {
	if d == relaxed && c.atoms.Len() > 1 {
		switch r, err := readMolecule(ctx, m, seed, rough); {
		case err == nil:
			c = r
		case !errors.Is(err, errTooSlow):
			return 0, err
		}
	}
	return vdwVolume(c.atoms), nil
}

// volume is the van der Waals volume in Å³ of what counts returned.
func (s *salt) volume(ions []copies) float64 {
	sum := 0.0
	for i, c := range ions {
		sum += float64(c.count) * s.room[i]
	}
	return sum
}

func (s *salt) warnings() []string {
	if s.positive == nil {
		return nil
	}
	return append(append([]string(nil), s.positive.warnings...), s.negative.warnings...)
}

// counts fixes the ions for a charge in e and a volume in Å³: none, or the cation and
// the anion.
func (s *salt) counts(charge int, volume float64) ([]copies, error) {
	if s.positive == nil {
		return nil, nil
	}
	zp, zn := s.positive.charge, -s.negative.charge
	var cations, anions float64
	switch s.mode {
	case "count":
		cations, anions = float64(s.cations), float64(s.anions)
	case "neutralize", "neutral_concentration":
		p, n := balance(charge, zp, zn)
		cations, anions = float64(p), float64(n)
	}
	if s.mode == "concentration" || s.mode == "neutral_concentration" {
		units := math.Round(s.concentration * volume * 1e-27 * avogadro)
		g := gcd(zp, zn)
		cations += units * float64(zn/g)
		anions += units * float64(zp/g)
	}
	if cations > contract.MaxAtoms || anions > contract.MaxAtoms {
		return nil, failure(contract.TooManyAtoms, "%.0f cations and %.0f anions are more than the limit of %d atoms.", cations, anions, contract.MaxAtoms)
	}
	return []copies{s.ion(s.positive, cations), s.ion(s.negative, anions)}, nil
}

// ion makes the component of an ion. One of a single atom has the residue name that
// force fields give it: its symbol.
func (s *salt) ion(c *component, count float64) copies {
	named := copies{component: c, count: int(count)}
	if c.atoms.Len() == 1 {
		named.residue = strings.ToUpper(elem.Symbol(c.atoms.Elements[0]))
	}
	return named
}

// balance returns the fewest cations of charge +p and anions of charge −n, in e, that
// make a charge 0, or as near to it as they can.
func balance(charge, p, n int) (cations, anions int) {
	if charge > 0 {
		anions, cations = balance(-charge, n, p)
		return cations, anions
	}
	best := math.MaxInt
	for extra := range p { // of the other sign: after p of them everything repeats
		missing := n*extra - charge
		k := missing / p
		if left := missing - k*p; left < best {
			best, cations, anions = left, k, extra
		}
		if best == 0 {
			break
		}
	}
	return cations, anions
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
