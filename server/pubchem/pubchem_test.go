package pubchem

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/molsmith/molsmith/chem/tools"
)

// ask asks a service that answers by handle.
func ask(t *testing.T, ctx context.Context, name string, timeout time.Duration, handle http.HandlerFunc) (string, error) {
	t.Helper()
	service := httptest.NewServer(handle)
	defer service.Close()
	c, err := newClient(service.URL, timeout)
	if err != nil {
		t.Fatal(err)
	}
	return c.Find(ctx, name)
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func table(members string) string {
	return `{"PropertyTable":{"Properties":[{"CID":1,` + members + `}]}}`
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		what    string
		handle  http.HandlerFunc
		smiles  string
		message string
		unknown bool
	}{
		{"SMILES", says(200, table(`"SMILES":"C[C@H](N)O","IsomericSMILES":"X","ConnectivitySMILES":"Y"`)), "C[C@H](N)O", "", false},
		{"the key of before 2025", says(200, table(`"IsomericSMILES":"CCO","ConnectivitySMILES":"Y"`)), "CCO", "", false},
		{"connectivity alone", says(200, table(`"ConnectivitySMILES":"CCN"`)), "CCN", "", false},
		{"several compounds", says(200, `{"PropertyTable":{"Properties":[{"CID":1,"SMILES":"CC"},{"CID":2,"SMILES":"C"}]}}`), "CC", "", false},
		{"no such name", says(404, `{"Fault":{"Code":"PUGREST.NotFound"}}`), "", "no such name", true},
		{"busy", says(503, ``), "", "HTTP status 503", false},
		{"no JSON", says(200, `<html>`), "", "not the JSON", false},
		{"other JSON", says(200, `{"a":1}`), "", "no SMILES", false},
		{"an empty list", says(200, `{"PropertyTable":{"Properties":[]}}`), "", "no SMILES", false},
		{"a number", says(200, table(`"SMILES":5`)), "", "not the JSON", false},
		{"too large", says(200, table(`"SMILES":"`+strings.Repeat("C", MaxAnswer)+`"`)), "", "longer than 1048576 bytes", false},
		{"cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, `{"Prop`)
		}, "", "EOF", false},
	} {
		got, err := ask(t, context.Background(), "a name", Timeout, c.handle)
		if c.message == "" {
			if err != nil || got != c.smiles {
				t.Errorf("%s: got %q, %v; want %q", c.what, got, err, c.smiles)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.message) || strings.Contains(err.Error(), "\n") || errors.Is(err, tools.ErrUnknownName) != c.unknown {
			t.Errorf("%s: got %q, %v; want %q", c.what, got, err, c.message)
		}
	}
}

func TestRequest(t *testing.T) {
	for name, want := range map[string]string{
		"2-propanol":      "2-propanol",
		"β-alanine":       "%CE%B2-alanine",
		"a/../b?c#d%41":   "a%2F%2E%2E%2Fb%3Fc%23d%2541",
		"..":              "%2E%2E",
		"N,N'-(x) [y]\n;": "N%2CN%27-%28x%29%20%5By%5D%0A%3B",
	} {
		var path, method string
		_, err := ask(t, context.Background(), name, Timeout, func(w http.ResponseWriter, r *http.Request) {
			path, method = r.RequestURI, r.Method
			io.WriteString(w, table(`"SMILES":"C"`))
		})
		if want = "/rest/pug/compound/name/" + want + "/property/SMILES/JSON"; err != nil || path != want || method != http.MethodGet {
			t.Errorf("%q: asked %s %s (%v), want %s", name, method, path, err, want)
		}
	}
}

func TestRedirects(t *testing.T) {
	reached := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer elsewhere.Close()
	_, err := ask(t, context.Background(), "x", Timeout, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusFound)
	})
	if err == nil || !strings.Contains(err.Error(), "another host") || reached {
		t.Errorf("to another host: got %v, reached %v", err, reached)
	}
	got, err := ask(t, context.Background(), "x", Timeout, func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/new") {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		io.WriteString(w, table(`"SMILES":"CO"`))
	})
	if err != nil || got != "CO" {
		t.Errorf("on the same host: got %q, %v", got, err)
	}
	asked := 0
	_, err = ask(t, context.Background(), "x", Timeout, func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	})
	if err == nil || !strings.Contains(err.Error(), "too often") || asked > redirects+2 {
		t.Errorf("in a circle: got %v after %d questions", err, asked)
	}
}

func TestTime(t *testing.T) {
	released := make(chan struct{})
	slow := func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-released:
		}
	}
	defer close(released)
	_, err := ask(t, context.Background(), "x", 20*time.Millisecond, slow)
	if err == nil || err.Error() != "PubChem did not answer within 0.02 s" {
		t.Errorf("slow: got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	context.AfterFunc(ctx, func() {})
	go cancel()
	if _, err := ask(t, ctx, "x", Timeout, slow); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestUnreachable(t *testing.T) {
	service := httptest.NewServer(http.NotFoundHandler())
	address := service.URL
	service.Close()
	c, err := newClient(address, Timeout)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Find(context.Background(), "x"); err == nil || !strings.Contains(err.Error(), "could not be reached") {
		t.Errorf("got %v", err)
	}
	if New().base.Host != "pubchem.ncbi.nlm.nih.gov" || New().base.Scheme != "https" {
		t.Errorf("the service is %s", New().base)
	}
}
