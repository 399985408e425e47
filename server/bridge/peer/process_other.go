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

func terminateGroup(pid int) { killGroup(pid) }

func killGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}

func ownGroup(*exec.Cmd) {}
