package main

import (
	"io"
	"net/http"
	"syscall/js"
	"testing"
)

// call is a request as worker.mjs makes it.
func call(method, url, body string) js.Value {
	bytes := js.Global().Get("Uint8Array").New(len(body))
	js.CopyBytesToJS(bytes, []byte(body))
	return js.ValueOf(map[string]any{
		"method": method, "url": url, "headers": []any{"Content-Type", "application/json", "x-a", "1", "X-A", "2"}, "body": bytes,
	})
}

type answer struct {
	status  int
	headers []string
	body    string
}

// served serves a call and returns its answer later.
func served(h http.Handler, request js.Value) <-chan answer {
	answers := make(chan answer, 1)
	var f js.Func
	f = js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer f.Release()
		a := answer{status: args[0].Int()}
		for i := range args[1].Length() {
			a.headers = append(a.headers, args[1].Index(i).String())
		}
		body := make([]byte, args[2].Length())
		js.CopyBytesToGo(body, args[2])
		a.body = string(body)
		answers <- a
		return nil
	})
	go serve(h, request, f.Value)
	return answers
}

func TestServe(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if string(body) == "panic" {
			panic("in a tool")
		}
		w.Header().Set("X-B", r.Header.Get("Content-Type"))
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, r.Method+" "+r.Host+" "+r.URL.Path+" "+string(body)+" "+r.Header.Values("X-A")[1])
	})
	a := <-served(h, call("POST", "https://tools.example/mcp?a=b", "{}"))
	if a.status != http.StatusTeapot || a.body != "POST tools.example /mcp {} 2" || len(a.headers) != 2 || a.headers[1] != "application/json" {
		t.Errorf("got %+v", a)
	}
	if a := <-served(h, call("POST", "https://tools.example/mcp", "panic")); a.status != http.StatusInternalServerError || a.body != "The server failed.\n" {
		t.Errorf("a panic: got %+v", a)
	}
	if a := <-served(h, call("POST", "https://tools.example/%zz", "")); a.status != http.StatusBadRequest {
		t.Errorf("a wrong address: got %+v", a)
	}
}

// TestCancel: a call whose client has left ends, whether it left before the call began or
// while it is served.
func TestCancel(t *testing.T) {
	began := make(chan bool, 1)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began <- true
		<-r.Context().Done()
		_, _ = io.WriteString(w, r.Context().Err().Error())
	})
	request := call("POST", "https://tools.example/mcp", "")
	answers := served(h, request)
	<-began
	request.Call("cancel")
	if a := <-answers; a.body != "context canceled" {
		t.Errorf("got %+v", a)
	}
	if !request.Get("cancel").IsUndefined() {
		t.Error("the function outlives the request")
	}
	request = call("POST", "https://tools.example/mcp", "")
	request.Set("cancelled", true)
	if a := <-served(h, request); a.body != "context canceled" {
		t.Errorf("cancelled before it began: got %+v", a)
	}
}
