//go:build unix && !linux

package peer

import (
	"os/exec"
	"syscall"
)

// setGroup puts a process into a group of its own. When this process is killed, its
// children see the end of their input, and Watchman ends those that do not care.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
