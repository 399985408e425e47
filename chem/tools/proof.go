package tools

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

// Keys of a proof in the provenance of a result.
const (
	provenClosest = "closestDistance" // Å
	provenDensity = "density"         // g/cm³
	provenPierced = "piercedRings"
	provenCounts  = "counts"
)

// proof is what every packed result is checked for, measured on the positions that
// are returned.
type proof struct {
	// closest is the smallest distance in Å between atoms of different molecules,
	// images included; +Inf for one molecule in no cell.
	closest float64
	// worstA and worstB are the molecules, 0-based in the order of counts, between
	// which closest is; equal for a molecule and its own image, −1 for an atom that
	// was there before.
	worstA, worstB int
	density        float64 // g/cm³ of all atoms in the cell, those of a document too; 0: no cell
	counts         []proofCount
	pierced        int // rings with a bond of another molecule through them
}

// proofCount is a component, the residue name it has and how many of it there are.
type proofCount struct {
	name, residue string
	count         int
}

// packedProof is the proof of what the packer returned, of the copies of list.
func packedProof(packed *pack.Result, list []copies) proof {
	return proof{closest: packed.Closest, worstA: packed.WorstA, worstB: packed.WorstB, pierced: packed.Pierced, counts: countsOf(list)}
}

// countsOf lists components with the residue names that assemble gives them.
func countsOf(list []copies) []proofCount {
	residues := residueNames(list)
	counts := make([]proofCount, len(list))
	for i, c := range list {
		counts[i] = proofCount{name: c.name, residue: residues[i], count: c.count}
	}
	return counts
}

// densityOf returns the density in g/cm³ of a mass in u in a cell, row-major in Å.
func densityOf(mass float64, cell *[9]float64) float64 {
	vectors := geom.Mat3(*cell)
	return mass / avogadro / math.Abs(vectors.Det()) * 1e24
}

// record writes the proof into the provenance of a result.
func (p *proof) record(to *contract.Provenance) {
	if !math.IsInf(p.closest, 1) {
		to.Set(provenClosest, round4(p.closest))
	}
	if p.density > 0 {
		to.Set(provenDensity, twelveDigits(p.density))
	}
	to.Set(provenPierced, int64(p.pierced))
	parts := make([]string, len(p.counts))
	for i, c := range p.counts {
		parts[i] = fmt.Sprintf("%d %s", c.count, c.residue)
	}
	to.Set(provenCounts, strings.Join(parts, ", "))
}

// twelveDigits rounds x to what its last bits do not touch.
func twelveDigits(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return y
}

// recordedProof reads back what record wrote; the names of the components and the
// worst pair are not in it.
func recordedProof(from *contract.Provenance) proof {
	p := proof{closest: math.Inf(1), worstA: -1, worstB: -1}
	if v, ok := from.Get(provenClosest); ok {
		p.closest, _ = v.(float64)
	}
	if v, ok := from.Get(provenDensity); ok {
		p.density, _ = v.(float64)
	}
	if v, ok := from.Get(provenPierced); ok {
		n, _ := v.(int64)
		p.pierced = int(n)
	}
	if v, ok := from.Get(provenCounts); ok {
		text, _ := v.(string)
		for _, part := range strings.Split(text, ", ") {
			count, residue, _ := strings.Cut(part, " ")
			n, _ := strconv.Atoi(count)
			p.counts = append(p.counts, proofCount{residue: residue, count: n})
		}
	}
	return p
}

// summary says the proof in words that end a sentence: "smallest distance between
// molecules 2.00 Å (periodic), 0 pierced rings".
func (p *proof) summary() string {
	pierced := fmt.Sprintf("%d pierced %s", p.pierced, plural(p.pierced, "ring"))
	if math.IsInf(p.closest, 1) {
		return pierced
	}
	periodic := ""
	if p.density > 0 {
		periodic = " (periodic)"
	}
	return fmt.Sprintf("smallest distance between molecules %.2f Å%s, %s", p.closest, periodic, pierced)
}

// warnings says what is not as asked: a distance below the tolerance in Å, or pierced
// rings.
func (p *proof) warnings(tolerance float64) []string {
	var warnings []string
	if p.closest < tolerance {
		between := p.molecule(p.worstA) + " and " + p.molecule(p.worstB)
		if p.worstA == p.worstB {
			between = p.molecule(p.worstA) + " and its own image"
		}
		warnings = append(warnings, fmt.Sprintf("The minimum distance of %g Å was not reached: the closest atoms of different molecules are %.2f Å apart, between %s.", tolerance, p.closest, between))
	}
	if p.pierced > 0 {
		verb := "are"
		if p.pierced == 1 {
			verb = "is"
		}
		warnings = append(warnings, fmt.Sprintf("%d %s %s pierced by a bond of another molecule; another seed or a lower density may avoid it.", p.pierced, plural(p.pierced, "ring"), verb))
	}
	return warnings
}

// molecule names a molecule as its residue is numbered: "molecule 12 (water)".
func (p *proof) molecule(index int) string {
	if index < 0 {
		return "an atom that was there before"
	}
	at := index
	for _, c := range p.counts {
		if at < c.count {
			return fmt.Sprintf("molecule %d (%s)", index+1, c.name)
		}
		at -= c.count
	}
	return fmt.Sprintf("molecule %d", index+1)
}
