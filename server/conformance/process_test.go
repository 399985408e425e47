package conformance

import (
	"context"
	"flag"
	"os"
	"runtime"
	"testing"
	"time"
)

// asServer is the first argument of this test program when a check starts it as a
// server; the second one says which.
const asServer = "as-server"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == asServer {
		name := os.Args[2]
		f := goodFixture()
		for _, b := range brokenProcesses {
			if b.name == name && b.with != nil {
				b.with(f)
			}
		}
		f.serve(os.Stdin, os.Stdout)
		return
	}
	// The servers of the tests wait more than they compute.
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// burn uses a core until the process ends.
func burn() {
	for x := uint64(1); ; x = x*6364136223846793005 + 1442695040888963407 {
		if x == 0 {
			runtime.Gosched()
		}
	}
}

// brokenProcesses are wrong in what only a process of their own shows.
var brokenProcesses = []broken{
	{check: "cancel.stop", tool: "*", name: "goes on", with: func(f *fixture) {
		f.run = func(ctx context.Context, args rowArgs, steps func()) {
			if steps(); args.Count > 1000 {
				go burn()
				<-ctx.Done()
			}
		}
	}},
	{check: "resources", name: "never rests", ask: func(o *Options) { o.pace.begin = 20 * time.Second }, with: func(f *fixture) {
		go burn()
		f.run = func(_ context.Context, _ rowArgs, steps func()) { steps() }
	}},
	{check: "resources", name: "much memory", ask: func(o *Options) { o.pace.memory = 1 << 20 }},
	{check: "stdio.end", name: "stays", ask: func(o *Options) { o.pace.end = time.Second }, with: func(f *fixture) { f.lingers = true }},
}

func TestProcesses(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range append([]broken{{name: "good"}}, brokenProcesses...) {
		if runtime.GOOS != "linux" && b.check != "" && b.check != "stdio.end" {
			continue // what a process uses is only looked at there
		}
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			o := Options{Command: []string{program, asServer, b.name}, pace: quick, Stderr: os.Stderr}
			if b.ask != nil {
				b.ask(&o)
			}
			report := check(t, o)
			if b.check == "" {
				if len(report.Findings) > 0 {
					t.Errorf("got %s, want nothing found", text(report))
				}
				return
			}
			expect(t, report, b.check, b.tool)
		})
	}
}
