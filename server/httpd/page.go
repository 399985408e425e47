package httpd

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Page serves the built Builder page. It is safe for use by many goroutines.
//
// Beside each file F the build may have put F.br and F.gz; a client that reads
// one of them gets it. Files whose name carries a hash of their content never
// change and are kept by browsers for good; everything else is asked for again.
type Page struct {
	files  fs.FS
	index  []byte // index.html as it is served
	policy string // Content-Security-Policy

	mu    sync.Mutex
	etags map[string]string
}

var (
	policyMeta = regexp.MustCompile(`(?is)<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"`)
	headTag    = regexp.MustCompile(`(?i)<head[^>]*>`)
	hashedName = regexp.MustCompile(`-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$`)
)

// hostMark tells the page that a tool server hosts it: it connects there and
// installs no service worker, so that a new binary never shows an old page.
const hostMark = `<meta name="molsmith-host" content="serve" />`

// bridgeMark tells the page where the bridge is.
const bridgeMark = `<meta name="molsmith-bridge" content="` + BridgePath + `" />`

// mediaTypes of what a page is made of. The table of the operating system is not
// asked: it differs between machines, and a wrong type keeps the page from starting.
var mediaTypes = map[string]string{
	".bin": "application/octet-stream", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".ico": "image/x-icon",
	".js": "text/javascript; charset=utf-8", ".json": "application/json", ".map": "application/json",
	".mjs": "text/javascript; charset=utf-8", ".png": "image/png", ".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
	".woff": "font/woff", ".woff2": "font/woff2",
}

// NewPage prepares the page in files, whose root holds index.html. The policy in
// its meta element is sent as a header too, where it also keeps the page out of
// foreign frames. bridge says whether there is one to use.
func NewPage(files fs.FS, bridge bool) (*Page, error) {
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return nil, fmt.Errorf("reading the page: %w", err)
	}
	policy := policyMeta.FindSubmatch(index)
	head := headTag.FindIndex(index)
	if policy == nil || head == nil {
		return nil, errors.New("index.html of the page has no head or no Content-Security-Policy")
	}
	marks := hostMark
	if bridge {
		marks += bridgeMark
	}
	marked := bytes.Join([][]byte{index[:head[1]], []byte(marks), index[head[1]:]}, nil)
	return &Page{
		files: files, index: marked,
		policy: html.UnescapeString(string(policy[1])) + "; frame-ancestors 'none'",
		etags:  make(map[string]string),
	}, nil
}

// ServeHTTP answers GET and HEAD for the files of the page.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", p.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		writeText(w, http.StatusMethodNotAllowed, "Files are read by GET.")
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" || name == "index.html" {
		p.send(w, r, "index.html", p.index)
		return
	}
	mediaType := mediaTypes[path.Ext(name)]
	content, encoding, err := p.read(name, r.Header.Values("Accept-Encoding"))
	if err != nil || mediaType == "" {
		writeText(w, http.StatusNotFound, "The page has no such file.")
		return
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
		name += "." + encoding
	}
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Type", mediaType)
	p.send(w, r, name, content)
}

// read returns a file in the best encoding the client takes: Brotli, gzip, or as
// it is.
func (p *Page) read(name string, acceptEncoding []string) (content []byte, encoding string, err error) {
	if !fs.ValidPath(name) {
		return nil, "", fs.ErrNotExist
	}
	accepted := strings.Join(acceptEncoding, ",")
	for _, e := range [...]struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if acceptsEncoding(accepted, e.encoding) {
			if content, err := fs.ReadFile(p.files, name+e.suffix); err == nil {
				return content, e.encoding, nil
			}
		}
	}
	content, err = fs.ReadFile(p.files, name)
	return content, "", err
}

// acceptsEncoding reports whether an Accept-Encoding names an encoding without
// q=0. "*" is not taken at its word: the file as it is always fits it too.
func acceptsEncoding(header, encoding string) bool {
	for element := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(element, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		weight, ok := strings.CutPrefix(strings.ReplaceAll(strings.TrimSpace(params), " ", ""), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return !ok || err == nil && q > 0
	}
	return false
}

// send writes a file that was found, or says that the browser has it.
func (p *Page) send(w http.ResponseWriter, r *http.Request, name string, content []byte) {
	h := w.Header()
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", mediaTypes[path.Ext(name)])
	}
	plain := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gzip")
	if hashedName.MatchString(plain) && strings.HasPrefix(plain, "assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	etag := p.etag(name, content)
	h.Set("ETag", etag)
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(known), "W/") == etag {
			h.Del("Content-Type")
			h.Del("Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		_, _ = w.Write(content) // a browser that left needs nothing more
	}
}

func (p *Page) etag(name string, content []byte) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tag, ok := p.etags[name]; ok {
		return tag
	}
	sum := sha256.Sum256(content)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	p.etags[name] = tag
	return tag
}
