// Package web holds the built Builder page for binaries that serve it.
//
// The page is embedded under the build tag "page", after `npm run build` has
// written web/dist. Without the tag there is none, and nothing of npm is needed.
package web

import "io/fs"

var page fs.FS // set by page_embed.go

// Page returns the files of the page with index.html at the root, nil when this
// binary was built without it.
func Page() fs.FS { return page }
