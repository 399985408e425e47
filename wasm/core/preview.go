//go:build tools || crystals || !part

package core

import (
	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/contract"
)

// seen is a document that previews may see; nil for none. It crosses to this worker once
// a revision, not with every key that is pressed.
type seen struct {
	revision int
	document *contract.Structure
}

// previewRequest is a request for the preview of a tool. With Document its arrays come
// beside it and are kept as Revision; with Revision alone it means the one that is kept.
type previewRequest struct {
	named
	Revision *int `json:"revision"`
}

// previewHead is a preview and the head of its picture, whose arrays go beside it.
type previewHead struct {
	contract.Preview
	Structure *structureHead `json:"structure,omitempty"`
}

func toolPreview(c *Core, r *request, q previewRequest) (response, error) {
	t, err := q.tool()
	if err != nil {
		return response{}, err
	}
	document, err := c.previewed(r, &q)
	if err != nil {
		return response{}, err
	}
	p := contract.Preview{}
	if t.Preview != nil {
		p = t.Preview(q.Args, document)
	}
	if p.Facts == nil {
		p.Facts = []contract.Fact{}
	}
	answer, bufs := previewHead{Preview: p}, Bufs{}
	if p.Structure != nil {
		head := putStructure(contractjson.FromContract(p.Structure), bufs)
		answer.Structure = &head
	}
	return response{value: answer, bufs: bufs}, nil
}

// previewed returns the document of a preview, nil for none. It fails with
// DOCUMENT_UNKNOWN for a revision that this worker does not have, as one that was
// started anew has none.
func (c *Core) previewed(r *request, q *previewRequest) (*contract.Structure, error) {
	if q.Revision == nil {
		return q.document(r)
	}
	if q.Document == nil {
		if c.seen.document == nil || c.seen.revision != *q.Revision {
			return nil, Failure{Code: "DOCUMENT_UNKNOWN", Message: "the document of this preview has not been sent"}
		}
		return c.seen.document, nil
	}
	c.seen = seen{}
	document, err := q.document(r)
	if err != nil {
		return nil, err
	}
	c.seen = seen{*q.Revision, document}
	return document, nil
}
