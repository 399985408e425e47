//go:build unix && !race

package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/molsmith/molsmith/contract"
)

// These tests take a quarter of an hour under the race detector, and nothing in them
// runs at once, so they are left out there.

// Bounds of any call on up to 100,000 bytes. Time is that of the processor, and looked at
// only in the lane that runs everything (MOLSMITH_FULL).
const (
	hostileTime   = time.Second
	hostileMemory = 500 << 20
)

var full = os.Getenv("MOLSMITH_FULL") != ""

// clocked gives tools a clock, as hosts do.
func clocked(ctx context.Context) context.Context {
	return contract.WithTimer(ctx, func(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc) {
		return context.WithTimeout(ctx, time.Duration(milliseconds)*time.Millisecond)
	})
}

// processorTime is what this process has used.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// heapTaken is the memory that the heap ever had.
func heapTaken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapSys
}

// measured runs a tool and returns the code of its answer, "" for success.
func measured(t *testing.T, what, tool, args string) contract.Code {
	t.Helper()
	runtime.GC()
	before := processorTime(t)
	outcome, err := Registry().Lookup(tool).Run(clocked(t.Context()), json.RawMessage(args), nil)
	if took := processorTime(t) - before; took > hostileTime && full {
		t.Errorf("%s, %s: took %v, want at most %v", what, tool, took, hostileTime)
	}
	if err == nil {
		if !json.Valid(outcome.Value) {
			t.Errorf("%s, %s: the answer is not JSON", what, tool)
		}
		return ""
	}
	e := (*contract.Error)(nil)
	if !errors.As(err, &e) {
		t.Errorf("%s, %s: internal error %v", what, tool, err)
		return contract.Internal
	}
	if len(e.Message) > 1000 {
		t.Errorf("%s, %s: the message has %d bytes", what, tool, len(e.Message))
	}
	return e.Code
}

// withSMILES returns arguments of a tool for one molecule.
func withSMILES(tool, text string) string {
	q, _ := json.Marshal(text)
	switch tool {
	case "tanimoto":
		return fmt.Sprintf(`{"smiles1":%s,"smiles2":%s}`, q, q)
	case "smarts_match":
		return fmt.Sprintf(`{"smarts":"*~*~*~*~*~*~*~*~*~*","smiles":%s}`, q)
	case "representation_router":
		return fmt.Sprintf(`{"task":"editing","smiles":%s}`, q)
	case "smiles_to_moljson":
		return fmt.Sprintf(`{"stereo":true,"smiles":%s}`, q)
	}
	return fmt.Sprintf(`{"smiles":%s}`, q)
}

// onSMILES are the tools that take one.
func onSMILES() (names []string) {
	for _, tool := range Registry().Tools() {
		if tool.Marker != nil {
			continue // molecules are objects there
		}
		switch tool.Name {
		case "molecule_library", "find_mcs", "moljson_to_smiles", "name_to_smiles", "optimize_3d", "convert_structure":
		default:
			names = append(names, tool.Name)
		}
	}
	return names
}

// TestHostileMolecules: large, symmetric and ring-dense molecules. The fast lane runs
// the report, in which nearly all algorithms are.
func TestHostileMolecules(t *testing.T) {
	start := heapTaken()
	names := []string{"molecule_report"}
	if full {
		names = slices.DeleteFunc(onSMILES(), func(name string) bool { return name == "generate_3d" || name == "conformers" })
	}
	texts := hostile()
	for _, what := range slices.Sorted(maps.Keys(texts)) {
		if len(texts[what]) > maxTextBytes {
			t.Errorf("%s has %d bytes", what, len(texts[what]))
		}
		for _, name := range names {
			switch code := measured(t, what, name, withSMILES(name, texts[what])); code {
			case "", contract.MatchResourceLimit:
			case contract.MoleculeTooLarge, contract.DisconnectedMolecule:
				if name != "retrosynthesis" {
					t.Errorf("%s, %s: got %s", what, name, code)
				}
			default:
				t.Errorf("%s, %s: got %s", what, name, code)
			}
		}
	}
	if taken := heapTaken(); taken > max(start, hostileMemory) {
		t.Errorf("the heap took %d MB, want at most %d", taken>>20, hostileMemory>>20)
	}
}

// TestHostileTexts: texts that are no molecule are refused at once, by all tools alike.
func TestHostileTexts(t *testing.T) {
	for what, text := range notRead() {
		for _, name := range onSMILES() {
			if code := measured(t, what, name, withSMILES(name, text)); code != contract.InvalidSMILES && code != contract.MoleculeTooLarge {
				t.Errorf("%s, %s: got %q, want a refusal", what, name, code)
			}
		}
	}
}

