package symm

import (
	"fmt"
	"math"
	"strings"
)

// edgeTolerance and angleTolerance are how far a cell may be from the shape that its group asks for: relative for
// edges, in degrees for angles. Files round to four digits or so.
const (
	edgeTolerance  = 2e-3
	angleTolerance = 0.2
)

// System returns the crystal system of a group: "triclinic", "monoclinic",
// "orthorhombic", "tetragonal", "trigonal", "hexagonal" or "cubic", "" outside 1 to 230.
func System(number int) string {
	last := 0
	for _, s := range [...]struct {
		last int
		name string
	}{{2, "triclinic"}, {15, "monoclinic"}, {74, "orthorhombic"}, {142, "tetragonal"}, {167, "trigonal"}, {194, "hexagonal"}, {230, "cubic"}} {
		if number > last && number <= s.last {
			return s.name
		}
		last = s.last
	}
	return ""
}

// Settings returns the conventional settings of a group, the standard one of
// International Tables first; none outside 1 to 230. Number 0 asks for all 530.
func Settings(number int) []Setting {
	var list []Setting
	for line := range strings.Lines(settingsTable) {
		if s, _ := readSetting(line); number == 0 || s.Number == number {
			list = append(list, s)
		}
	}
	return list
}

// WithChoice returns the setting of a group with a choice of axes, cell or origin,
// in any letter case. ok is false when the group has no such setting.
func WithChoice(number int, choice string) (s Setting, ok bool) {
	for _, s := range Settings(number) {
		if strings.EqualFold(s.Choice, choice) {
			return s, true
		}
	}
	return Setting{}, false
}

// Fits says why a cell with edges in Å and angles in degrees cannot have the operations
// of the setting, nil when it can: they must keep all lengths.
func (s *Setting) Fits(lengths, angles [3]float64) error {
	var metric [9]float64
	for i := range 3 {
		metric[4*i] = lengths[i] * lengths[i]
		j, k := (i+1)%3, (i+2)%3
		dot := lengths[j] * lengths[k] * math.Cos(angles[i]*math.Pi/180)
		metric[3*j+k], metric[3*k+j] = dot, dot
	}
	group := s.Operations()
	mean := meanMetric(group, &metric)
	var l, a [3]float64
	for i := range 3 {
		l[i] = math.Sqrt(mean[4*i])
	}
	fits := true
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		a[i] = math.Acos(max(-1, min(1, mean[3*j+k]/(l[j]*l[k])))) * 180 / math.Pi
		fits = fits && math.Abs(l[i]-lengths[i]) <= edgeTolerance*l[i] && math.Abs(a[i]-angles[i]) <= angleTolerance
	}
	if fits {
		return nil
	}
	return fmt.Errorf("the group %s (%d) is %s and needs %s; the cell has %.4g, %.4g, %.4g Å and %.4g°, %.4g°, %.4g°",
		s.Name, s.Number, System(s.Number), s.needs(), lengths[0], lengths[1], lengths[2], angles[0], angles[1], angles[2])
}

// needs puts into words what the setting asks of its cell.
func (s *Setting) needs() string {
	switch System(s.Number) {
	case "monoclinic":
		switch {
		case strings.Contains(s.Choice, "a"):
			return "β = γ = 90°"
		case strings.Contains(s.Choice, "c"):
			return "α = β = 90°"
		}
		return "α = γ = 90°"
	case "orthorhombic":
		return "α = β = γ = 90°"
	case "tetragonal":
		return "a = b, α = β = γ = 90°"
	case "trigonal", "hexagonal":
		if s.Choice == "R" {
			return "a = b = c, α = β = γ"
		}
		return "a = b, α = β = 90°, γ = 120°"
	case "cubic":
		return "a = b = c, α = β = γ = 90°"
	}
	return "nothing"
}

// meanMetric is the mean of a metric tensor and what the rotations of a group make of it:
// Σ RᵀGR / n.
func meanMetric(group []Operation, metric *[9]float64) [9]float64 {
	var mean [9]float64
	for n := range group {
		r := &group[n].Rotation
		for i := range 3 {
			for j := range 3 {
				for k := range 3 {
					for l := range 3 {
						mean[3*i+j] += float64(r[3*k+i]) * metric[3*k+l] * float64(r[3*l+j])
					}
				}
			}
		}
	}
	for i := range mean {
		mean[i] /= float64(len(group))
	}
	return mean
}
