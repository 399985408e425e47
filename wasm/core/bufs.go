package core

import (
	"encoding/binary"
	"fmt"
	"math"
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

// DecodeBytes fills buf from the bytes src of the typed array's memory, beginning
// at byte offset at; at and len(src) are multiples of the element size.
// WebAssembly memory is little-endian, and so is every machine a browser with it
// runs on; the conversion says so instead of aliasing memory.
func DecodeBytes(buf any, at int, src []byte) {
	switch b := buf.(type) {
	case []float64:
		b = b[at/8:]
		for i := 0; i+8 <= len(src); i += 8 {
			b[i/8] = math.Float64frombits(binary.LittleEndian.Uint64(src[i:]))
		}
	case []float32:
		b = b[at/4:]
		for i := 0; i+4 <= len(src); i += 4 {
			b[i/4] = math.Float32frombits(binary.LittleEndian.Uint32(src[i:]))
		}
	case []uint32:
		b = b[at/4:]
		for i := 0; i+4 <= len(src); i += 4 {
			b[i/4] = binary.LittleEndian.Uint32(src[i:])
		}
	case []int32:
		b = b[at/4:]
		for i := 0; i+4 <= len(src); i += 4 {
			b[i/4] = int32(binary.LittleEndian.Uint32(src[i:]))
		}
	case []uint8:
		copy(b[at:], src)
	}
}

// EncodeBytes is the inverse of DecodeBytes: it fills dst with the memory of the
// typed array from byte offset at on.
func EncodeBytes(dst []byte, buf any, at int) {
	switch b := buf.(type) {
	case []float64:
		b = b[at/8:]
		for i := 0; i+8 <= len(dst); i += 8 {
			binary.LittleEndian.PutUint64(dst[i:], math.Float64bits(b[i/8]))
		}
	case []float32:
		b = b[at/4:]
		for i := 0; i+4 <= len(dst); i += 4 {
			binary.LittleEndian.PutUint32(dst[i:], math.Float32bits(b[i/4]))
		}
	case []uint32:
		b = b[at/4:]
		for i := 0; i+4 <= len(dst); i += 4 {
			binary.LittleEndian.PutUint32(dst[i:], b[i/4])
		}
	case []int32:
		b = b[at/4:]
		for i := 0; i+4 <= len(dst); i += 4 {
			binary.LittleEndian.PutUint32(dst[i:], uint32(b[i/4]))
		}
	case []uint8:
		copy(dst, b[at:])
	}
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
	atoms := make([]int, len(indices))
	for i, a := range indices {
		atoms[i] = int(a)
	}
	return atoms, nil
}
