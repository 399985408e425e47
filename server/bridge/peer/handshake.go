package peer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// handshake agrees on a revision. Over HTTP the newest is tried first, as its requests
// stand alone; over pipes the handshake that every server knows.
func (p *Peer) handshake(ctx context.Context, newestFirst bool) error {
	first, second := p.initialize, p.discover
	if newestFirst {
		first, second = second, first
	}
	err := first(ctx)
	if err == nil || !mayBeEra(err) {
		return err
	}
	again := second(ctx)
	if again == nil {
		return nil
	}
	// What the second try says of a server that does not know it says nothing.
	var rpc *RPCError
	if errors.As(again, &rpc) && !newestFirst {
		return err
	}
	return again
}

// mayBeEra reports whether a refusal may come of the revision that was tried.
func mayBeEra(err error) bool {
	var rpc *RPCError
	var status *StatusError
	var broken *MalformedError
	switch {
	case errors.As(err, &rpc), errors.As(err, &broken):
		return true
	case errors.As(err, &status):
		return status.Status != http.StatusUnauthorized && status.Status != http.StatusForbidden && status.Status < 500
	}
	return false
}

func (p *Peer) initialize(ctx context.Context) error {
	p.revision.Store(legacy)
	members := `"protocolVersion":"` + legacy + `","capabilities":{},"clientInfo":` + p.clientInfo()
	result, err := p.request(ctx, "initialize", "", []byte(members), nil)
	if err != nil {
		p.revision.Store("")
		return err
	}
	revision := textOf(result, "protocolVersion")
	switch revision {
	case "2024-11-05", "2025-03-26", "2025-06-18", legacy:
	default:
		return malformed("the server speaks the protocol revision %.40q, which this client does not", revision)
	}
	p.know(revision, conform.Member(result, "serverInfo"), result)
	p.notify(ctx, "notifications/initialized", nil)
	return nil
}

func (p *Peer) discover(ctx context.Context) error {
	p.revision.Store(modern)
	result, err := p.request(ctx, "server/discover", "", nil, nil)
	if err != nil {
		p.revision.Store("")
		return err
	}
	var revisions []string
	_ = json.Unmarshal(conform.Member(result, "supportedVersions"), &revisions)
	for _, revision := range revisions {
		if revision == modern {
			info := conform.Member(conform.Member(result, "_meta"), "io.modelcontextprotocol/serverInfo")
			if info == nil {
				info = conform.Member(result, "serverInfo")
			}
			p.know(modern, info, result)
			return nil
		}
	}
	p.revision.Store("")
	return malformed("the server does not list the protocol revision %s", modern)
}

// know keeps what a server says of itself.
func (p *Peer) know(revision string, info, result json.RawMessage) {
	p.revision.Store(revision)
	p.wire.agreed(revision)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.info = bytes.Clone(info)
	p.capabilities = bytes.Clone(conform.Member(result, "capabilities"))
	p.instructions = textOf(result, "instructions")
}

// renewTime is how long a server may take to begin a session again.
const renewTime = 30 * time.Second

// renew begins a session again that the server has ended. Others that saw the same end
// wait for it.
func (p *Peer) renew(ctx context.Context, session string) error {
	p.renewal.Lock()
	defer p.renewal.Unlock()
	c, ok := p.wire.(*httpWire)
	if !ok || !c.forget(session) {
		return nil // renewed meanwhile
	}
	p.log("the server has ended the session; a new one begins")
	ctx, cancel := context.WithTimeout(ctx, renewTime) // the others wait
	defer cancel()
	if err := p.initialize(ctx); err != nil {
		return fmt.Errorf("the server has ended the session, and a new one fails: %w", err)
	}
	return nil
}

// Facts asks the server for its tools, all pages of them, and returns them with what it
// said of itself.
func (p *Peer) Facts(ctx context.Context) (*Facts, error) {
	tools := []byte{'['}
	count, cursor := 0, []byte(nil)
	remote, _ := p.wire.(*httpWire)
	if p.revision.Load() != modern {
		remote = nil
	}
	mirrors := make(map[string][]mirror)
	for page := 0; ; page++ {
		if page == maxPages {
			return nil, malformed("the list of tools has more than %d pages", maxPages)
		}
		var members []byte
		if cursor != nil {
			members = append([]byte(`"cursor":`), cursor...)
		}
		result, err := p.request(ctx, "tools/list", "", members, nil)
		if err != nil {
			return nil, err
		}
		var list []json.RawMessage
		if raw := conform.Member(result, "tools"); raw == nil || json.Unmarshal(raw, &list) != nil {
			return nil, malformed("the list of tools has no array \"tools\"")
		}
		if count += len(list); count > maxTools || len(tools) > MaxMessage {
			return nil, malformed("the server lists more than %d tools", maxTools)
		}
		for _, tool := range list {
			if remote != nil {
				name := textOf(tool, "name")
				found, err := mirrorsOf(tool)
				if err != nil {
					p.log("the tool %q is left out: %s", oneLine(name, 100), oneLine(err.Error(), 300))
					continue
				}
				if found != nil {
					mirrors[name] = found
				}
			}
			if len(tools) > 1 {
				tools = append(tools, ',')
			}
			tools = append(tools, tool...)
		}
		next := conform.Member(result, "nextCursor")
		if next == nil || string(next) == "null" {
			break
		}
		if bytes.Equal(next, cursor) {
			return nil, malformed("the list of tools names the same next page again and again")
		}
		cursor = bytes.Clone(next)
	}
	if remote != nil {
		remote.mu.Lock()
		remote.mirrors = mirrors
		remote.mu.Unlock()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Facts{
		Name: oneLine(textOf(p.info, "name"), 200), Version: oneLine(textOf(p.info, "version"), 100), Title: oneLine(textOf(p.info, "title"), 200),
		Revision: p.revision.Load().(string), Info: p.info, Capabilities: p.capabilities, Instructions: p.instructions, Tools: append(tools, ']'),
	}, nil
}

// listensForChanges reports whether the server says that it tells when its tools change.
func (p *Peer) listensForChanges() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(conform.Member(conform.Member(p.capabilities, "tools"), "listChanged")) == "true"
}

// follow keeps open what notifications come through outside of calls, until the
// connection ends: from 2026-07-28 a request that the server answers only at the end.
func (p *Peer) follow() {
	if p.revision.Load() != modern || !p.listensForChanges() {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	p.mu.Lock()
	p.listen = stop
	p.mu.Unlock()
	go func() {
		_, err := p.once(ctx, "subscriptions/listen", "", []byte(`"notifications":{"toolsListChanged":true}`), nil)
		if err != nil && ctx.Err() == nil && p.Err() == nil {
			p.log("the server does not tell when its tools change: %v", err)
		}
	}()
}
