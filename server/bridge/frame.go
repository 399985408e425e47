package bridge

import "encoding/json"

// frame is a message to a page. raw, when there is some, stands under rawName as it is.
type frame struct {
	kind    string
	id      int64  // 0: none
	server  string // "": none
	value   any    // an object whose members stand beside
	rawName string
	raw     []byte
}

// parts are the frame's text, in pieces so that raw is not copied.
func (f *frame) parts() [][]byte {
	head := map[string]any{"type": f.kind}
	if f.id != 0 {
		head["id"] = f.id
	}
	if f.server != "" {
		head["server"] = f.server
	}
	text, _ := json.Marshal(head) // texts and numbers
	if f.value != nil {
		if more, err := json.Marshal(f.value); err == nil && len(more) > len("{}") {
			text = append(append(text[:len(text)-1], ','), more[1:]...)
		}
	}
	if f.raw == nil {
		return [][]byte{text}
	}
	text = append(text[:len(text)-1], (`,"` + f.rawName + `":`)...)
	return [][]byte{text, f.raw, []byte("}")}
}
