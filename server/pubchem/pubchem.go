// Package pubchem asks PubChem for the molecule of a name, by the name interface of its
// PUG REST service (https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest). It is the only part
// of toolserver that reaches out to another computer, and runs only when the server was
// told to.
package pubchem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/molsmith/molsmith/chem/tools"
)

// Limits of one question.
const (
	Timeout   = 10 * time.Second
	MaxAnswer = 1 << 20 // bytes
	redirects = 3       // followed on PubChem's own host
)

const home = "https://pubchem.ncbi.nlm.nih.gov"

// Client asks one service. It may be used from several goroutines.
type Client struct {
	base    *url.URL
	http    http.Client
	timeout time.Duration
}

var _ tools.Lookup = (*Client)(nil)

// New returns a client of PubChem.
func New() *Client {
	c, err := newClient(home, Timeout)
	if err != nil {
		panic(err) // the address above is one
	}
	return c
}

// newClient returns a client of the service at base.
func newClient(base string, timeout time.Duration) (*Client, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	c := &Client{base: u, timeout: timeout}
	c.http.CheckRedirect = c.follow
	return c, nil
}

var errElsewhere = errors.New("PubChem sent the question on to another host; it was not followed")

// follow lets a question go on only to the same host by the same scheme.
func (c *Client) follow(r *http.Request, via []*http.Request) error {
	if r.URL.Scheme != c.base.Scheme || r.URL.Host != c.base.Host {
		return errElsewhere
	}
	if len(via) > redirects {
		return errors.New("PubChem sent the question on too often")
	}
	return nil
}

// Find returns the SMILES of the first compound that PubChem has by a name. The error is
// one line; it wraps tools.ErrUnknownName when PubChem has none.
func (c *Client) Find(ctx context.Context, name string) (string, error) {
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	text, err := c.ask(limited, name)
	if err == nil || errors.Is(err, tools.ErrUnknownName) {
		return text, err
	}
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil:
		return "", fmt.Errorf("PubChem did not answer within %g s", c.timeout.Seconds())
	case errors.Is(err, errElsewhere):
		return "", errElsewhere
	}
	var network *url.Error
	if errors.As(err, &network) {
		return "", fmt.Errorf("PubChem could not be reached: %w", network.Err)
	}
	return "", err
}

func (c *Client) ask(ctx context.Context, name string) (string, error) {
	u := c.base.String() + "/rest/pug/compound/name/" + encode(name) + "/property/SMILES/JSON"
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return "", err
	}
	r.Header.Set("Accept", "application/json")
	answer, err := c.http.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return "", tools.ErrUnknownName
	default:
		return "", fmt.Errorf("PubChem answered with HTTP status %d", answer.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, MaxAnswer+1))
	if err != nil {
		return "", err
	}
	if len(body) > MaxAnswer {
		return "", fmt.Errorf("PubChem's answer is longer than %d bytes", MaxAnswer)
	}
	return parse(body)
}

// parse reads the first SMILES of an answer. Its key was IsomericSMILES until 2025;
// ConnectivitySMILES is without configurations.
func parse(body []byte) (string, error) {
	var answer struct {
		PropertyTable struct {
			Properties []struct {
				SMILES             string
				IsomericSMILES     string
				ConnectivitySMILES string
			}
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return "", errors.New("PubChem's answer is not the JSON that was expected")
	}
	if len(answer.PropertyTable.Properties) > 0 {
		p := &answer.PropertyTable.Properties[0]
		for _, text := range []string{p.SMILES, p.IsomericSMILES, p.ConnectivitySMILES} {
			if text != "" {
				return text, nil
			}
		}
	}
	return "", errors.New("PubChem's answer has no SMILES")
}

// encode writes a name as one part of a path: every byte but letters, digits, "-" and "_"
// as %XX. A dot alone would be a step in the path.
func encode(name string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}
