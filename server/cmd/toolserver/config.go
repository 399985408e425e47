package main

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/server/guard"
	"github.com/molsmith/molsmith/server/httpd"
)

// Defaults that depend on the mode.
const (
	privateMaxBody = 64 << 20
	publicMaxBody  = 1 << 20
	privateTimeout = 600 * time.Second
	publicTimeout  = 100 * time.Second
	publicRate     = 240     // requests a minute of a client
	publicAtoms    = 100_000 // that a call takes or gives
	publicTurn     = 250 * time.Millisecond
	publicHeld     = 8 // paused calls
)

// maxBodyOption is the option that bounds a message, as refusals name it.
const maxBodyOption = "--max-body"

// config is what the options of a server say.
type config struct {
	transport string
	host      string
	port      int
	nextPort  bool
	mcpConfig string
	mountPath string

	token       string
	tokenFile   string
	public      bool
	origins     []string
	hosts       []string
	pageURLs    []string
	cert, key   string
	protocol    string
	stateless   bool
	stateful    bool
	legacySSE   bool
	gzip        bool
	toolNames   []string
	pubchem     bool
	callTimeout time.Duration
	concurrency int
	connections int
	maxBody     int
	maxAtoms    int
	rate        int // requests a minute of a client; −1: as the mode has it
	proxies     []string
	metrics     string // address; "": none

	metricsRemote bool
	logJSON       bool

	generated bool // the token was made here
}

func newConfig() *config {
	return &config{
		transport: "stdio", host: "127.0.0.1", port: 8765, mountPath: "/mcp", protocol: "all",
		concurrency: runtime.GOMAXPROCS(0), connections: 256, rate: -1,
	}
}

// declare declares the options that the MCP server and serve share.
func (c *config) declare(o *optionSet) {
	first := len(o.options)
	o.text(&c.host, "host", "HOST", "address or name to listen on; one that is not loopback needs a token or --public")
	port := o.integer(&c.port, 0, 65535, "port", "N", "port to listen on; 0 takes a free one")
	port.envs = append(port.envs, "PORT")
	o.text(&c.mountPath, "mount-path", "PATH", "path of the MCP endpoint")
	o.text(&c.token, "token", "TOKEN", "bearer token clients must send; without one a random token is made and printed once")
	o.text(&c.tokenFile, "token-file", "FILE", "file that holds the bearer token")
	o.toggle(&c.public, "public", "no token: answer only pages of the origins given by --allow-origin")
	o.list(&c.origins, "allow-origin", "ORIGIN", "origin of a page that may call, as in https://builder.example; pages on loopback may call unless --public is given")
	o.list(&c.hosts, "allowed-host", "HOST", "further name this server is reached by, with or without a port; * turns the Host check off")
	o.list(&c.pageURLs, "page-url", "URL", "Builder page to print a ready link for; without one, the root of each allowed origin")
	o.text(&c.cert, "tls-cert", "FILE", "certificate chain in PEM; serves https together with --tls-key")
	o.text(&c.key, "tls-key", "FILE", "private key in PEM")
	o.toggle(&c.stateless, "stateless", "never hand out a session id; without this, clients before 2026-07-28 are offered one and may ignore it")
	o.toggle(&c.stateful, "stateful", "require clients before 2026-07-28 to send the session id they were given")
	o.toggle(&c.legacySSE, "legacy-sse", "also speak the HTTP+SSE transport of 2024-11-05, at /sse and /messages")
	o.toggle(&c.gzip, "gzip", "compress long answers for clients that take gzip; worth it when they are far away")
	o.integer(&c.connections, 1, 1<<20, "max-connections", "N", "requests served at once and calls that may wait for a slot; more are answered 503 or BUSY")
	o.integer(&c.rate, 0, 1<<20, "rate-limit", "N", "requests a minute of one client address, a quarter of them at once; 0 sets no limit").preset = "0; 240 with --public"
	o.list(&c.proxies, "trusted-proxy", "CIDR", "proxy whose X-Forwarded-For says where a request comes from, as in 10.0.0.0/8")
	o.text(&c.metrics, "metrics", "HOST:PORT", "serve counters for Prometheus at /metrics of this address, which must be loopback")
	o.toggle(&c.metricsRemote, "metrics-remote", "let --metrics be another address, read by machines of a private network")
	o.toggle(&c.logJSON, "log-json", "write what goes to standard error as JSON, an object a line")
	for _, opt := range o.options[first:] {
		opt.http = true
	}
	c.declareShared(o)
}

// declareShared declares the options that mean the same over every transport.
func (c *config) declareShared(o *optionSet) {
	o.choice(&c.protocol, "protocol", "protocol revisions to speak: all of them, or a strict lane with 2026-07-28 alone",
		map[string]string{"all": "all", "2026-07-28": "2026-07-28"}, "all|2026-07-28")
	o.list(&c.toolNames, "tools", "NAME", "offer only this tool, or the groups builder and chem; names may also be separated by commas").preset = "every tool"
	c.declareLookup(o)
	o.seconds(&c.callTimeout, "600; 100 with --public", "call-timeout", "longest time of one call, waiting for a slot included")
	o.integer(&c.concurrency, 1, 1024, "max-concurrency", "N", "calls computed at once").preset = "number of cores"
	o.integer(&c.maxAtoms, 1, contract.MaxAtoms, "max-atoms", "N", "most atoms a call takes or gives").preset = "500000; 100000 with --public"
	o.bytes(&c.maxBody, "64MiB; 1MiB with --public", "max-body", "longest message: an HTTP body, a line over stdio")
}

