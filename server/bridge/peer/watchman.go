package peer

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"github.com/molsmith/molsmith/server/lines"
)

// A program that is killed cannot end what it started. On Linux the kernel ends its
// children, but not what these have started themselves, as npx and uvx do. So a second
// process, the watchman, is told every group of processes, and ends those that are left
// when its input ends, which is when the program does, however that comes.

// Watchman is that process, as the program sees it. The zero value has none.
type Watchman struct {
	mu  sync.Mutex
	in  io.WriteCloser
	cmd *exec.Cmd
}

// StartWatchman starts it: command runs Watch on its standard input.
func StartWatchman(command ...string) (*Watchman, error) {
	cmd := exec.Command(command[0], command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	ownGroup(cmd) // what a terminal sends to its programs is not for this one
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the process that ends what is left: %w", err)
	}
	return &Watchman{in: in, cmd: cmd}, nil
}

// Tell tells the watchman of a group that started or ended.
func (w *Watchman) Tell(group int, started bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.in == nil {
		return
	}
	sign := '-'
	if started {
		sign = '+'
	}
	_, _ = fmt.Fprintf(w.in, "%c%d\n", sign, group) // one that is gone ends nothing
}

// Close ends the watchman.
func (w *Watchman) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.in == nil {
		return
	}
	w.in.Close()
	w.in = nil
	_ = w.cmd.Wait() // it has nothing to say
}

// Watch reads what Tell says until the end of in, and then ends the groups that are left.
func Watch(in io.Reader) {
	left := map[int]bool{}
	reader := bufio.NewReader(in)
	for {
		line, err := lines.Read(reader, 64)
		if len(line) > 1 {
			if group, e := strconv.Atoi(string(line[1:])); e == nil && group > 1 {
				if line[0] == '+' {
					left[group] = true
				} else {
					delete(left, group)
				}
			}
		}
		if err != nil {
			break
		}
	}
	if len(left) == 0 {
		return
	}
	for group := range left {
		terminateGroup(group)
	}
	time.Sleep(terminateTime)
	for group := range left {
		killGroup(group)
	}
}
