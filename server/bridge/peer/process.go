package peer

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/molsmith/molsmith/server/lines"
)

// Command is a program to start.
type Command struct {
	Path string
	Args []string
	Dir  string
	Env  []string // all of it, NAME=value
	// Watch is told the process group of each process that starts and ends, so that
	// somebody can end what is left if this process is killed. May be nil.
	Watch func(group int, started bool)
}

// LookUp finds a program without a folder: on the PATH that it will have, which may not
// be that of this program, and where uv and pip put programs of a person, which a
// program that a desktop starts does not see.
func (c *Command) LookUp() string {
	if c.Path == "" || strings.ContainsAny(c.Path, `/\`) || filepath.VolumeName(c.Path) != "" {
		return c.Path
	}
	if found, err := exec.LookPath(c.Path); err == nil && !c.ownPath() {
		return found
	}
	for _, folder := range append(filepath.SplitList(c.variable("PATH")), filepath.Join(c.variable("HOME"), ".local", "bin")) {
		if !filepath.IsAbs(folder) {
			continue
		}
		if found, err := exec.LookPath(filepath.Join(folder, c.Path)); err == nil {
			return found
		}
	}
	return c.Path
}

// ownPath reports whether the PATH of the program is another than that of this one.
func (c *Command) ownPath() bool { return c.variable("PATH") != os.Getenv("PATH") }

// variable is one of Env, the last that has the name; "" when none has.
func (c *Command) variable(name string) string {
	for _, pair := range slices.Backward(c.Env) {
		if found, value, ok := strings.Cut(pair, "="); ok && SameVariable(found, name) {
			return value
		}
	}
	return ""
}

// SameVariable reports whether two names are those of one variable of the environment;
// Windows makes no difference between Path and PATH.
func SameVariable(a, b string) bool {
	return a == b || runtime.GOOS == "windows" && strings.EqualFold(a, b)
}

// maxLogLine bounds a line of standard error.
const maxLogLine = 4 << 10

// process is a child process, with everything it starts in a group of its own.
type process struct {
	cmd   *exec.Cmd
	in    *os.File
	out   *os.File
	watch func(group int, started bool)

	gone   chan struct{} // closed when the child itself has ended
	state  string        // how it ended; read after gone
	errors sync.WaitGroup

	mu       sync.Mutex
	lastLine string // of standard error
}

// start starts c. line gets the lines of its standard error.
func start(c Command, line func(string)) (*process, error) {
	var files [6]*os.File
	var err error
	for i := 0; i < 6 && err == nil; i += 2 {
		files[i], files[i+1], err = os.Pipe()
	}
	if err != nil {
		closeAll(files[:])
		return nil, fmt.Errorf("starting %s: %w", c.Path, err)
	}
	cmd := exec.Command(c.LookUp(), c.Args...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = files[0], files[3], files[5]
	setGroup(cmd)
	p := &process{cmd: cmd, in: files[1], out: files[2], watch: c.Watch, gone: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		// Where the kernel ends the child when the thread that started it ends, that
		// thread has to stay.
		runtime.LockOSThread()
		err := cmd.Start()
		if err == nil && p.watch != nil {
			p.watch(cmd.Process.Pid, true)
		}
		started <- err
		if err != nil {
			return
		}
		p.state = describe(cmd.Wait())
		// What it started goes with it.
		killGroup(cmd.Process.Pid)
		if p.watch != nil {
			p.watch(cmd.Process.Pid, false)
		}
		close(p.gone)
	}()
	err = <-started
	closeAll([]*os.File{files[0], files[3], files[5]})
	if err != nil {
		closeAll([]*os.File{files[1], files[2], files[4]})
		return nil, startError(c, err)
	}
	p.errors.Go(func() {
		defer files[4].Close()
		reader := bufio.NewReaderSize(files[4], maxLogLine)
		for {
			text, err := lines.Read(reader, maxLogLine)
			if shown := strings.TrimSpace(strings.ToValidUTF8(string(text), "\uFFFD")); shown != "" {
				p.mu.Lock()
				p.lastLine = shown
				p.mu.Unlock()
				line(shown)
			}
			if err != nil {
				return
			}
		}
	})
	return p, nil
}

func closeAll(files []*os.File) {
	for _, file := range files {
		if file != nil {
			file.Close()
		}
	}
}

// startError says why a program cannot be started, in a line that names it.
func startError(c Command, err error) error {
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist) && dirExists(c.Dir):
		return fmt.Errorf("there is no program %q on the PATH; give its whole path", c.Path)
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("there is no folder %q to start in", c.Dir)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%q may not be run: %w", c.Path, err)
	}
	return fmt.Errorf("%q cannot be started: %w", c.Path, err)
}

func dirExists(name string) bool {
	if name == "" {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// describe says how a process ended.
func describe(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "the server ended (exit status 0)"
	case errors.As(err, &exit):
		return "the server ended (" + exit.ProcessState.String() + ")"
	}
	return "the server ended: " + err.Error()
}

// wait waits for the end of the process, whose output has ended, and says how it came
// and what the last line of standard error was. A process that closes its output and
// goes on is ended.
func (p *process) wait() string {
	select {
	case <-p.gone:
	case <-time.After(inputTime):
		p.end(terminateTime)
	}
	<-p.gone
	drained := make(chan struct{})
	go func() { p.errors.Wait(); close(drained) }()
	select {
	case <-drained:
	case <-time.After(inputTime): // something outside the group holds it open
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lastLine != "" {
		return p.state + "; it last said: " + oneLine(p.lastLine, 200)
	}
	return p.state
}

// stop ends the process: the writer has closed, or closes, its input; then SIGTERM; then
// SIGKILL. read is closed when what reads its output has ended.
func (p *process) stop(read <-chan struct{}) {
	p.in.Close() // again, for a Write that waits
	select {
	case <-p.gone:
	case <-time.After(inputTime):
		p.end(terminateTime)
	}
	select {
	case <-read:
	case <-time.After(inputTime):
		p.out.Close() // something outside the group holds it open
		<-read
	}
}

// end ends the process group: SIGTERM, and after a while SIGKILL.
func (p *process) end(wait time.Duration) {
	terminateGroup(p.cmd.Process.Pid)
	select {
	case <-p.gone:
		return
	case <-time.After(wait):
	}
	killGroup(p.cmd.Process.Pid)
	_ = p.cmd.Process.Kill()
	<-p.gone
}
