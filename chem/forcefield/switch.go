package forcefield

// Switch takes an interaction smoothly to nothing between two distances: its
// factor is 1 up to On and 0 from Off, and in between the polynomial of fifth
// degree in the squared distance whose first and second derivatives vanish at
// both ends. Energy, gradient and second derivatives are continuous, and no
// square root is needed. Lengths are Å; a zero Off means no end.
type Switch struct{ on, span float64 } // On², 1/(Off² − On²)

// NewSwitch returns the switch from on to off. When on is not between 0 and off,
// it begins at nine tenths of off.
func NewSwitch(on, off float64) Switch {
	if !(on >= 0 && on < off) {
		on = 0.9 * off
	}
	return Switch{on * on, 1 / (off*off - on*on)}
}

// At returns the factor at the squared distance r2 and its derivative by r2.
func (s Switch) At(r2 float64) (factor, slope float64) {
	t := (r2 - s.on) * s.span
	switch {
	case !(t > 0):
		return 1, 0
	case t >= 1:
		return 0, 0
	}
	return 1 - t*t*t*(10-t*(15-6*t)), -30 * t * t * (1 - t) * (1 - t) * s.span
}
