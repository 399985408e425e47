//go:build part && document

package core

import "context"

// withTimer changes nothing: no command of the document limits a part of its work by time, and
// a context with a deadline would bring all that writes and reads times along.
func withTimer(ctx context.Context) context.Context { return ctx }