// TestHostileSmall: the hardest of what retrosynthesis and pictures take.
func TestHostileSmall(t *testing.T) {
	small := map[string]string{
		"polyester":      "C" + strings.Repeat("C(=O)OC", 124),
		"peptide":        strings.Repeat("N[C@@H](Cc1ccccc1)C(=O)", 45) + "O",
		"aryl polyether": strings.Repeat("c1ccc(cc1)O", 70) + "C",
		"biaryls":        "C" + strings.Repeat("c1ccc(cc1)", 83),
		"star of esters": "C(C" + strings.Repeat("(OC(=O)C)", 2) + ")" + strings.Repeat("C(OC(=O)c1ccccc1)", 49),
		"stereo polymer": "C" + strings.Repeat("[C@@H](C)OC(=O)", 99) + "C",
		"prism":          ladder("C", 240, true),
		"acene":          acene(100),
		"C60":            fullerene,
		"dendrimer":      tree("C", 2, 7),
		"aryl dendrimer": aryls(6),
		"spiro":          spiros(240),
		"macrocycle":     "C1" + strings.Repeat("C", 498) + "1",
		"amides in ring": "C1" + strings.Repeat("C(=O)NC", 120) + "1",
		"complete":       complete("*", 40),
		"cube":           lattice("*", 7, 7, 7, false),
		"stereo prism":   ladder("[C@H]", 100, true),
	}
	for what, text := range small {
		q, _ := json.Marshal(text)
		for name, args := range map[string]string{"retrosynthesis": `{"smiles":%s}`, "molecule_report": `{"smiles":%s,"svg":true}`} {
			if code := measured(t, what, name, fmt.Sprintf(args, q)); code != "" && code != contract.MatchResourceLimit {
				t.Errorf("%s, %s: got %s", what, name, code)
			}
		}
	}
}

// TestHostileGeometries: molecules that are large, symmetric, or cannot be, end within the
// limit of a geometry, with it or with a reason that names atoms. Those that are long for
// their size run where everything does.
func TestHostileGeometries(t *testing.T) {
	texts := map[string]string{
		"impossible cyclopropane": "[C@H]12C[C@@H]1C2",
		"trans cycloheptene":      "C/C=C/1\\CC/C=C/CC1",
		"complete metal":          complete("[Fe]", 12),
		"C60":                     fullerene,
		"cubane":                  "C12C3C4C1C5C2C3C45",
		"tetrahedrane":            "C12C3C1C23",
		"ice":                     strings.TrimSuffix(strings.Repeat("O.", 300), "."),
		"too many":                strings.Repeat("C", 333),
	}
	if full {
		maps.Copy(texts, map[string]string{
			"chain": strings.Repeat("C", 332), "macrocycle": "C1" + strings.Repeat("C", 298) + "1", "dendrimer": tree("C", 2, 7),
			"peptide": strings.Repeat("N[C@@H](Cc1ccccc1)C(=O)", 45) + "O", "spiro": spiros(80), "acene": acene(40),
			"prism": ladder("C", 60, true), "stereo prism": ladder("[C@H]", 30, true), "polyyne": strings.Repeat("C#C", 100),
			"metal": strings.TrimSuffix(strings.Repeat("[Fe]", 300), "."), "aryl polyether": strings.Repeat("c1ccc(cc1)O", 70) + "C",
		})
	}
	for what, text := range texts {
		begin := time.Now()
		out, err := Registry().Lookup("generate_3d").Run(clocked(t.Context()), json.RawMessage(withSMILES("generate_3d", text)), nil)
		if took := time.Since(begin); took > 12*time.Second && full {
			t.Errorf("%s: took %v", what, took)
		}
		e := (*contract.Error)(nil)
		switch {
		case err == nil:
			if !json.Valid(out.Value) || strings.Contains(string(out.Value), "NaN") {
				t.Errorf("%s: got %.200s", what, out.Value)
			}
		case !errors.As(err, &e):
			t.Errorf("%s: internal error %v", what, err)
		case e.Code == contract.InvalidMolecule:
			if fault, ok := e.Details.(atomFault); !ok || len(fault.Atoms) == 0 {
				t.Errorf("%s: the refusal names no atoms: %v", what, err)
			}
		case e.Code != contract.Timeout && e.Code != contract.MoleculeTooLarge:
			t.Errorf("%s: got %v", what, err)
		}
	}
}

