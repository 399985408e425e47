package tools

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
)

// Angles that a cage cannot give way at are warned about, with the atoms and the angle that the
// positions show; chains of ordinary and of crowded units are not.
func TestStrainWarnings(t *testing.T) {
	named := regexp.MustCompile(`The angle [A-Z][a-z]?(\d+)–[A-Z][a-z]?(\d+)–[A-Z][a-z]?(\d+) is (\d+)°, (\d+)° away`)
	found := 0
	for seed := range 4 {
		args := fmt.Sprintf(`{"monomer":{"name":"norbornene","smiles":"*[C@H]1[C@@H](*)[C@H]2CC[C@@H]1C2"},"head":0,"tail":1,"seed":%d,"length":20}`, seed)
		r := mustCall(t, "polymer_chain", args).Result
		change := number(t, r, chainAngle)
		m := named.FindStringSubmatch(strings.Join(r.Warnings, " "))
		if (m != nil) != (change > strainedAngle) {
			t.Errorf("seed %d: the largest change of an angle is %g°, warnings %q", seed, change, r.Warnings)
		}
		if m == nil {
			continue
		}
		found++
		var at [3]geom.Vec3
		for k := range at {
			i, _ := strconv.Atoi(m[k+1])
			at[k] = geom.At(r.Structure.Positions, i)
		}
		want, _ := strconv.Atoi(m[4])
		if got := geom.Angle(at[0], at[1], at[2]) * 180 / math.Pi; math.Abs(got-float64(want)) > 0.6 {
			t.Errorf("seed %d: the warning says %d°, the positions have %.1f°", seed, want, got)
		}
	}
	if found == 0 {
		t.Error("no strained chain among four seeds")
	}
	for _, smiles := range []string{"*CC*", "*CC(*)c1ccccc1", "*CC(*)(C)C", "*CC(*)(C)C(=O)OC", "*O[Si](*)(C)C"} {
		r := mustCall(t, "polymer_chain", chainOf(smiles, 30, "")).Result
		if len(r.Warnings) > 0 {
			t.Errorf("%s: %q", smiles, r.Warnings)
		}
	}
}
