package conformance

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// checkHTTP makes the requests that only exist over HTTP.
func (r *runner) checkHTTP(ctx context.Context) {
	client := newClient()
	defer client.CloseIdleConnections()
	r.checkToken(ctx, client)
	r.checkStrangers(ctx, client)
	r.checkMedia(ctx, client)
	r.checkForeignPage(ctx, client)
	if r.options.Origin == "" {
		r.add("cors.untried", "what a page needs (CORS) was not checked: give --origin")
		return
	}
	r.checkPreflight(ctx, client)
	r.checkPageAnswers(ctx, client)
}

// refusal notes a finding unless a request is refused with one of some statuses.
func (r *runner) refusal(ctx context.Context, client *http.Client, check, what string, q plainRequest, statuses ...int) {
	response, _, err := r.plain(ctx, client, q)
	switch {
	case err != nil: // it got nothing, which is a refusal too
	case !slices.Contains(statuses, response.StatusCode):
		r.add(check, "%s was answered with status %d", what, response.StatusCode)
	}
}

func (r *runner) checkToken(ctx context.Context, client *http.Client) {
	if r.options.Token == "" {
		if r.loopback() {
			r.add("http.open", "the server wants no token, so every program and user of this machine can call it")
		}
		return
	}
	without, wrong := r.opening(), r.opening()
	without.token = ""
	wrong.token = "wrong-" + r.options.Token
	r.refusal(ctx, client, "http.token", "a request without a token", without, http.StatusUnauthorized, http.StatusForbidden)
	r.refusal(ctx, client, "http.token", "a request with a wrong token", wrong, http.StatusUnauthorized, http.StatusForbidden)
}

func (r *runner) checkStrangers(ctx context.Context, client *http.Client) {
	page := r.opening()
	page.origin = foreignOrigin
	r.refusal(ctx, client, "http.origin", "a request of the page "+foreignOrigin, page,
		http.StatusUnauthorized, http.StatusForbidden, http.StatusMisdirectedRequest)
	if r.loopback() {
		named := r.opening()
		named.host = foreignHost
		r.refusal(ctx, client, "http.host", "a request for the host "+foreignHost, named, http.StatusForbidden, http.StatusMisdirectedRequest)
	}
}

func (r *runner) checkMedia(ctx context.Context, client *http.Client) {
	text := r.opening()
	text.contentType = "text/plain"
	r.refusal(ctx, client, "http.media", "a body of type text/plain, which any page may send unasked,", text,
		http.StatusBadRequest, http.StatusUnsupportedMediaType)
	get := r.opening()
	get.method, get.body, get.contentType, get.accept = http.MethodGet, "", "", "text/event-stream"
	get.header = http.Header{"Mcp-Protocol-Version": {r.session.revision}}
	response, _, err := r.plain(ctx, client, get)
	if err != nil {
		return // a stream whose first byte never comes
	}
	stream := response.StatusCode == http.StatusOK && strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream")
	if !stream && response.StatusCode != http.StatusMethodNotAllowed && response.StatusCode != http.StatusBadRequest {
		r.add("http.get", "GET was answered with status %d; a stream of events, 405, or 400 for a missing session are known to clients", response.StatusCode)
	}
}

// checkForeignPage asks whether the browser would let any page in.
func (r *runner) checkForeignPage(ctx context.Context, client *http.Client) {
	response, _, err := r.plain(ctx, client, r.preflight(foreignOrigin))
	if err != nil {
		return
	}
	if allowed := response.Header.Get("Access-Control-Allow-Origin"); allowed == foreignOrigin || allowed == "*" {
		r.add("cors.foreign", "the preflight of %s was answered with Access-Control-Allow-Origin: %s", foreignOrigin, allowed)
	}
}

// pageHeaders are those that a page's client sends in the era of the connection.
func (r *runner) pageHeaders() []string {
	list := []string{"content-type", "mcp-protocol-version"}
	if r.options.Token != "" {
		list = append(list, "authorization")
	}
	if r.session.revision >= modern {
		list = append(list, "mcp-method", "mcp-name")
	} else {
		list = append(list, "mcp-session-id", "last-event-id")
	}
	slices.Sort(list) // as browsers do
	return list
}

