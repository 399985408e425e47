package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// option is one option of a command: --name, and MOLSMITH_NAME in the
// environment. The command line wins; options that may be repeated add to what
// the environment lists, separated by commas.
type option struct {
	name   string
	short  string // another name, of one letter
	arg    string // what stands for the value in help; "": a switch
	usage  string
	preset string // the default as help shows it; "": none
	envs   []string
	set    func(text string) error
	list   bool
	given  bool // on the command line
	http   bool // has no meaning over stdio
}

// optionSet collects the options of one command and reads them.
type optionSet struct {
	options   []*option
	lookupEnv func(string) (string, bool)
}

func (o *optionSet) add(name, arg, preset, usage string, set func(string) error) *option {
	opt := &option{name: name, arg: arg, usage: usage, preset: preset, set: set}
	opt.envs = []string{"MOLSMITH_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))}
	o.options = append(o.options, opt)
	return opt
}

func (o *optionSet) text(p *string, name, arg, usage string) *option {
	return o.add(name, arg, *p, usage, func(text string) error {
		*p = text
		return nil
	})
}

func (o *optionSet) toggle(p *bool, name, usage string) *option {
	return o.add(name, "", "", usage, func(text string) error {
		switch strings.ToLower(text) {
		case "1", "true", "yes", "on":
			*p = true
		case "0", "false", "no", "off", "":
			*p = false
		default:
			return fmt.Errorf("%q is neither true nor false", text)
		}
		return nil
	})
}

func (o *optionSet) list(p *[]string, name, arg, usage string) *option {
	opt := o.add(name, arg, "", usage, func(text string) error {
		*p = append(*p, text)
		return nil
	})
	opt.list = true
	return opt
}

func (o *optionSet) integer(p *int, least, most int, name, arg, usage string) *option {
	return o.add(name, arg, strconv.Itoa(*p), usage, func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%q is not an integer from %d to %d", text, least, most)
		}
		*p = n
		return nil
	})
}

// Longest time a call may be given, in seconds: a week.
const maxSeconds = 7 * 24 * 3600

func (o *optionSet) seconds(p *time.Duration, preset, name, usage string) *option {
	return o.add(name, "SECONDS", preset, usage, func(text string) error {
		s, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(s) || s < 0.001 || s > maxSeconds {
			return fmt.Errorf("%q is not a number of seconds above 0 and up to %d", text, maxSeconds)
		}
		*p = time.Duration(s * float64(time.Second))
		return nil
	})
}

// Bounds of --max-body in bytes. The smallest lets every handshake pass, the
// largest is what a process can hold.
const (
	minBody = 1 << 10
	maxBody = 1 << 30
)

func (o *optionSet) bytes(p *int, preset, name, usage string) *option {
	return o.add(name, "BYTES", preset, usage, func(text string) error {
		number, unit := text, 1
		for suffix, size := range map[string]int{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
			if before, ok := strings.CutSuffix(text, suffix); ok {
				number, unit = strings.TrimSpace(before), size
			}
		}
		n, err := strconv.ParseUint(number, 10, 31)
		if err != nil || n > maxBody/uint64(unit) || int(n)*unit < minBody {
			return fmt.Errorf("%q is not a size from %d to %d bytes, such as 67108864 or 64MiB", text, minBody, maxBody)
		}
		*p = int(n) * unit
		return nil
	})
}

func (o *optionSet) choice(p *string, name, usage string, values map[string]string, shown string) *option {
	return o.add(name, shown, *p, usage, func(text string) error {
		value, ok := values[text]
		if !ok {
			return fmt.Errorf("%q is not one of %s", text, shown)
		}
		*p = value
		return nil
	})
}

// parse reads the environment and then the arguments. It returns what is no
// option, and whether help was asked for.
func (o *optionSet) parse(args []string) (rest []string, help bool, err error) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return append(rest, args[i+1:]...), help, o.readEnv()
		case arg == "-h" || arg == "--help" || arg == "-help":
			help = true
			continue
		case !strings.HasPrefix(arg, "-") || arg == "-":
			rest = append(rest, arg)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
		opt := o.find(name)
		if opt == nil {
			return nil, false, usagef("unknown option %s; --help lists the options", shown(arg))
		}
		switch {
		case opt.arg == "" && !hasValue:
			value = "true"
		case opt.arg != "" && !hasValue:
			if i++; i == len(args) {
				return nil, false, usagef("--%s needs a value: --%s %s", name, name, opt.arg)
			}
			value = args[i]
		}
		if !opt.given {
			opt.given = true
			if opt.list {
				if err := o.fromEnv(opt); err != nil {
					return nil, false, err
				}
			}
		}
		if err := opt.set(value); err != nil {
			return nil, false, usagef("--%s: %v", name, err)
		}
	}
	if help {
		return rest, true, nil
	}
	return rest, false, o.readEnv()
}

func (o *optionSet) find(name string) *option {
	for _, opt := range o.options {
		if opt.name == name || opt.short == name && name != "" {
			return opt
		}
	}
	return nil
}

// readEnv sets the options the command line did not.
func (o *optionSet) readEnv() error {
	for _, opt := range o.options {
		if opt.given {
			continue
		}
		if err := o.fromEnv(opt); err != nil {
			return err
		}
	}
	return nil
}

func (o *optionSet) fromEnv(opt *option) error {
	for _, name := range opt.envs {
		text, ok := o.lookupEnv(name)
		if !ok || text == "" {
			continue
		}
		values := []string{text}
		if opt.list {
			values = strings.Split(text, ",")
		}
		for _, value := range values {
			if value = strings.TrimSpace(value); value == "" {
				continue
			}
			if err := opt.set(value); err != nil {
				return usagef("%s: %v", name, err)
			}
		}
		return nil
	}
	return nil
}

// shown is text from the command line as a message shows it: as it stands when it is
// short and plain, else quoted and cut, so that no control character reaches the terminal.
func shown(text string) string {
	const most = 60
	plain := len(text) <= most
	for _, r := range text {
		plain = plain && r > ' ' && r < 0x7f
	}
	if plain {
		return text
	}
	return quoted(text)
}

// quoted is text from the command line in quotes, cut when it is long.
func quoted(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return strconv.Quote(text)
}
