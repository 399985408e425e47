// Package molsmith holds the texts of the repository that a binary carries: the
// project's licence and those of everything it contains.
package molsmith

import _ "embed"

// License is the licence of Molsmith.
//
//go:embed LICENSE
var License string

// ThirdPartyNotices are the licences of the code and data of others in the
// binary and the page. `npm run notices` writes the file.
//
//go:embed THIRD_PARTY_NOTICES
var ThirdPartyNotices string
