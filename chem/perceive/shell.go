package perceive

// OuterElectrons returns the number of electrons in the outer shell of element z in
// the valence model, 0 for the wildcard and beyond the known elements.
func OuterElectrons(z uint8) int {
	if int(z) >= len(elements) {
		return 0
	}
	return int(elements[z].outer)
}

// UsualValence returns the smallest valence of element z in the valence model; ok is
// false when it has no rule, as for most metals.
func UsualValence(z uint8) (valence int, ok bool) {
	if int(z) >= len(elements) {
		return 0, false
	}
	valence = elements[z].valences[0]
	return valence, valence >= 0
}
