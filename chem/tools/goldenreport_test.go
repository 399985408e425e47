package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
)

// TestGoldenReports: every value of every fifteenth reference molecule, with its
// picture, has the same bytes on every platform.
func TestGoldenReports(t *testing.T) {
	sum, rows := sha256.New(), 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		if rows++; rows%15 != 0 || row.Heavy > 300 {
			return
		}
		args, err := json.Marshal(map[string]any{"smiles": row.Smi, "svg": true})
		if err != nil {
			t.Fatal(err)
		}
		out, err := Registry().Lookup("molecule_report").Run(context.Background(), args, nil)
		if err != nil {
			t.Errorf("%s %s: %v", row.ID, row.Smi, err)
			return
		}
		sum.Write(out.Value)
	})
	if os.Getenv("MOLSMITH_ORACLE") != "" {
		return // other molecules
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != goldenReports {
		t.Errorf("got %s, want %s", got, goldenReports)
	}
}

// TestGoldenGeometries: geometries of every hundredth reference molecule, and conformers
// of some, have the same bytes on every platform.
func TestGoldenGeometries(t *testing.T) {
	sum, rows := sha256.New(), 0
	add := func(tool string, args map[string]any) {
		raw, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		out, err := Registry().Lookup(tool).Run(context.Background(), raw, nil)
		if err != nil { // a refusal is the same everywhere too
			sum.Write([]byte(err.Error()))
			return
		}
		sum.Write(out.Value)
	}
	oracle.Molecules(t, func(row oracle.Molecule) {
		if rows++; rows%100 != 0 || row.Heavy > 60 {
			return
		}
		add("generate_3d", map[string]any{"smiles": row.Smi, "seed": rows})
		if rows%1000 == 0 {
			add("conformers", map[string]any{"smiles": row.Smi, "n": 3})
		}
	})
	add("generate_3d", map[string]any{"smiles": "CC(=O)[O-].[NH4+].C[Hg]C"})
	if os.Getenv("MOLSMITH_ORACLE") != "" {
		return // other molecules
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != goldenGeometries {
		t.Errorf("got %s, want %s", got, goldenGeometries)
	}
}
