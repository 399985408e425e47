//go:build !part

package tools

import (
	"errors"

	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/contract"
)

// subjectValues are what the tools that are no buttons work out of a molecule.
type subjectValues struct {
	target     *smarts.Target
	properties *descriptors.Properties
}

// matching returns the molecule prepared for patterns without configurations.
func (s *subject) matching() *smarts.Target {
	if s.target == nil {
		s.target = smarts.NewTarget(s.Molecule, nil)
	}
	return s.target
}

// describe returns the descriptors.
func (s *subject) describe() (*descriptors.Properties, error) {
	if s.properties == nil {
		v, err := descriptors.Calculate(s.Molecule, s.matching())
		if err != nil {
			return nil, workFailure(err)
		}
		s.properties = &v
	}
	return s.properties, nil
}

// druglikeness returns what QED is computed from.
func (s *subject) druglikeness() (descriptors.Druglikeness, error) {
	v, err := s.describe()
	if err != nil {
		return descriptors.Druglikeness{}, err
	}
	d, err := v.Druglikeness(s.Molecule, s.matching())
	return d, workFailure(err)
}

// synthetic returns the synthetic accessibility.
func (s *subject) synthetic() (float64, error) {
	v, err := descriptors.Synthetic(s.Molecule, s.configuration())
	if errors.Is(err, descriptors.ErrNoFragments) {
		err = failure(contract.TableNotLoaded, "The table of fragments that the synthetic accessibility is computed from is not loaded yet; try again in a moment")
	}
	return v, workFailure(err)
}

// alerts returns what the molecule has of some catalogs.
func (s *subject) alerts(catalogs ...descriptors.Catalog) (descriptors.Alerts, error) {
	found, err := descriptors.FindAlerts(s.matching(), catalogs...)
	return found, workFailure(err)
}
