//go:build !part

package tools

import (
	"github.com/molsmith/molsmith/chem/descriptors"
)

// alertsAnswer is what the checks against a catalog of structural alerts answer.
type alertsAnswer struct {
	Passes     bool     `json:"passes" doc:"No alert was found and none was left open."`
	Count      int      `json:"alert_count" schema:"minimum=0"`
	Alerts     []string `json:"alerts" doc:"Names of the alerts that the molecule has, in the order of the catalog."`
	Unresolved []string `json:"unresolved" doc:"Alerts whose search reached its limit: neither present nor absent. Empty for ordinary molecules."`
}

// checkAlerts looks up the molecule of an argument in some catalogs.
func checkAlerts(text string, catalogs ...descriptors.Catalog) (*alertsAnswer, error) {
	s, err := readSubject("smiles", text)
	if err != nil {
		return nil, err
	}
	return s.check(catalogs...)
}

func (s *subject) check(catalogs ...descriptors.Catalog) (*alertsAnswer, error) {
	found, err := s.alerts(catalogs...)
	if err != nil {
		return nil, err
	}
	return &alertsAnswer{
		Passes: len(found.Names) == 0 && len(found.Unresolved) == 0, Count: len(found.Names),
		Alerts: list(found.Names), Unresolved: list(found.Unresolved),
	}, nil
}
