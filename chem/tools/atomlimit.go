package tools

import (
	"context"

	"github.com/molsmith/molsmith/contract"
)

// withinLimit refuses a result of n atoms, those of the open structure included, that
// no structure may have, or that the host of this run has no memory for.
func withinLimit(ctx context.Context, n int) error {
	limit := contract.AtomLimit(ctx)
	if n <= limit {
		return nil
	}
	if limit == contract.MaxAtoms {
		return failure(contract.TooManyAtoms, "The result would have %d atoms, more than the %d that a structure may have: ask for less.", n, limit)
	}
	return failure(contract.TooManyAtoms, "The result would have %d atoms, more than the %d that this server takes: ask for less, or use the page or a server of your own.", n, limit)
}
