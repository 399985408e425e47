package tools

import "math"

// rounded returns v with some decimals, halves away from zero, never as -0.
func rounded(v float64, decimals int) float64 {
	factor := 1.0
	for range decimals {
		factor *= 10
	}
	return math.Round(v*factor)/factor + 0
}
