package httpd

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"strings"
)

// BridgePath is where pages open a WebSocket to the bridge.
const BridgePath = "/bridge"

// tokenProtocol begins the subprotocol that carries the token in Base64 for URLs without
// padding: a page cannot set a header of its WebSocket, and addresses stand in logs.
const tokenProtocol = "molsmith.token."

func (s *Server) isBridge(path string) bool { return s.options.Bridge != nil && path == BridgePath }

// serveBridge hands a WebSocket to the bridge, once it is known who opens it.
func (s *Server) serveBridge(w http.ResponseWriter, r *http.Request) {
	p := s.options.Policy
	if refusal := cmp.Or(p.Host(r.Host, localAddr(r)), p.Origin(r.Header.Values("Origin"))); refusal != nil {
		s.refuse(w, r, refusal)
		return
	}
	if token, ok := tokenIn(r.Header.Values("Sec-Websocket-Protocol")); ok {
		r.Header.Add("Authorization", "Bearer "+token)
	}
	if !s.authorize(w, r) {
		return
	}
	s.options.Bridge.ServeHTTP(w, r)
}

// tokenIn finds the token among the subprotocols a page offers.
func tokenIn(fields []string) (token string, ok bool) {
	for offered := range strings.SplitSeq(strings.Join(fields, ","), ",") {
		text, found := strings.CutPrefix(strings.TrimSpace(offered), tokenProtocol)
		if !found {
			continue
		}
		raw, err := base64.RawURLEncoding.DecodeString(text)
		return string(raw), err == nil
	}
	return "", false
}
