package core

import (
	"fmt"
	"unsafe"
)

// Bufs are the typed arrays of one call by name. A value is a []float64,
// []float32, []uint32, []int32 or []uint8; who receives it owns it.
type Bufs map[string]any

// maxBufLen bounds one array, so that a length from outside is never trusted
// with memory: three coordinates of MaxAtoms atoms, or the bytes of a file.
const maxBufLen = 1 << 29

// NewBuf makes an array of n zeros of the kind a JavaScript class name says.
func NewBuf(class string, n int) (any, error) {
	if n < 0 || n > maxBufLen {
		return nil, fmt.Errorf("%d values are more than the %d an array may hold", n, maxBufLen)
	}
	switch class {
	case "Float64Array":
		return make([]float64, n), nil
	case "Float32Array":
		return make([]float32, n), nil
	case "Uint32Array":
		return make([]uint32, n), nil
	case "Int32Array":
		return make([]int32, n), nil
	case "Uint8Array":
		return make([]uint8, n), nil
	}
	return nil, fmt.Errorf("got %s, want Float64Array, Float32Array, Uint32Array, Int32Array or Uint8Array", class)
}

// KindOf returns the JavaScript class and the length of an array of Bufs. It
// panics on any other value.
func KindOf(buf any) (class string, n int) {
	switch b := buf.(type) {
	case []float64:
		return "Float64Array", len(b)
	case []float32:
		return "Float32Array", len(b)
	case []uint32:
		return "Uint32Array", len(b)
	case []int32:
		return "Int32Array", len(b)
	case []uint8:
		return "Uint8Array", len(b)
	}
	panic(fmt.Sprintf("core: %T is no typed array", buf))
}

// Bytes returns the memory of an array of Bufs, for copying from and to JavaScript.
// WebAssembly memory is little-endian, as typed arrays are on every machine with it.
func Bytes(buf any) []byte {
	switch b := buf.(type) {
	case []float64:
		return memory(b)
	case []float32:
		return memory(b)
	case []uint32:
		return memory(b)
	case []int32:
		return memory(b)
	case []uint8:
		return b
	}
	return nil
}

// copied returns an array of Bufs in memory of its own. It panics on any other value.
func copied(buf any) any {
	own, err := NewBuf(KindOf(buf))
	if err != nil {
		panic("core: " + err.Error())
	}
	copy(Bytes(own), Bytes(buf))
	return own
}

func memory[T float64 | float32 | uint32 | int32](list []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(one)))
}

// chosenAtoms reads bufs.atoms; nil when it is not there.
func chosenAtoms(bufs Bufs) ([]int, error) {
	buf, ok := bufs["atoms"]
	if !ok {
		return nil, nil
	}
	indices, ok := buf.([]uint32)
	if !ok {
		return nil, BadRequest("bufs.atoms must be a Uint32Array of atom indices")
	}
	return ints(indices), nil
}

func ints(indices []uint32) []int {
	list := make([]int, len(indices))
	for i, a := range indices {
		list[i] = int(a)
	}
	return list
}
