//go:build !linux

package conformance

import "time"

// processorTime is not known here.
func processorTime(int) (time.Duration, bool) { return 0, false }

// peakMemory is not known here.
func peakMemory(int) (int64, bool) { return 0, false }
