package conformance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// computes reports whether a thread of a process, or of one below it, runs or waits
// for a core. Unlike processor time this does not depend on what else the machine does.
func computes(pid int) (busy, known bool) {
	for id := range processTree(pid) {
		known = true
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/[0-9]*/stat", id))
		if err != nil {
			continue
		}
		for _, file := range threads {
			if fields := statFields(file); len(fields) > 0 && fields[0] == "R" {
				return true, true
			}
		}
	}
	return false, known
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

// statFields are the fields of a stat file of /proc after the name of the program
// (proc(5)), none when the process has ended: its state, its parent, ….
func statFields(file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	// The name stands in parentheses and may hold anything.
	end := bytes.LastIndexByte(text, ')')
	return strings.Fields(string(text[end+1:]))
}

// processTree returns a process and those that it started.
func processTree(pid int) map[int]bool {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	parents := make(map[int]int, len(files))
	for _, file := range files {
		id, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		fields := statFields(file)
		if err != nil || len(fields) < 2 {
			continue
		}
		parents[id], _ = strconv.Atoi(fields[1])
	}
	tree := make(map[int]bool)
	for id := range parents {
		for up, depth := id, 0; up > 1 && depth < 64; up, depth = parents[up], depth+1 {
			if up == pid {
				tree[id] = true
				break
			}
		}
	}
	return tree
}
