//go:build !js || tables

package descriptors

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sync"
)

// embeddedFragments is the table of fragment scores; data/README.md says where it is from.
//
//go:embed data/sa_fragments.bin.gz
var embeddedFragments []byte

// builtIn decodes the table in the binary at its first use.
var builtIn = sync.OnceValues(func() (*FragmentScores, error) {
	packed, err := gzip.NewReader(bytes.NewReader(embeddedFragments))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		return nil, err
	}
	return ReadFragments(data)
})
