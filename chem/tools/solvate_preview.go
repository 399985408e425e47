package tools

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

// solvatePreview says what a run would add, and what it would refuse.
func solvatePreview(args solvateArguments) contract.Preview {
	var p contract.Preview
	if args.Document == nil || !isGiven(args.Solvent) || !(args.Tolerance > 0) || args.Amount != "count" && !(args.Density > 0) {
		return p
	}
	h, space, err := seen(args.Document, args.place())
	if err != nil {
		refusePreview(&p, "/document", err)
		return p
	}
	mix, err := args.recipe(context.Background(), rough)
	if err != nil {
		refusePreview(&p, "/solvent", err)
		return p
	}
	p.Proposals = mix.proposals()
	path := "/density"
	if args.Amount == "count" {
		path = "/count"
	}
	list, err := mix.counts(h, space.free)
	if err == nil {
		p.Warnings = mix.notes(h, list)
	}
	h.preview(&p, space, list, args.Tolerance, path, err, "Adds")
	return p
}

// proposals is the density that the solvents have as a liquid, where it is known.
func (r *recipe) proposals() []contract.Proposal {
	if r.density == 0 {
		return nil
	}
	const parts = 1e4 // of the smallest ratios that matter
	list := make([]copies, len(r.solvents))
	for i, c := range r.solvents {
		list[i] = c
		list[i].count = int(math.Ceil(parts * r.ratios[i]))
	}
	density, _ := mixtureDensity(list)
	if density == 0 {
		return nil
	}
	reason := "Proposed from the liquid"
	if len(list) > 1 {
		reason = "Proposed from the mixture"
	}
	return []contract.Proposal{{Path: "/density", Value: strconv.AppendFloat(nil, rounded(density, 3), 'f', -1, 64), Reason: reason}}
}

func isGiven(m contract.Molecule) bool {
	return m.Name != "" && (m.Molblock != "" || m.SMILES != "")
}

// atPath is an error in the argument at a place.
type atPath struct {
	path string
	err  error
}

func (e *atPath) Error() string { return e.err.Error() }
func (e *atPath) Unwrap() error { return e.err }

// refusePreview adds the problem that an error is, at its own place or the given one. A
// molecule too large for a preview is none.
func refusePreview(p *contract.Preview, path string, err error) {
	if errors.Is(err, errTooSlow) {
		return
	}
	if at := (*atPath)(nil); errors.As(err, &at) {
		path = at.path
	}
	p.Problems = append(p.Problems, contract.Problem{Path: path, Rule: "refused", Message: err.Error()})
}

// preview adds what an addition to the document comes to; err is why it would be refused, adds
// how what it adds is called: a promise, or what it comes to at most.
func (h *host) preview(p *contract.Preview, s *space, list []copies, tolerance float64, path string, err error, adds string) {
	p.Facts = []contract.Fact{{Label: "Free volume", Value: fmt.Sprintf("%s Å³ (%.1f %% of the cell)", format.Grouped(int(math.Round(s.free))), 100*s.free/h.cell.Volume())}}
	if err == nil {
		err = h.checkThin(tolerance)
	}
	if err == nil {
		err = s.feasible(h, placed(list), tolerance)
	}
	if err != nil {
		p.Problems = append(p.Problems, contract.Problem{Path: path, Rule: "refused", Message: err.Error()})
		return
	}
	added := make([]string, 0, len(list))
	for _, c := range placed(list) {
		added = append(added, format.Grouped(c.count)+" "+c.name)
	}
	mass := h.mass() + totalMass(list)
	p.Facts = append([]contract.Fact{{Label: adds, Value: strings.Join(added, ", ")}}, p.Facts...)
	p.Facts = append(p.Facts,
		contract.Fact{Label: "Atoms after", Value: format.Grouped(len(h.document.Elements) + totalAtoms(list))},
		contract.Fact{Label: "Density of the whole cell", Value: threeDigits(densityOf(mass, h.document.Cell)) + " g/cm³"})
	if filling := fillVolume(list) / s.free; filling > denseFilling {
		p.Warnings = append(p.Warnings, fmt.Sprintf("The molecules fill %.0f %% of the free volume, more than liquids do; the minimum distance may not be reached.", 100*filling))
	}
}

