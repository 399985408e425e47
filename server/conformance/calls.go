package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/conform"
)

// maxCall is the longest a client waits for a call (contract §6).
const maxCall = 30 * time.Minute

// limit is how long a call of a tool may take.
func (r *runner) limit(tool *conform.Tool) time.Duration {
	return min(max(r.pace.call, time.Duration(5*tool.Marker.ExpectedSeconds*float64(time.Second))), maxCall)
}

// checkCalls calls one tool with arguments that are right and with wrong ones.
func (r *runner) checkCalls(ctx context.Context, tool *conform.Tool) {
	args := tool.Sample()
	if args == nil {
		return
	}
	var steps progress
	started := time.Now()
	answer, err := r.session.call(ctx, tool.Name, args, r.limit(tool), steps.take)
	took := time.Since(started)
	if !r.answered(tool, err) {
		return
	}
	first := tool.Result(args, answer)
	if first == nil {
		return
	}
	r.checkProgress(tool, &steps, took)
	r.samples = append(r.samples, sample{tool, args, took})
	if r.fastest == nil || took < r.fastest.took {
		r.fastest = &r.samples[len(r.samples)-1]
	}
	if tool.Marker.Stochastic {
		r.checkRepeat(ctx, tool, args, first)
	}
	r.checkRefusals(ctx, tool, args)
	r.checkNumbers(ctx, tool, args, took)
}

// answered notes what kept a call from its result.
func (r *runner) answered(tool *conform.Tool, err error) bool {
	switch {
	case err == nil:
		return true
	case errors.Is(err, errMalformed): // which is a finding already
	case errors.Is(err, errTimeout):
		r.findings.Add("call.timeout", tool.Name, "no answer within %.3g s, max(60 s, 5 × expectedSeconds)", r.limit(tool).Seconds())
	default:
		r.findings.Add("call", tool.Name, "the call with sample arguments failed: %v", err)
	}
	return false
}

func (r *runner) checkRepeat(ctx context.Context, tool *conform.Tool, args json.RawMessage, first *contract.Structure) {
	answer, err := r.session.call(ctx, tool.Name, args, r.limit(tool), nil)
	if !r.answered(tool, err) {
		return
	}
	if refused, text := conform.Refused(answer); refused {
		r.findings.Add("seed.repeat", tool.Name, "the second call with the same arguments was refused: %s", text)
		return
	}
	again, _, err := contract.DecodeResult(conform.Member(answer, "structuredContent"))
	if err != nil {
		r.findings.Add("seed.repeat", tool.Name, "the second call with the same arguments gave another result: %v", err)
		return
	}
	tool.Repeat(first, &again.Structure)
}

// refused reports whether a call was refused, and hands the words to the rules.
func (r *runner) refused(ctx context.Context, tool *conform.Tool, args json.RawMessage, limit time.Duration) (refused bool, err error) {
	answer, err := r.session.call(ctx, tool.Name, args, limit, nil)
	if err != nil {
		return !errors.Is(err, errTimeout), err
	}
	if refused, _ = conform.Refused(answer); refused {
		tool.Refusal(answer)
	}
	return refused, nil
}

func (r *runner) checkRefusals(ctx context.Context, tool *conform.Tool, args json.RawMessage) {
	if !tool.Required() {
		return
	}
	if refused, _ := r.refused(ctx, tool, json.RawMessage("{}"), r.limit(tool)); !refused {
		r.findings.Add("call.required", tool.Name, "a call without any of the required arguments succeeded")
	}
}

// checkNumbers writes the numbers of the arguments in unusual ways.
func (r *runner) checkNumbers(ctx context.Context, tool *conform.Tool, args json.RawMessage, took time.Duration) {
	if point := tool.WithPoint(args); point != nil {
		if refused, _ := r.refused(ctx, tool, point, r.limit(tool)); refused {
			r.findings.Add("call.whole", tool.Name, "the call was refused when an integer was written with a point, such as 1.0")
		}
	}
	if infinite := tool.Infinite(args); infinite != nil {
		if refused, _ := r.refused(ctx, tool, infinite, r.pace.next+3*took); !refused {
			r.findings.Add("call.infinite", tool.Name, "a call with the number 1e999, which is infinite, was not refused")
		}
	}
}

// maxSteps bounds the notifications of one call that are judged.
const maxSteps = 10_000

// progress collects the progress notifications of one call.
type progress struct {
	mu     sync.Mutex
	params []json.RawMessage
}

func (p *progress) take(params json.RawMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.params) < maxSteps {
		p.params = append(p.params, params)
	}
}

func (r *runner) checkProgress(tool *conform.Tool, p *progress, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case len(p.params) > 0:
	case took >= r.pace.silent:
		r.findings.Add("call.silent", tool.Name, "the call took %.0f s and reported no progress", took.Seconds())
		return
	default:
		r.findings.Add("call.progress", tool.Name, "the call reported no progress")
		return
	}
	token := string(conform.Member(p.params[0], "progressToken"))
	before := -1.0
	for _, params := range p.params {
		var step struct {
			Progress *float64 `json:"progress"`
		}
		switch err := json.Unmarshal(params, &step); {
		case string(conform.Member(params, "progressToken")) != token || !isOurs(token):
			r.findings.Add("call.steps", tool.Name, "a progress notification carries the token %s, which was not sent", cut(conform.Member(params, "progressToken")))
			return
		case err != nil || step.Progress == nil:
			r.findings.Add("call.steps", tool.Name, "a progress notification has no number progress: %s", cut(params))
			return
		case *step.Progress <= before:
			r.findings.Add("call.steps", tool.Name, "progress went from %g to %g", before, *step.Progress)
			return
		}
		before = *step.Progress
	}
}

// isOurs reports whether a progress token has the form of those that are sent.
func isOurs(token string) bool {
	const form = `"call-`
	return len(token) > len(form) && token[:len(form)] == form
}
