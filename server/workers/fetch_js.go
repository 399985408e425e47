package main

import (
	"bytes"
	"context"
	"io"
	"log"
	"net/http"
	"net/url"
	"runtime/debug"
	"syscall/js"
)

// serve answers one request of worker.mjs: {method, url, headers, body}, with headers as
// names and values in turn. answer is called once, with the status, the headers in the same
// form and the body. An answer is whole: what would be a stream comes at once at its end.
func serve(h http.Handler, request, answer js.Value) {
	w := &recorder{header: make(http.Header), status: http.StatusOK}
	r, err := read(request)
	if err != nil {
		http.Error(w, "the request cannot be read: "+err.Error(), http.StatusBadRequest)
	} else {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		f := js.FuncOf(func(js.Value, []js.Value) any {
			cancel()
			return nil
		})
		request.Set("cancel", f)
		if request.Get("cancelled").Truthy() { // before it was there
			cancel()
		}
		defer func() {
			request.Delete("cancel")
			f.Release() // the program serves requests for long
		}()
		run(h, w, r.WithContext(ctx))
	}
	headers := make([]any, 0, 2*len(w.header))
	for name, values := range w.header {
		for _, value := range values {
			headers = append(headers, name, value)
		}
	}
	body := js.Global().Get("Uint8Array").New(w.body.Len())
	js.CopyBytesToJS(body, w.body.Bytes())
	answer.Invoke(w.status, headers, body)
}

// run serves one request. A panic is the end of that one, as in net/http; the program has
// others.
func run(h http.Handler, w *recorder, r *http.Request) {
	defer func() {
		if v := recover(); v != nil {
			log.New(console{}, "", 0).Printf("panic: %v\n%s", v, debug.Stack())
			w.status, w.body = http.StatusInternalServerError, bytes.Buffer{}
			w.header.Del("Content-Encoding")
			w.header.Set("Content-Type", "text/plain; charset=utf-8")
			w.body.WriteString("The server failed.\n")
		}
	}()
	h.ServeHTTP(w, r)
}

func read(request js.Value) (*http.Request, error) {
	address, err := url.Parse(request.Get("url").String())
	if err != nil {
		return nil, err
	}
	body := make([]byte, request.Get("body").Length())
	js.CopyBytesToGo(body, request.Get("body"))
	headers := request.Get("headers")
	r := &http.Request{
		Method: request.Get("method").String(), URL: address, RequestURI: address.RequestURI(), Host: address.Host,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: make(http.Header),
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
	for i := 0; i+1 < headers.Length(); i += 2 {
		r.Header.Add(headers.Index(i).String(), headers.Index(i+1).String())
	}
	return r, nil
}

// recorder keeps an answer until it is whole.
type recorder struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) {
	if !w.wrote && status >= 200 {
		w.status, w.wrote = status, true
	}
}

func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// Flush does nothing: the answer is sent when it is whole.
func (w *recorder) Flush() {}