// feasible refuses what a run refuses before it packs: what cannot fit beside the document.
func (s *space) feasible(h *host, list []copies, tolerance float64) error {
	taken, err := s.known.volume(tolerance/2, func() (float64, error) { return h.taken(context.Background(), s, tolerance) })
	if err != nil {
		return err
	}
	opt := pack.Options{Tolerance: tolerance, FixedVolume: taken}
	if s.outside != nil {
		opt.Region = &pack.Region{Volume: s.volume, Places: []float64{0, 0, 0}}
	}
	return packFailure(pack.Feasible(h.cell, packSpecies(list), opt))
}

// knownVolumes are volumes that depend on a document and a distance from its atoms, and
// take a while to measure. Those outside the distance are filed under its negative.
type knownVolumes struct {
	sync.Mutex
	list [8]struct{ distance, volume float64 }
	next int
}

// volume returns the one for a distance, measured when it is not known.
func (k *knownVolumes) volume(distance float64, measure func() (float64, error)) (float64, error) {
	k.Lock()
	defer k.Unlock()
	for _, e := range k.list {
		if e.distance == distance {
			return e.volume, nil
		}
	}
	v, err := measure()
	if err != nil {
		return 0, err
	}
	e := &k.list[k.next%len(k.list)]
	k.next++
	e.distance, e.volume = distance, v
	return v, nil
}

// looks remembers what the last previews measured. Documents are told apart by their
// atoms, not by where they are in memory: hosts make a new one for each preview.
var looks struct {
	sync.Mutex
	last [4]look
	next int
}

// look is a measurement of a document, or why it cannot be filled.
type look struct {
	key   documentKey
	cell  cell.Cell
	place place
	space *space
	err   error
}

// seen returns the document as a host and its room in a part of the cell, measured when
// neither is as in one of the last previews.
func seen(document *contract.Structure, at place) (*host, *space, error) {
	key := keyOf(document)
	looks.Lock()
	defer looks.Unlock()
	for _, l := range looks.last {
		if l.key == key && l.place == at && (l.space != nil || l.err != nil) {
			if l.err != nil {
				return nil, nil, l.err
			}
			return &host{document, l.cell}, l.space, nil
		}
	}
	h, err := readHost(document)
	l := look{key: key, place: at, err: err}
	if err == nil {
		l.cell = h.cell
		if l.space, l.err = h.space(context.Background(), at); l.err == nil {
			l.space.known = &knownVolumes{}
		}
	}
	looks.last[looks.next] = l
	looks.next = (looks.next + 1) % len(looks.last)
	return h, l.space, l.err
}

// documentKey tells documents apart.
type documentKey struct {
	atoms  int
	inCell bool
	cell   [9]float64
	sums   [2]uint64
}

func keyOf(s *contract.Structure) documentKey {
	f := documentKey{atoms: len(s.Elements)}
	if s.Cell != nil {
		f.inCell, f.cell = true, *s.Cell
	}
	a, b := uint64(1), uint64(2)
	for _, x := range s.Positions {
		bits := math.Float64bits(x)
		a = (a ^ bits) * 0x9e3779b97f4a7c15
		a ^= a >> 29
		b = (b + bits) * 0xd6e8feb86659fd93
		b ^= b >> 32
	}
	for _, z := range s.Elements {
		a = (a ^ uint64(z)) * 0x9e3779b97f4a7c15
		b = (b + uint64(z)) * 0xd6e8feb86659fd93
	}
	f.sums = [2]uint64{a, b}
	return f
}
