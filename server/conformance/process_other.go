//go:build !linux

package conformance

// computes is not known here.
func computes(int) (busy, known bool) { return false, false }

// peakMemory is not known here.
func peakMemory(int) (int64, bool) { return 0, false }
