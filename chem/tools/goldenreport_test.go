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
