//go:build !js

package descriptors

import _ "embed"

// embeddedFragments is the table of fragment scores; data/README.md says where it is from.
//
//go:embed data/sa_fragments.bin.gz
var embeddedFragments []byte
