package main

import (
	"fmt"
	"strings"
)

const helpWidth = 96

// helpText is the help of one command; that of the server lists the others too.
func helpText(c command, o *optionSet) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s\n\n%s\n", strings.TrimSpace("toolserver "+c.usage), strings.TrimSpace(c.about))
	if c.name == "" {
		b.WriteString("\nCommands:\n")
		for _, other := range commands() {
			if other.name != "" {
				fmt.Fprintf(&b, "  %-10s %s\n", other.name, other.summary)
			}
		}
		b.WriteString("\ntoolserver help COMMAND tells more about one.\n")
	}
	if len(o.options) == 0 {
		return b.String()
	}
	b.WriteString("\nOptions, with their default and environment variable:\n")
	for _, opt := range o.options {
		head := "--" + opt.name
		if opt.short != "" {
			head += ", -" + opt.short
		}
		if opt.arg != "" {
			head += " " + opt.arg
		}
		facts := []string{}
		if opt.preset != "" {
			facts = append(facts, "default "+opt.preset)
		}
		facts = append(facts, opt.envs...)
		if opt.list {
			facts = append(facts, "repeatable")
		}
		fmt.Fprintf(&b, "  %s\n", head)
		usage := opt.usage
		if len(facts) > 0 {
			usage += " (" + strings.Join(facts, "; ") + ")"
		}
		for _, line := range wrap(usage, helpWidth-6) {
			fmt.Fprintf(&b, "      %s\n", line)
		}
	}
	return b.String()
}

// wrap breaks text into lines of at most width bytes, between words.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
