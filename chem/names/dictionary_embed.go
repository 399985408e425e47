//go:build !js || tables

package names

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sync"
)

// embeddedNames is the dictionary; data/README.md says where it is from.
//
//go:embed data/names.bin.gz
var embeddedNames []byte

// builtIn decodes the dictionary in the binary at its first use.
var builtIn = sync.OnceValues(func() (*Dictionary, error) {
	packed, err := gzip.NewReader(bytes.NewReader(embeddedNames))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		return nil, err
	}
	return ReadDictionary(data)
})