// declareLookup declares the option that lets tools reach another computer.
func (c *config) declareLookup(o *optionSet) {
	o.toggle(&c.pubchem, "pubchem", "let name_to_smiles ask PubChem about names it does not know itself; they leave this computer")
}

// maxTokenFile bounds what is read of a token file: the path may name a device that
// never ends.
const maxTokenFile = 4 << 10

func readTokenFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxTokenFile+1))
	if err == nil && len(text) > maxTokenFile {
		err = fmt.Errorf("%s holds more than %d bytes; it is not a token file", name, maxTokenFile)
	}
	return text, err
}

// check refuses what cannot be served or should not be, and fills in what
// depends on other options.
func (c *config) check() error {
	if c.transport == "stdio" {
		c.fillDefaults()
		return nil
	}
	if c.tokenFile != "" {
		if c.token != "" {
			return usagef("--token and --token-file cannot be given together")
		}
		text, err := readTokenFile(c.tokenFile)
		if err != nil {
			return usagef("--token-file: %v", err)
		}
		if c.token = strings.TrimSpace(string(text)); c.token == "" {
			return usagef("--token-file: %s holds no token", c.tokenFile)
		}
	}
	if !isToken(c.token) {
		return usagef("the token must consist of visible ASCII characters without spaces, at most %d", maxToken)
	}
	for i, origin := range c.origins {
		normal, err := guard.NormalizeOrigin(origin)
		if err != nil {
			return usagef("--allow-origin: %v", err)
		}
		c.origins[i] = normal
	}
	for _, host := range c.hosts {
		if host == "*" {
			continue
		}
		if err := guard.CheckHost(host); err != nil {
			return usagef("--allowed-host: %v", err)
		}
	}
	for _, page := range c.pageURLs {
		u, err := url.Parse(page)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Contains(page, "#") {
			return usagef("--page-url: %q is not an http or https URL without a fragment", page)
		}
	}
	switch {
	case c.host == "":
		return usagef("--host must not be empty")
	case c.public && c.token != "":
		return usagef("--public serves without a token: leave out --token and --token-file, or --public")
	case c.public && len(c.origins) == 0:
		return usagef("--public needs at least one --allow-origin: the pages that may call")
	case !c.public && c.token == "" && !guard.IsLoopbackHost(c.host):
		return usagef("--host %s can be reached from other machines: give --token, --token-file or --public", c.host)
	case c.stateless && c.stateful:
		return usagef("--stateless and --stateful cannot be given together")
	case c.strict() && (c.stateful || c.legacySSE):
		return usagef("--protocol %s has neither sessions nor the old transport: leave out --stateful and --legacy-sse", c.protocol)
	case (c.cert == "") != (c.key == ""):
		return usagef("--tls-cert and --tls-key must be given together")
	case !isMountPath(c.mountPath):
		return usagef("--mount-path: %q is not a path like /mcp", c.mountPath)
	}
	if _, err := c.trusted(); err != nil {
		return err
	}
	if err := c.checkMetrics(); err != nil {
		return err
	}
	if c.token == "" && !c.public {
		c.token, c.generated = newToken(), true
	}
	c.fillDefaults()
	return nil
}

func (c *config) fillDefaults() {
	if c.callTimeout == 0 {
		c.callTimeout = privateTimeout
		if c.public {
			c.callTimeout = publicTimeout
		}
	}
	if c.maxAtoms == 0 && c.public {
		c.maxAtoms = publicAtoms
	}
	if c.maxBody == 0 {
		c.maxBody = privateMaxBody
		if c.public {
			c.maxBody = publicMaxBody
		}
	}
}

// maxToken bounds a token, so that it fits a header with room to spare.
const maxToken = 4096

// isToken reports whether text can stand in an Authorization header; "" is no token.
func isToken(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return len(text) <= maxToken
}

// isMountPath accepts a path of plain segments other than the ones in use.
func isMountPath(path string) bool {
	if len(path) < 2 || len(path) > 256 || path[0] != '/' || path == "/health" || path == "/index.html" || path == "/sse" || path == "/messages" || path == httpd.BridgePath {
		return false
	}
	for segment := range strings.SplitSeq(path[1:], "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
		for i := range len(segment) {
			c := segment[i]
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == '~') {
				return false
			}
		}
	}
	return true
}

// newToken returns 32 random bytes in 43 characters of Base64 for URLs.
func newToken() string {
	random := make([]byte, 32)
	rand.Read(random) // never fails
	return base64.RawURLEncoding.EncodeToString(random)
}
