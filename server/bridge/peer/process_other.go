//go:build !unix

package peer

import (
	"os"
	"os/exec"
)

// Processes are ended one by one here. A group that ends as one would be a job object,
// which the standard library does not make: what a server starts itself ends only with
// its input.
func setGroup(*exec.Cmd) {}

// terminateGroup ends a process that is there.
func terminateGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}

// killGroup has nothing to end: it is called when the process has ended, and its number
// may be that of a stranger by then.
func killGroup(int) {}

func ownGroup(*exec.Cmd) {}
