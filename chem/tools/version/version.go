// Package version says which Molsmith this is. It stands apart from the tools so that
// the page's document worker can name it without them.
package version

// Version is the version of Molsmith: what serverInfo says, what provenance records
// and what decides whether two hosts give the same bytes. It is a constant of the
// source, not a stamp of the build.
const Version = "0.1.0"