// TestHostilePatterns: SMARTS that are long, deep or match in too many ways.
func TestHostilePatterns(t *testing.T) {
	for what, pattern := range map[string]string{
		"long":              strings.Repeat("C", 100_000),
		"wildcards":         strings.Repeat("*~", 40) + "*",
		"branches":          "*" + strings.Repeat("(~*)", 30),
		"components":        strings.TrimSuffix(strings.Repeat("*.", 12), "."),
		"recursion":         nested(2_000, "[$(C", "C", ")]"),
		"recursion, chain":  strings.Repeat("[$(C~C~C~C)]", 5_000),
		"alternatives":      "[" + strings.Repeat("C,", 40_000) + "N]",
		"negations":         "[" + strings.Repeat("!", 90_000) + "C]",
		"rings":             "*1~*~*~*~*~*~*~*~*~*~*~*1",
		"recursive rings":   "[$(*1~*~*~*~*~*~*~*~*1)]~[$(*1~*~*~*~*~*~*~*~*1)]",
		"parentheses":       strings.Repeat("(", 99_999),
		"brackets":          strings.Repeat("[", 99_999),
		"open recursion":    strings.Repeat("[$(", 33_000),
		"every ring number": openRings(8_000),
		"chiral":            strings.Repeat("[C@](F)", 12_000),
	} {
		for molecule, text := range map[string]string{
			"C60": fullerene, "chain": strings.Repeat("C", 10_000), "cube": lattice("*", 12, 12, 12, false),
			"wildcards": strings.TrimSuffix(strings.Repeat("*.", 5_000), "."), "complete": complete("*", 40), "star": "*" + strings.Repeat("(C)", 9_999),
		} {
			p, _ := json.Marshal(pattern)
			q, _ := json.Marshal(text)
			switch code := measured(t, what+" in "+molecule, "smarts_match", fmt.Sprintf(`{"smarts":%s,"smiles":%s}`, p, q)); code {
			case "", contract.MatchResourceLimit, contract.InvalidSMARTS:
			default:
				t.Errorf("%s in %s: got %s", what, molecule, code)
			}
		}
	}
}

// TestHostileDocuments: MolJSON that is large, deep or wrong.
func TestHostileDocuments(t *testing.T) {
	atoms := strings.TrimSuffix(strings.Repeat(`{"id":"%d","element":"C"},`, 3_000), ",")
	numbers := make([]any, 3_000)
	for i := range numbers {
		numbers[i] = i
	}
	list := fmt.Sprintf(atoms, numbers...)
	var bonds []string
	for i := range 60 {
		for j := range i {
			bonds = append(bonds, fmt.Sprintf(`{"source":"%d","target":"%d","order":0}`, i, j))
		}
	}
	for what, text := range map[string]string{
		"atoms":       `{"atoms":[` + list + `]}`,
		"deep":        strings.Repeat(`{"atoms":`, 11_000),
		"arrays":      strings.Repeat("[", 99_999),
		"text":        `{"atoms":[{"id":"` + strings.Repeat("x", 90_000) + `","element":"C"}]}`,
		"one id":      `{"atoms":[` + strings.TrimSuffix(strings.Repeat(`{"id":"a","element":"C"},`, 3_900), ",") + `]}`,
		"complete":    `{"atoms":[` + fmt.Sprintf(atoms[:60*len(`{"id":"%d","element":"C"},`)-1], numbers[:60]...) + `],"bonds":[` + strings.Join(bonds, ",") + `]}`,
		"hydrogens":   `{"atoms":[{"id":"a","element":"C","hydrogens":1e300}]}`,
		"no text":     strings.Repeat("\x00", 50_000),
		"same member": `{` + strings.Repeat(`"atoms":[],`, 9_000) + `"atoms":[]}`,
	} {
		q, _ := json.Marshal(map[string]string{"json": text})
		if code := measured(t, what, "moljson_to_smiles", string(q)); code != "" && code != contract.InvalidMolJSON && code != contract.MatchResourceLimit {
			t.Errorf("%s: got %s", what, code)
		}
	}
}

// TestHostileCommon: find_mcs keeps its time limit.
func TestHostileCommon(t *testing.T) {
	cases := map[string][]string{
		"C60":        {fullerene, fullerene},
		"cages":      {fullerene, ladder("C", 100, true)},
		"grids":      {lattice("*", 10, 10, 1, false), lattice("*", 5, 5, 5, false)},
		"complete":   {complete("*", 30), complete("*", 20)},
		"chains":     {strings.Repeat("C", 200), "C" + strings.Repeat("C(C)", 99)},
		"dendrimers": {tree("C", 2, 6), aryls(4)},
		"twenty":     slices.Repeat([]string{strings.Repeat("CC(O)", 60), strings.Repeat("CN(C)", 60)}, 10),
		"adamantane": {"C1C2CC3CC1CC(C2)C3", strings.Repeat("C12C3C4C1C5C4C3C25", 20)},
	}
	const limit = 300
	for what, texts := range cases {
		args, err := json.Marshal(map[string]any{"smiles_list": texts, "timeout_ms": limit})
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		outcome, err := Registry().Lookup("find_mcs").Run(clocked(t.Context()), args, nil)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if took := time.Since(begin); took > (limit+200)*time.Millisecond+hostileTime {
			t.Errorf("%s: took %v, want at most 0.2 s beyond %d ms", what, took, limit)
		}
		var a commonAnswer
		if err := json.Unmarshal(outcome.Value, &a); err != nil || a.Atoms == 0 || a.SMILES == nil {
			t.Errorf("%s: got %s", what, outcome.Value)
		}
		t.Logf("%s: %d atoms, completed %t, %v", what, a.Atoms, a.Completed, time.Since(begin))
	}
}
