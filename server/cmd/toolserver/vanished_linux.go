package main

import "syscall"

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
