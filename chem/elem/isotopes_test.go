package elem

import (
	"math"
	"strings"
	"testing"
)

func TestIsotopeMass(t *testing.T) {
	// Masses of the Atomic Mass Evaluation in u, rounded to the digits of the table.
	for _, c := range []struct {
		z          uint8
		massNumber int
		want       float64
	}{
		{1, 1, 1.007825032}, {1, 2, 2.014101778}, {1, 3, 3.016049278}, {2, 3, 3.016029319},
		{6, 12, 12}, {6, 13, 13.00335484}, {17, 35, 34.96885268}, {17, 37, 36.96590259},
		{92, 238, 238.0507882},
		{0, 1, 0}, {1, 0, 0}, {1, 8, 0}, {6, 7, 0}, {6, 23, 0}, {105, 268, 0}, {119, 300, 0}, {6, -1, 0},
	} {
		if got := IsotopeMass(c.z, c.massNumber); math.Abs(got-c.want) > 1e-8 {
			t.Errorf("IsotopeMass(%d, %d): got %v, want %v", c.z, c.massNumber, got, c.want)
		}
	}
}

// TestIsotopeTable: every mass lies near its mass number.
func TestIsotopeTable(t *testing.T) {
	if got := strings.Count(isotopeText, "\n"); got != Max {
		t.Errorf("got %d lines, want %d", got, Max)
	}
	count := 0
	for z, row := range isotopeTable() {
		count += len(row.masses)
		for i, mass := range row.masses {
			if math.Abs(mass-float64(row.first+i)) > 0.5 {
				t.Errorf("element %d: isotope %d has mass %v", z, row.first+i, mass)
			}
		}
	}
	if count != 3111 {
		t.Errorf("got %d isotopes, want 3111", count)
	}
}

// TestMonoisotopicMass: every element has a mass near its mass number.
func TestMonoisotopicMass(t *testing.T) {
	for z := uint8(1); z <= Max; z++ {
		if mass := MonoisotopicMass(z); math.Abs(mass-float64(CommonIsotope(z))) > 0.5 {
			t.Errorf("element %d: mass %v, its commonest isotope is %d", z, mass, CommonIsotope(z))
		}
	}
	for _, c := range []struct {
		z    uint8
		want float64
	}{{0, 0}, {1, 1.007825032}, {17, 34.96885268}, {35, 78.9183371}, {88, 226.0254026}, {118, 294.21392}, {119, 0}} {
		if got := MonoisotopicMass(c.z); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("MonoisotopicMass(%d): got %v, want %v", c.z, got, c.want)
		}
	}
}
