package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"strings"

	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/metrics"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // a tool error, or the server could not go on
	exitUsage  = 2 // wrong options, or a configuration that is refused
)

// Program is toolserver with everything it takes from outside, so that tests can
// run it in process.
type Program struct {
	Tools   []*contract.Tool
	Version string
	Page    fs.FS        // the Builder page; nil: built without it
	License string       // what `toolserver licenses` prints
	Lookup  tools.Lookup // whom --pubchem asks about names; nil: nobody

	Watchman []string // command that ends what a killed bridge leaves; nil: none

	// LookupEnv reads an environment variable, like os.LookupEnv.
	LookupEnv func(name string) (value string, ok bool)
}

// streams are the three standard streams of one run.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// command is one subcommand.
type command struct {
	name    string // "" is the MCP server
	usage   string // what follows "toolserver"
	summary string // one line for the list of commands
	about   string // a few lines for its own help
	// prepare declares the options of the command and returns what runs it with
	// the remaining arguments.
	prepare func(p *Program, o *optionSet) func(ctx context.Context, s streams, args []string) error
}

func commands() []command {
	return []command{
		serverCommand(), serveCommand(), callCommand(), toolsCommand(), inspectCommand(), convertCommand(), replayCommand(),
		checkCommand(), doctorCommand(), versionCommand(), licensesCommand(),
	}
}

// usageError is a mistake in the arguments; the program ends with exitUsage.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// errSilent ends the program with exitFailed; everything was said already.
var errSilent = errors.New("failed")

// Run runs the program with the arguments after its name and returns the exit
// code. ctx ends servers and calls.
func (p *Program) Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{stdin, stdout, stderr}
	err := p.run(ctx, s, args)
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errSilent):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "toolserver: %s\n", usage.text)
		return exitUsage
	}
	fmt.Fprintf(stderr, "toolserver: %v\n", err)
	return exitFailed
}

func (p *Program) run(ctx context.Context, s streams, args []string) error {
	name := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	if name == "" && len(args) == 1 && args[0] == "--version" {
		name, args = "version", nil
	}
	if name == "help" {
		if len(args) > 1 {
			return usagef("help takes the name of one command")
		}
		if len(args) == 1 {
			name, args = args[0], []string{"--help"}
		} else {
			name, args = "", []string{"--help"}
		}
	}
	for _, c := range commands() {
		if c.name != name {
			continue
		}
		options := &optionSet{lookupEnv: p.LookupEnv}
		run := c.prepare(p, options)
		rest, help, err := options.parse(args)
		if err != nil {
			return err
		}
		if help {
			_, err := io.WriteString(s.out, helpText(c, options))
			return err
		}
		return run(ctx, s, rest)
	}
	return usagef("there is no command %q; toolserver help lists them", name)
}

// noArguments refuses arguments a command has no use for.
func noArguments(args []string) error {
	if len(args) > 0 {
		return usagef("unexpected argument %q", args[0])
	}
	return nil
}

// logger writes what goes wrong inside to stderr.
func logger(s streams) *log.Logger { return log.New(s.err, "toolserver: ", 0) }

// tell writes one line for the person who started the program.
func tell(s streams, format string, args ...any) {
	fmt.Fprintf(s.err, "toolserver: "+format+"\n", args...)
}

// dispatcher makes the MCP side of the tools offered, within the limits of c.
func (p *Program) dispatcher(c *config, offered []*contract.Tool, l *log.Logger, count *metrics.Metrics) (*mcp.Dispatcher, error) {
	offered = c.limits().WrapAll(offered)
	if count != nil {
		offered = count.WrapAll(offered)
	}
	return mcp.New(mcp.Options{
		Name: "molsmith", Title: "Molsmith", Version: p.Version, Tools: offered, Strict: c.strict(), Now: monotonic,
		Resources:    c.resources(),
		Instructions: tools.Instructions,
		Failure:      func(tool string, err error) { l.Printf("internal error in %s: %v", tool, err) },
	})
}

// isTerminal reports whether a stream is a terminal that a person looks at.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
