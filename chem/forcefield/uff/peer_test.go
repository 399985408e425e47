package uff

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestPeer compares with RDKit itself: MOLSMITH_UFF_PEER is the program made of
// e2e/oracle/uff-rdkit.cpp, as `npm run oracle` does. Without it there is nothing to
// compare with; TestReference has stored values. Energies agree for every molecule.
// Gradients of RDKit are at times no derivatives of its energies: before version 2024
// those of P, As, Sb and Bi have a sign wrong, and torsions of exactly 0 or 180° can
// give thousands. There the differences of the energy decide.
func TestPeer(t *testing.T) {
	program := os.Getenv("MOLSMITH_UFF_PEER")
	if program == "" {
		return
	}
	var texts []string
	var places [][]float64
	for _, c := range conformers(t) {
		texts, places = append(texts, c.Smi), append(places, c.xyz)
	}
	for _, row := range references(t) {
		if row.Smi != "" {
			texts, places = append(texts, row.Smi), append(places, row.Xyz)
		}
	}
	var input bytes.Buffer
	for k, text := range texts {
		fmt.Fprintf(&input, "%s\t", text)
		for _, v := range places[k] {
			fmt.Fprintf(&input, "%.4f ", v)
		}
		input.WriteByte('\n')
	}
	command := exec.Command(program)
	command.Stdin = &input
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	t.Log(lines[0])
	if len(lines) != len(texts)+1 {
		t.Fatalf("%d answers for %d molecules", len(lines)-1, len(texts))
	}
	compared, wrong := 0, 0
	for k, text := range texts {
		if lines[k+1] == "none" {
			continue
		}
		compared++
		x := places[k]
		f, err := New(complete(t, text), Options{Positions: x})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		g := make([]float64, len(x))
		got := append([]float64{f.Evaluate(x, g)}, g...)
		scale := length(g)
		worst := 0.0
		for i, field := range strings.Fields(lines[k+1]) {
			want, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			off := math.Abs(got[i] - want)
			if _, departs := departures[text]; i == 0 && departs == (off < 1e-3) {
				t.Errorf("%s: got energy %.5f, RDKit has %.5f; departs: %t", text, got[0], want, departs)
			} else if departs {
				break
			}
			worst = max(worst, off-1e-6*scale)
		}
		if worst > 1e-3 {
			wrong++
			checkGradient(t, text, f, x, 1e-7, 1e-4)
		}
	}
	if 25*wrong > compared {
		t.Errorf("gradients of %d of %d molecules are not RDKit's", wrong, compared)
	}
	t.Logf("%d molecules compared, %d other gradients", compared, wrong)
	if compared < 500 {
		t.Errorf("only %d of %d molecules compared", compared, len(texts))
	}
}
