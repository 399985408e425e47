package parallel

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func TestDoRunsEachPieceOnce(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 2, 3, 64} {
		for _, pieces := range []int{0, 1, 2, 7, 1000} {
			count := make([]atomic.Int32, pieces)
			Do(workers, pieces, func(i int) { count[i].Add(1) })
			for i := range count {
				if got := count[i].Load(); got != 1 {
					t.Fatalf("%d workers, piece %d of %d: got %d calls, want 1", workers, i, pieces, got)
				}
			}
		}
	}
}

func TestDoPassesPanicsOn(t *testing.T) {
	for _, workers := range []int{1, 4} {
		func() {
			defer func() {
				if got := recover(); got != "piece 5" {
					t.Errorf("%d workers: got panic %v, want piece 5", workers, got)
				}
			}()
			Do(workers, 100, func(i int) {
				if i == 5 {
					panic("piece 5")
				}
			})
		}()
	}
}

func TestWorkers(t *testing.T) {
	cores, five := runtime.GOMAXPROCS(0), 5
	if runtime.GOARCH == "wasm" {
		cores, five = 1, 1
	}
	for _, c := range []struct{ n, want int }{{0, cores}, {-3, cores}, {1, 1}, {5, five}} {
		if got := Workers(c.n); got != c.want {
			t.Errorf("Workers(%d): got %d, want %d", c.n, got, c.want)
		}
	}
}
