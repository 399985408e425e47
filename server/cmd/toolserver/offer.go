package main

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/clients"
	"github.com/molsmith/molsmith/server/guard"
	"github.com/molsmith/molsmith/server/httpd"
	"github.com/molsmith/molsmith/server/limits"
	"github.com/molsmith/molsmith/server/results"
)

// What the options of a server come to: the guard, the limits, the tools and the links.

// policy is the guard these options ask for.
func (c *config) policy() *guard.Policy {
	p := &guard.Policy{
		Token: c.token, Public: c.public, Origins: c.origins, BindHost: strings.Trim(c.host, "[]"),
		MaxBody: int64(c.maxBody), Strict: c.strict(),
		Names: guard.Names{Program: "toolserver", AllowedHost: "--allowed-host", AllowOrigin: "--allow-origin", MaxBody: maxBodyOption},
	}
	for _, host := range c.hosts {
		if host == "*" {
			p.AnyHost = true
		} else {
			p.Hosts = append(p.Hosts, host)
		}
	}
	return p
}

// trusted are the proxies these options name.
func (c *config) trusted() (list []netip.Prefix, err error) {
	for _, text := range c.proxies {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			addr, bad := netip.ParseAddr(text)
			if bad != nil {
				return nil, usagef("--trusted-proxy: %q is neither an address nor a range like 10.0.0.0/8", text)
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		if addr := prefix.Addr(); addr.Is4In6() { // addresses are compared without the IPv6 around them
			if prefix.Bits() < 96 {
				return nil, usagef("--trusted-proxy: %q is a range of IPv4 and IPv6; name each", text)
			}
			prefix = netip.PrefixFrom(addr.Unmap(), prefix.Bits()-96)
		}
		list = append(list, prefix.Masked())
	}
	return list, nil
}

// clients are the limits of each client; nil: there are none.
func (c *config) clients() *clients.Clients {
	o := clients.Options{PerMinute: c.rate}
	if c.public {
		o.AtOnce = max(4, c.connections/16)
		if c.rate < 0 {
			o.PerMinute = publicRate
		}
	}
	if o.PerMinute <= 0 && o.AtOnce == 0 {
		return nil
	}
	o.Trusted, _ = c.trusted() // check has read them
	return clients.New(o)
}

func (c *config) strict() bool { return c.protocol != "all" }

// limits are the slots these options ask for.
func (c *config) limits() *limits.Limits {
	o := limits.Options{Concurrency: c.concurrency, Waiting: c.connections, Timeout: c.callTimeout, Atoms: c.maxAtoms}
	if c.public {
		o.Long, o.Turn, o.Held = takesLong, publicTurn, publicHeld
	}
	return limits.New(o)
}

// takesLong says of which tools a call may compute for seconds.
func takesLong(tool *contract.Tool) bool {
	switch tool.Name {
	case "generate_3d", "conformers", "optimize_3d", "find_mcs", "convert_structure":
		return true
	}
	return tool.Marker != nil // every tool that makes structures
}

// tools returns the tools of the program, with name_to_smiles as the options want it.
func (p *Program) tools(c *config) []*contract.Tool {
	if !c.pubchem || p.Lookup == nil {
		return p.Tools
	}
	all := slices.Clone(p.Tools)
	for i, tool := range all {
		if asking := tools.NameToSMILES(p.Lookup); tool.Name == asking.Name {
			all[i] = asking
		}
	}
	return all
}

// sessions are what these options say about sessions.
func (c *config) sessions() httpd.Sessions {
	switch {
	case c.stateless || c.strict():
		return httpd.NoSessions
	case c.stateful:
		return httpd.RequireSessions
	}
	return httpd.OfferSessions
}

// Bounds of the results kept for calls that ask for a link.
const (
	keptResults = 64
	keptBytes   = 256 << 20
	keptTime    = 30 * time.Minute
)

// resources are the results this server keeps: none in public mode, where one caller
// could read another's.
func (c *config) resources() mcp.Resources {
	if c.public {
		return nil
	}
	return results.New(results.Options{MaxResults: keptResults, MaxBytes: keptBytes, MaxAge: keptTime, Now: time.Now})
}

// inGroup reports whether a tool belongs to a group that --tools may name: the tools
// that are buttons of the Builder with the library they draw on, or the rest.
func inGroup(tool *contract.Tool, group string) bool {
	builder := tool.Marker != nil || tool.Name == "molecule_library"
	return group == "builder" && builder || group == "chem" && (!builder || tool.Name == "molecule_library")
}

// selectTools returns the tools that are offered, in the order of all.
func (c *config) selectTools(all []*contract.Tool) ([]*contract.Tool, error) {
	if len(c.toolNames) == 0 {
		return all, nil
	}
	wanted := make(map[string]bool)
	for _, list := range c.toolNames {
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.TrimSpace(name); name != "" {
				wanted[name] = true
			}
		}
	}
	var selected []*contract.Tool
	for _, tool := range all {
		if wanted[tool.Name] || wanted["builder"] && inGroup(tool, "builder") || wanted["chem"] && inGroup(tool, "chem") {
			selected = append(selected, tool)
			delete(wanted, tool.Name)
		}
	}
	for _, list := range c.toolNames {
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.TrimSpace(name); wanted[name] && name != "builder" && name != "chem" {
				return nil, usagef("--tools: there is no tool or group %s; toolserver tools lists the tools, builder and chem are the groups", quoted(name))
			}
		}
	}
	if len(selected) == 0 {
		return nil, usagef("--tools names no tool")
	}
	return selected, nil
}

// link is the address that opens a page connected to tools. A token that was
// given is never written anywhere.
func (c *config) link(page, tools string) string {
	link := page + "#tools=" + url.QueryEscape(tools)
	if c.generated {
		link += "&token=" + c.token
	}
	return link
}

// links are the ready links for the pages these options name.
func (c *config) links(tools string) []string {
	pages := c.pageURLs
	if len(pages) == 0 {
		for _, origin := range c.origins {
			pages = append(pages, origin+"/")
		}
	}
	links := make([]string, len(pages))
	for i, page := range pages {
		links[i] = c.link(page, tools)
	}
	return links
}

// baseURL is where the server is reached from this machine.
func (c *config) baseURL(port int) string {
	scheme, host := "http", strings.Trim(c.host, "[]")
	if c.cert != "" {
		scheme = "https"
	}
	switch host {
	case "0.0.0.0":
		host = "127.0.0.1"
	case "::":
		host = "::1"
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return scheme + "://" + host + ":" + strconv.Itoa(port)
}
