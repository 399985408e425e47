package bridge

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if os.Getenv("BRIDGE_TEST_CHILD") != "" {
		child()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const emptyResult = `{"content":[{"type":"text","text":"Done."}],"structuredContent":{"contract":1,"name":"x","structure":{"elements":[18],"positions":[0,0,0],"cell":null,"bonds":[]},"warnings":[],"provenance":{}}}`

// child is a server of these tests, a process. Its tools do what they are called.
func child() {
	fmt.Fprintln(os.Stderr, "the lab is ready")
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	say := func(format string, args ...any) {
		fmt.Fprintf(out, format+"\n", args...)
		out.Flush()
	}
	tools := `{"name":"b<script>","inputSchema":{"type":"object","properties":{"z":{},"a":{}}}},{"name":"a","n":1.50}`
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	running := ""
	for in.Scan() {
		var q struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name      string
				Arguments json.RawMessage
				RequestID json.RawMessage
				Meta      struct{ ProgressToken json.RawMessage } `json:"_meta"`
			}
		}
		if json.Unmarshal(in.Bytes(), &q) != nil {
			continue
		}
		answer := func(result string) { say(`{"jsonrpc":"2.0","id":%s,"result":%s}`, q.ID, result) }
		switch q.Method {
		case "initialize":
			if os.Getenv("BRIDGE_TEST_CHILD") == "crash" {
				fmt.Fprintln(os.Stderr, "ImportError: no module named lab")
				os.Exit(3)
			}
			answer(`{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"lab","version":"2"},"instructions":"<b>"}`)
		case "tools/list":
			answer(`{"tools":[` + tools + `]}`)
		case "notifications/cancelled":
			fmt.Fprintf(os.Stderr, "cancelled %s of %s\n", q.Params.RequestID, running)
		case "tools/call":
			switch q.Params.Name {
			case "echo":
				answer(`{"z":1.0,"content":[],"arguments":` + string(q.Params.Arguments) + `}`)
			case "pid":
				answer(strconv.Itoa(os.Getpid()))
			case "environment":
				text, _ := json.Marshal(os.Environ())
				answer(string(text))
			case "wait":
				running = string(q.ID)
				say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1,"total":4,"message":"<i>one"}}`, q.Params.Meta.ProgressToken)
			case "storm":
				for i := range 20_000 {
					say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d}}`, q.Params.Meta.ProgressToken, i)
				}
				answer(emptyResult)
			case "flood":
				for range 100_000 {
					fmt.Fprintln(out, "a library prints")
					fmt.Fprintln(os.Stderr, "and complains")
				}
				answer(emptyResult)
			case "die":
				fmt.Fprintln(os.Stderr, "panic: out of memory")
				os.Exit(2)
			case "500001 atoms":
				const n = 500_001
				answer(strings.Replace(strings.Replace(emptyResult, "[18]", "[18"+strings.Repeat(",18", n-1)+"]", 1), "[0,0,0]", "[0"+strings.Repeat(",0", 3*n-1)+"]", 1))
			case "frame":
				var a struct{ MiB int }
				_ = json.Unmarshal(q.Params.Arguments, &a)
				fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%s"}]}}`+"\n", q.ID, strings.Repeat("a", a.MiB<<20))
				out.Flush()
			case "nan":
				answer(strings.Replace(emptyResult, "[0,0,0]", "[0,NaN,0]", 1))
			case "bytes":
				answer("{\"content\":[{\"type\":\"text\",\"text\":\"\xff\xfe\"}]}")
			case "html":
				answer(strings.Replace(emptyResult, "Done.", `<img src=x onerror=alert(1)>`, 1))
			case "no":
				answer(`{"content":[{"type":"text","text":"No."}],"isError":true}`)
			case "change":
				tools = `{"name":"new"}`
				say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
				answer(emptyResult)
			case "sleep":
				time.Sleep(time.Minute)
			default:
				say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"unknown tool"}}`, q.ID)
			}
		}
	}
}
