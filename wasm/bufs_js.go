//go:build js && wasm

package main

import (
	"fmt"

	"github.com/hack-pad/safejs"

	"github.com/molsmith/molsmith/wasm/core"
)

// bufsToGo copies an object of typed arrays into Go memory.
func (w *worker) bufsToGo(object safejs.Value) (core.Bufs, error) {
	if object.Type() != safejs.TypeObject {
		return core.Bufs{}, nil
	}
	keys, err := w.object.Call("keys", object)
	if err != nil {
		return nil, err
	}
	n, err := keys.Length()
	if err != nil {
		return nil, err
	}
	bufs := make(core.Bufs, n)
	for i := range n {
		key, err := keys.Index(i)
		if err != nil {
			return nil, err
		}
		name, err := key.String()
		if err != nil {
			return nil, err
		}
		array, err := object.Get(name)
		if err != nil {
			return nil, err
		}
		if bufs[name], err = w.bufToGo(array); err != nil {
			return nil, fmt.Errorf("bufs.%s: %w", name, err)
		}
	}
	return bufs, nil
}

// bufToGo copies one typed array.
func (w *worker) bufToGo(array safejs.Value) (any, error) {
	kind, err := w.className(array)
	if err != nil {
		return nil, err
	}
	n, err := intMember(array, "length")
	if err != nil {
		return nil, err
	}
	buf, err := core.NewBuf(kind, n)
	if err != nil {
		return nil, err
	}
	bytes, err := w.bytesOf(array)
	if err != nil {
		return nil, err
	}
	_, err = safejs.CopyBytesToGo(core.Bytes(buf), bytes)
	return buf, err
}

// bufsToJS copies arrays into new typed arrays and lists their buffers for the
// transfer.
func (w *worker) bufsToJS(bufs core.Bufs) (map[string]any, []any, error) {
	object := make(map[string]any, len(bufs))
	transfer := make([]any, 0, len(bufs))
	for name, buf := range bufs {
		array, buffer, err := w.bufToJS(buf)
		if err != nil {
			return nil, nil, fmt.Errorf("bufs.%s: %w", name, err)
		}
		object[name] = array
		transfer = append(transfer, buffer)
	}
	return object, transfer, nil
}

func (w *worker) bufToJS(buf any) (array, buffer safejs.Value, err error) {
	kind, n := core.KindOf(buf)
	constructor, err := w.global.Get(kind)
	if err != nil {
		return array, buffer, err
	}
	if array, err = constructor.New(n); err != nil {
		return array, buffer, err
	}
	if buffer, err = array.Get("buffer"); err != nil {
		return array, buffer, err
	}
	bytes, err := w.bytesOf(array)
	if err != nil {
		return array, buffer, err
	}
	_, err = safejs.CopyBytesToJS(bytes, core.Bytes(buf))
	return array, buffer, err
}

// bytesOf returns a Uint8Array over the memory of a typed array.
func (w *worker) bytesOf(array safejs.Value) (safejs.Value, error) {
	buffer, err := array.Get("buffer")
	if err != nil {
		return safejs.Value{}, err
	}
	offset, err := intMember(array, "byteOffset")
	if err != nil {
		return safejs.Value{}, err
	}
	length, err := intMember(array, "byteLength")
	if err != nil {
		return safejs.Value{}, err
	}
	constructor, err := w.global.Get("Uint8Array")
	if err != nil {
		return safejs.Value{}, err
	}
	return constructor.New(buffer, offset, length)
}

// className returns the name of a value's constructor ("Float64Array").
func (w *worker) className(v safejs.Value) (string, error) {
	if v.Type() != safejs.TypeObject {
		return "", fmt.Errorf("got %s, want a typed array", v.Type())
	}
	constructor, err := v.Get("constructor")
	if err != nil {
		return "", err
	}
	return stringMember(constructor, "name")
}

func stringMember(object safejs.Value, name string) (string, error) {
	v, err := object.Get(name)
	if err != nil {
		return "", err
	}
	if v.Type() != safejs.TypeString {
		return "", fmt.Errorf("%s: got %s, want a string", name, v.Type())
	}
	return v.String()
}

func intMember(object safejs.Value, name string) (int, error) {
	v, err := object.Get(name)
	if err != nil {
		return 0, err
	}
	if v.Type() != safejs.TypeNumber {
		return 0, fmt.Errorf("%s: got %s, want a number", name, v.Type())
	}
	return v.Int()
}
