//go:build js && !tables

package names

// builtIn is no dictionary: a page fetches it when a name is read and gives it to Load.
func builtIn() (*Dictionary, error) { return nil, ErrNotLoaded }
