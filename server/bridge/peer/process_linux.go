package peer

import (
	"os/exec"
	"syscall"
)

// setGroup puts a process into a group of its own. The kernel kills it when this process
// ends, however that comes.
func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