func (r *runner) preflight(origin string) plainRequest {
	return plainRequest{method: http.MethodOptions, origin: origin, header: http.Header{
		"Access-Control-Request-Method":          {http.MethodPost},
		"Access-Control-Request-Headers":         {strings.Join(r.pageHeaders(), ",")},
		"Access-Control-Request-Private-Network": {"true"},
	}}
}

func (r *runner) checkPreflight(ctx context.Context, client *http.Client) {
	if problem := r.preflightProblem(ctx, client, r.pageHeaders()); problem != "" {
		r.add("cors.preflight", "%s", problem)
	}
}

// preflightProblem asks whether the page may send a message with some headers, and
// says why not; "" when it may.
func (r *runner) preflightProblem(ctx context.Context, client *http.Client, headers []string) string {
	q := r.preflight(r.options.Origin)
	q.header.Set("Access-Control-Request-Headers", strings.Join(headers, ","))
	response, _, err := r.plain(ctx, client, q)
	if err != nil {
		return fmt.Sprintf("the preflight got no answer: %v", err)
	}
	h := response.Header
	switch {
	case response.StatusCode/100 != 2:
		return fmt.Sprintf("the preflight was answered with status %d", response.StatusCode)
	case !r.sharesWith(h):
		return fmt.Sprintf("the preflight of %s has Access-Control-Allow-Origin: %s", r.options.Origin, quoted(h.Get("Access-Control-Allow-Origin")))
	}
	// POST is a method that needs no leave (Fetch standard, CORS-safelisted); a list
	// without it is a mistake all the same.
	if methods := listed(h, "Access-Control-Allow-Methods"); len(methods) > 0 && !slices.Contains(methods, "post") && !slices.Contains(methods, "*") {
		return fmt.Sprintf("Access-Control-Allow-Methods is %s, without POST", strings.Join(methods, ", "))
	}
	allowed := listed(h, "Access-Control-Allow-Headers")
	var missing []string
	for _, name := range headers {
		// The wildcard does not stand for Authorization (Fetch standard).
		if !slices.Contains(allowed, name) && (name == "authorization" || !slices.Contains(allowed, "*")) {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		return fmt.Sprintf("Access-Control-Allow-Headers lacks %s: the page's requests fail", strings.Join(missing, ", "))
	}
	return ""
}

// sharesWith reports whether the page may read an answer.
func (r *runner) sharesWith(h http.Header) bool {
	allowed := h.Get("Access-Control-Allow-Origin")
	return allowed == r.options.Origin || allowed == "*"
}

// listed are the items of a header, in lower case.
func listed(h http.Header, name string) []string {
	var list []string
	for item := range strings.SplitSeq(strings.ToLower(strings.Join(h.Values(name), ",")), ",") {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list
}

func (r *runner) checkPageAnswers(ctx context.Context, client *http.Client) {
	response, _, err := r.plain(ctx, client, r.opening())
	switch {
	case err != nil:
		r.add("cors.answer", "a request with the page's origin got no answer: %v", err)
	case !r.sharesWith(response.Header):
		r.add("cors.answer", "an answer to %s has Access-Control-Allow-Origin: %s", r.options.Origin, quoted(response.Header.Get("Access-Control-Allow-Origin")))
	case response.Header.Get("Mcp-Session-Id") != "":
		if exposed := listed(response.Header, "Access-Control-Expose-Headers"); !slices.Contains(exposed, "mcp-session-id") && !slices.Contains(exposed, "*") {
			r.add("cors.answer", "the session id of an answer is not in Access-Control-Expose-Headers: the page cannot read it")
		}
	}
	if r.options.Token == "" {
		return
	}
	wrong := r.opening()
	wrong.token = "wrong-" + r.options.Token
	if response, _, err := r.plain(ctx, client, wrong); err == nil && !r.sharesWith(response.Header) {
		r.add("cors.refusal", "the refusal of a wrong token has no Access-Control-Allow-Origin: the page sees a network error and cannot say why")
	}
}
