package guard

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// maxShown bounds how much of a header is repeated in a refusal.
const maxShown = 100

// quote shows a stranger's header value in a message.
func quote(s string) string {
	if len(s) > maxShown {
		s = s[:maxShown]
	}
	return strconv.QuoteToASCII(s)
}

// splitHost takes a Host value apart: a name or IPv4 address, or an IPv6 address
// in brackets, and a port or "". The name comes back in lower case, an address
// without brackets.
func splitHost(host string) (name, port string, ok bool) {
	if rest, bracketed := strings.CutPrefix(host, "["); bracketed {
		name, rest, ok = strings.Cut(rest, "]")
		addr, err := netip.ParseAddr(name)
		if !ok || err != nil || !addr.Is6() || addr.Zone() != "" {
			return "", "", false
		}
		if rest == "" {
			return addr.String(), "", true
		}
		port, ok = strings.CutPrefix(rest, ":")
		return addr.String(), port, ok && isPort(port)
	}
	name, port, hasPort := strings.Cut(host, ":")
	if !isHostName(name) || hasPort && !isPort(port) {
		return "", "", false
	}
	return strings.ToLower(name), port, true
}

func isHostName(s string) bool {
	if s == "" || len(s) > 253 {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '.', c == '_':
		default:
			return false
		}
	}
	return true
}

func isPort(s string) bool {
	if s == "" || len(s) > 5 {
		return false
	}
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n > 0
}

// isLoopback reports whether a host, in lower case and without brackets, is this
// machine. Other names that resolve to it do not count.
func isLoopback(name string) bool {
	if name == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.IsLoopback()
}

// IsLoopbackHost reports whether --host HOST keeps the server on this machine:
// localhost or a loopback address.
func IsLoopbackHost(host string) bool { return isLoopback(strings.ToLower(strings.Trim(host, "[]"))) }

// isLoopbackOrigin reports whether an Origin is a page served by this machine.
func isLoopbackOrigin(origin string) bool {
	scheme, host, ok := strings.Cut(origin, "://")
	if !ok || scheme != "http" && scheme != "https" {
		return false
	}
	name, _, ok := splitHost(host)
	return ok && isLoopback(name)
}

// NormalizeOrigin checks an origin a person lists and returns it as a browser
// spells it: scheme and host in lower case, no default port, no slash at the end.
func NormalizeOrigin(text string) (string, error) {
	switch text {
	case "*":
		return "", fmt.Errorf(`"*" is not accepted: list each origin`)
	case "null":
		return "", fmt.Errorf(`"null" is not accepted: every sandboxed page has this origin`)
	}
	scheme, host, ok := strings.Cut(text, "://")
	host = strings.TrimSuffix(host, "/")
	scheme = strings.ToLower(scheme)
	name, port, okHost := splitHost(host)
	if !ok || !isScheme(scheme) || !okHost {
		return "", fmt.Errorf("%s is not an origin: write scheme://host or scheme://host:port", strconv.Quote(text))
	}
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	if port == "" || scheme == "https" && port == "443" || scheme == "http" && port == "80" {
		return scheme + "://" + name, nil
	}
	return scheme + "://" + name + ":" + port, nil
}

func isScheme(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return s != ""
}

// CheckHost checks a value a person gives for --allowed-host.
func CheckHost(text string) error {
	if _, _, ok := splitHost(text); !ok {
		return fmt.Errorf("%s is not a host: write a name, an address ([::1] in brackets), each with or without :port, or * for any", strconv.Quote(text))
	}
	return nil
}
