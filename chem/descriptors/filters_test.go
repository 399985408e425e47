package descriptors

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
)

func target(t testing.TB, text string) *smarts.Target {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(err)
	}
	return smarts.NewTarget(p, nil)
}

func TestFindAlerts(t *testing.T) {
	tests := []struct {
		name, smiles, pains, brenk string
	}{
		{"quercetin", "O=c1c(O)c(-c2ccc(O)c(O)c2)oc2cc(O)cc(O)c12", "catechol_A(92)", "catechol"},
		{"benzylidene rhodanine", "O=C1NC(=S)SC1=Cc1ccccc1", "ene_rhod_A(235)", "Michael_acceptor_1 Thiocarbonyl_group"},
		{"aspirin", "CC(=O)Oc1ccccc1C(=O)O", "", "phenol_ester"},
		{"paracetamol", "CC(=O)Nc1ccc(O)cc1", "", "hydroquinone"},
		{"metformin", "CN(C)C(=N)NC(=N)N", "", "imine_1 imine_2"},
		{"cholesterol", "C[C@H](CCCC(C)C)[C@H]1CC[C@@H]2[C@@]1(CC[C@H]1[C@H]2CC=C2[C@@]1(CC[C@@H](C2)O)C)C", "", "isolated_alkene"},
		{"warfarin", "CC(=O)CC(c1ccccc1)c1c(O)c2ccccc2oc1=O", "", "cumarine"},
		{"nitrobenzene", "O=[N+]([O-])c1ccccc1", "", "nitro_group Oxygen-nitrogen_single_bond"},
		{"procaine", "CCN(CC)CCOC(=O)c1ccc(N)cc1", "", "aniline"},
		{"ethanol", "CCO", "", ""},
		{"ibuprofen", "CC(C)Cc1ccc(cc1)C(C)C(=O)O", "", ""},
		{"caffeine", "Cn1cnc2c1c(=O)n(c(=O)n2C)C", "", ""},
		{"imatinib", "Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1", "", ""},
	}
	for _, c := range tests {
		m := target(t, c.smiles)
		for _, list := range []struct {
			in   []Catalog
			want string
		}{{[]Catalog{PainsA, PainsB, PainsC}, c.pains}, {[]Catalog{Brenk}, c.brenk}} {
			got, err := FindAlerts(m, list.in...)
			if err != nil || len(got.Unresolved) > 0 {
				t.Errorf("%s: error %v, unresolved %q", c.name, err, got.Unresolved)
			}
			if names := strings.Join(got.Names, " "); names != list.want {
				t.Errorf("%s, catalogs %v: got %q, want %q", c.name, list.in, names, list.want)
			}
		}
	}
}

func TestCatalogs(t *testing.T) {
	for c, want := range [catalogs]int{PainsA: 16, PainsB: 55, PainsC: 409, Brenk: 105} {
		list := catalogOf[c]()
		if len(list) != want {
			t.Errorf("catalog %d: got %d alerts, want %d", c, len(list), want)
		}
		names := map[string]bool{}
		for _, a := range list {
			if a.name == "" || names[a.name] {
				t.Errorf("catalog %d: name %q is empty or given twice", c, a.name)
			}
			names[a.name] = true
		}
	}
}

// A search that was ended by its limit is neither a hit nor a pass.
func TestAlertsNote(t *testing.T) {
	broken := errors.New("broken")
	var a Alerts
	for _, c := range []struct {
		name string
		has  bool
		err  error
		want error
	}{{"hit", true, nil, nil}, {"pass", false, nil, nil}, {"long", false, smarts.ErrSteps, nil}, {"long hit", true, smarts.ErrSteps, nil}, {"wrong", true, broken, broken}} {
		if err := a.note(c.name, c.has, c.err); err != c.want {
			t.Errorf("%s: got error %v, want %v", c.name, err, c.want)
		}
	}
	if !slices.Equal(a.Names, []string{"hit"}) || !slices.Equal(a.Unresolved, []string{"long", "long hit"}) {
		t.Errorf("got %+v", a)
	}
}

// TestFindAlertsOracle compares names and order with RDKit's FilterCatalog.
func TestFindAlertsOracle(t *testing.T) {
	hits := [catalogs]int{}
	oracle.Molecules(t, func(row oracle.Molecule) {
		if row.Brenk == nil {
			return // RDKit 2022 could not read it
		}
		m := target(t, row.Smi)
		for c, want := range [catalogs][]string{PainsA: row.PainsA, PainsB: row.PainsB, PainsC: row.PainsC, Brenk: row.Brenk} {
			got, err := FindAlerts(m, Catalog(c))
			if err != nil || len(got.Unresolved) > 0 {
				t.Errorf("%s %s: error %v, unresolved %q", row.ID, row.Smi, err, got.Unresolved)
			}
			if !slices.Equal(got.Names, want) {
				t.Errorf("%s %s, catalog %d: got %q, want %q", row.ID, row.Smi, c, got.Names, want)
			}
			hits[c] += len(want)
		}
	})
	for c, n := range hits {
		if n == 0 {
			t.Errorf("catalog %d: no molecule has an alert", c)
		}
	}
}

func ExampleFindAlerts() {
	p, err := smiles.Perceive("O=c1c(O)c(-c2ccc(O)c(O)c2)oc2cc(O)cc(O)c12") // quercetin
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := FindAlerts(smarts.NewTarget(p, nil), PainsA, PainsB, PainsC, Brenk)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Names, found.Unresolved)
	// Output: [catechol_A(92) catechol] []
}

func BenchmarkFindAlerts(b *testing.B) {
	m := target(b, "Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1")
	for b.Loop() {
		if _, err := FindAlerts(m, PainsA, PainsB, PainsC, Brenk); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompileAlerts(b *testing.B) {
	for b.Loop() {
		for _, table := range []string{painsA, painsB, painsC, brenk} {
			readAlerts(table)
		}
	}
}

// TestShared: catalogs and patterns are shared by goroutines that each have a target.
func TestShared(t *testing.T) {
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			p, err := smiles.Perceive("O=C1NC(=S)SC1=Cc1ccccc1")
			if err != nil {
				t.Error(err)
				return
			}
			target := smarts.NewTarget(p, nil)
			found, err := FindAlerts(target, PainsA, PainsB, PainsC, Brenk)
			if want := []string{"ene_rhod_A(235)", "Michael_acceptor_1", "Thiocarbonyl_group"}; err != nil || !slices.Equal(found.Names, want) {
				t.Errorf("got %q, %v, want %q", found.Names, err, want)
			}
			v, err := Calculate(p, target)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := v.Druglikeness(p, target); err != nil {
				t.Error(err)
			}
		})
	}
	workers.Wait()
}
