package contract

import "context"

type atomLimitKey struct{}

// WithAtomLimit returns a context whose runs take and give at most n atoms, for hosts with
// less memory than MaxAtoms needs.
func WithAtomLimit(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, atomLimitKey{}, n)
}

// AtomLimit is how many atoms a run may take or give: MaxAtoms, or what its host allows.
func AtomLimit(ctx context.Context) int {
	if n, ok := ctx.Value(atomLimitKey{}).(int); ok {
		return min(n, MaxAtoms)
	}
	return MaxAtoms
}
