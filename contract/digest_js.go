//go:build js

package contract

import "github.com/molsmith/molsmith/contract/internal/sha256"

// sha256Sum is the small implementation: the page downloads it.
func sha256Sum(data []byte) [32]byte { return sha256.Sum(data) }
