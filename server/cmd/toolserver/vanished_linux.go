package main

import (
	"io"
	"os"
	"syscall"
)

// tcpUserTimeout is TCP_USER_TIMEOUT of linux/tcp.h (RFC 5482): how long data that was
// sent may stay unacknowledged before the connection ends. Without it, the signs of
// life in a stream keep a connection to nobody for a quarter of an hour.
const (
	tcpUserTimeout  = 18
	userTimeoutTime = 60_000 // ms
)

func limitUnacknowledged(_, _ string, c syscall.RawConn) error {
	var failed error
	err := c.Control(func(fd uintptr) {
		failed = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, userTimeoutTime)
	})
	if err == nil {
		err = failed
	}
	return err
}

// outputGone returns what tells whether the other end of a pipe is closed for good, nil
// where it never is, as of a file.
func outputGone(out io.Writer) func() bool {
	file, ok := out.(*os.File)
	if !ok {
		return nil
	}
	watch, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil
	}
	// Asked for nothing, the kernel reports errors and hang-ups alone (epoll_ctl(2)).
	event := syscall.EpollEvent{Fd: int32(file.Fd())}
	if syscall.EpollCtl(watch, syscall.EPOLL_CTL_ADD, int(file.Fd()), &event) != nil {
		syscall.Close(watch)
		return nil
	}
	return func() bool {
		var events [1]syscall.EpollEvent
		n, err := syscall.EpollWait(watch, events[:], 0)
		return err == nil && n == 1
	}
}
