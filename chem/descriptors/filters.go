package descriptors

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/molsmith/molsmith/chem/smarts"
)

// Catalog is a published list of structural alerts.
type Catalog uint8

// The catalogs. PAINS are pan-assay interference compounds, in families of many, some and
// few hits (Baell and Holloway 2010); Brenk's are unwanted in screening libraries (Brenk
// et al. 2008). alerts/README.md says where the patterns are from.
const (
	PainsA Catalog = iota
	PainsB
	PainsC
	Brenk
	catalogs
)

// Alerts is what a molecule has of some catalogs, by the names that RDKit uses, in the
// order of the catalogs.
type Alerts struct {
	Names []string
	// Unresolved are alerts that the step limit of the search left open: they are neither
	// present nor absent.
	Unresolved []string
}

// FindAlerts returns the alerts of t in the given catalogs.
func FindAlerts(t *smarts.Target, in ...Catalog) (Alerts, error) {
	var found Alerts
	for _, c := range in {
		for _, a := range catalogOf[c]() {
			has, err := a.query.Has(t)
			if err := found.note(a.name, has, err); err != nil {
				return Alerts{}, fmt.Errorf("alert %s: %w", a.name, err)
			}
		}
	}
	return found, nil
}

// note files the outcome of one search. A search that ran out of steps says nothing.
func (f *Alerts) note(name string, has bool, err error) error {
	switch {
	case errors.Is(err, smarts.ErrSteps):
		f.Unresolved = append(f.Unresolved, name)
	case err != nil:
		return err
	case has:
		f.Names = append(f.Names, name)
	}
	return nil
}

type alert struct {
	name  string
	query *smarts.Query
}

var (
	//go:embed alerts/pains_a.tsv
	painsA string
	//go:embed alerts/pains_b.tsv
	painsB string
	//go:embed alerts/pains_c.tsv
	painsC string
	//go:embed alerts/brenk.tsv
	brenk string
)

// catalogOf compiles a catalog when it is first asked for.
var catalogOf = [catalogs]func() []alert{
	PainsA: sync.OnceValue(func() []alert { return readAlerts(painsA) }),
	PainsB: sync.OnceValue(func() []alert { return readAlerts(painsB) }),
	PainsC: sync.OnceValue(func() []alert { return readAlerts(painsC) }),
	Brenk:  sync.OnceValue(func() []alert { return readAlerts(brenk) }),
}

// readAlerts reads a table of names and patterns whose first line is its head.
func readAlerts(table string) []alert {
	rows := strings.Split(strings.TrimSuffix(table, "\n"), "\n")[1:]
	list := make([]alert, len(rows))
	for i, row := range rows {
		name, pattern, _ := strings.Cut(row, "\t")
		list[i] = alert{name, smarts.MustParseMerged(pattern)}
	}
	return list
}
