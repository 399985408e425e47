package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/lines"
)

// lookAhead is how many lines for each worker are read before the oldest of them
// is answered. It bounds the results that wait for a slow one before them.
const lookAhead = 4

// job is one line of a batch.
type job struct {
	args    []byte // nil: the line was too long
	answers chan []byte
}

var errCancelled = errors.New("cancelled")

// runBatch answers each line of s.in with one line on s.out, in order, with
// workers calls at once.
func runBatch(ctx context.Context, s streams, tool *contract.Tool, workers, maxLine int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	todo := make(chan *job)
	inOrder := make(chan *job, lookAhead*workers)
	var readError error
	go func() {
		defer close(inOrder)
		defer close(todo)
		readError = readBatch(ctx, s.in, maxLine, inOrder, todo)
	}()
	// Every line of a batch may hit the same fault: it is told once.
	var faults atomic.Int64
	for range workers {
		go func() {
			for j := range todo {
				line, err := answerLine(ctx, tool, j.args, maxLine)
				if err != nil && faults.Add(1) == 1 {
					tell(s, "internal error in %s: %v", tool.Name, err)
				}
				j.answers <- line
			}
		}()
	}

	out := bufio.NewWriterSize(s.out, 64<<10)
	for {
		var next *job
		select {
		case j, ok := <-inOrder:
			if !ok {
				if err := out.Flush(); err != nil {
					return fmt.Errorf("writing the results: %w", err)
				}
				if n := faults.Load(); n > 1 {
					tell(s, "%d lines ended in an internal error", n)
				}
				if readError != nil {
					return fmt.Errorf("reading the arguments: %w", readError)
				}
				return nil
			}
			next = j
		case <-ctx.Done():
			out.Flush()
			return errCancelled
		}
		select {
		case line := <-next.answers:
			_, err := out.Write(line)
			if err == nil && len(inOrder) == 0 {
				err = out.Flush() // whoever sends line by line waits for this one
			}
			if err != nil {
				return fmt.Errorf("writing the results: %w", err)
			}
		case <-ctx.Done():
			out.Flush()
			return errCancelled
		}
	}
}

// readBatch makes a job of each line.
func readBatch(ctx context.Context, in io.Reader, maxLine int, inOrder, todo chan<- *job) error {
	reader := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := lines.Read(reader, maxLine)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case err != nil && line != nil && len(line) == 0:
			return nil // the end, behind the last line
		}
		j := &job{args: line, answers: make(chan []byte, 1)}
		for _, queue := range []chan<- *job{inOrder, todo} {
			select {
			case queue <- j:
			case <-ctx.Done():
				return nil
			}
		}
		if err != nil {
			return nil
		}
	}
}

// answerLine runs one call and returns its line. The error is what the line only
// calls an internal one.
func answerLine(ctx context.Context, tool *contract.Tool, args []byte, maxLine int) ([]byte, error) {
	if args == nil {
		return errorLine(&contract.Error{
			Code: contract.InvalidArguments, Message: "the line has more than " + strconv.Itoa(maxLine) + " bytes, the limit set by --max-body",
		}), nil
	}
	if len(bytes.TrimSpace(args)) == 0 {
		return errorLine(&contract.Error{Code: contract.InvalidArguments, Message: "the line is empty: write {} for no arguments"}), nil
	}
	outcome, err := mcp.Run(ctx, tool, args, nil)
	if err != nil {
		if e := mcp.ToolError(err); e != nil {
			return errorLine(e), nil
		}
		return errorLine(&contract.Error{Code: contract.Internal, Message: "internal error"}), err
	}
	line := []byte(`{"ok":true,"result":`)
	switch {
	case outcome.Result != nil:
		line = contract.AppendResult(line, outcome.Result)
	case outcome.Value != nil:
		var compact bytes.Buffer
		if err := json.Compact(&compact, outcome.Value); err != nil {
			return errorLine(&contract.Error{Code: contract.Internal, Message: "internal error"}), err
		}
		line = append(line, compact.Bytes()...)
	default:
		text, _ := json.Marshal(outcome.Text) // a string always has JSON
		line = append(line, text...)
	}
	return append(line, "}\n"...), nil
}

func errorLine(e *contract.Error) []byte {
	line := struct {
		OK    bool `json:"ok"`
		Error any  `json:"error"`
	}{Error: struct {
		Code    contract.Code `json:"code"`
		Message string        `json:"message"`
		Details any           `json:"details,omitempty"`
	}{e.Code, e.Message, e.Details}}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(line); err != nil { // details JSON cannot hold
		return errorLine(&contract.Error{Code: e.Code, Message: e.Message})
	}
	return text.Bytes()
}
