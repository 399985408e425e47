package conformer

import (
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
)

// BenchmarkGenerate goes from SMILES to relaxed geometries: three molecules, and every
// third of conformers.jsonl.gz in one.
func BenchmarkGenerate(b *testing.B) {
	var set []string
	row := 0
	oracle.Each(b, "conformers.jsonl.gz", 300, func(r reference) {
		if row++; r.Min != nil && row%3 == 1 {
			set = append(set, r.Smi)
		}
	})
	for _, c := range []struct {
		name  string
		texts []string
	}{
		{"ethanol", []string{"CCO"}},
		{"ibuprofen", []string{"CC(C)Cc1ccc(cc1)C(C)C(=O)O"}},
		{"macrocycle of 76 atoms", []string{"CCC1OC(=O)C(C)C(O)C(C)C(O)C(C)(O)CC(C)C(=O)C(C)C(O)C1(C)OC"}},
		{"conformers.jsonl", set},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				for _, text := range c.texts {
					p, s := complete(b, text)
					if builder, err := New(p, s, MMFF94s); err == nil {
						builder.Generate(background, 42, nil)
					}
				}
			}
		})
	}
}
