package perceive

import "testing"

func TestShell(t *testing.T) {
	for z, want := range map[uint8]struct {
		outer, valence int
		ok             bool
	}{
		0: {0, -1, false}, 1: {1, 1, true}, 6: {4, 4, true}, 16: {6, 2, true}, 26: {8, -1, false}, 118: {2, -1, false}, 200: {0, 0, false},
	} {
		valence, ok := UsualValence(z)
		if outer := OuterElectrons(z); outer != want.outer || valence != want.valence || ok != want.ok {
			t.Errorf("element %d: got %d, %d, %v; want %+v", z, outer, valence, ok, want)
		}
	}
}
