package conformance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ticks is the number of clock ticks in a second that /proc counts in (proc(5)); it
// is 100 on every Linux that Go runs on.
const ticks = 100

// processorTime is what a process and those below it have used so far.
func processorTime(pid int) (time.Duration, bool) {
	tree := processTree(pid)
	var sum time.Duration
	for _, stat := range tree {
		sum += stat.used
	}
	return sum, len(tree) > 0
}

// peakMemory is the most memory that a process and those below it have held, bytes.
func peakMemory(pid int) (int64, bool) {
	var sum int64
	tree := processTree(pid)
	for id := range tree {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", id))
		if err != nil {
			continue
		}
		if _, rest, ok := bytes.Cut(status, []byte("VmHWM:")); ok {
			if fields := strings.Fields(string(rest)); len(fields) > 0 {
				kib, _ := strconv.ParseInt(fields[0], 10, 64)
				sum += kib << 10
			}
		}
	}
	return sum, len(tree) > 0
}

type processStat struct {
	parent int
	used   time.Duration
}

// processTree returns a process and those that it started.
func processTree(pid int) map[int]processStat {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	all := make(map[int]processStat, len(files))
	for _, file := range files {
		id, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		// The name of the program stands in parentheses and may hold anything.
		end := bytes.LastIndexByte(text, ')')
		if end < 0 {
			continue
		}
		fields := strings.Fields(string(text[end+1:]))
		if len(fields) < 13 {
			continue
		}
		parent, _ := strconv.Atoi(fields[1])
		user, _ := strconv.ParseInt(fields[11], 10, 64)
		system, _ := strconv.ParseInt(fields[12], 10, 64)
		all[id] = processStat{parent, time.Duration(user+system) * time.Second / ticks}
	}
	tree := make(map[int]processStat)
	for id := range all {
		for up, depth := id, 0; up > 1 && depth < 64; up, depth = all[up].parent, depth+1 {
			if up == pid {
				tree[id] = all[id]
				break
			}
		}
	}
	return tree
}
