package tools

import "github.com/molsmith/molsmith/chem/tools/version"

// Version is the version of Molsmith; see package version.
const Version = version.Version
