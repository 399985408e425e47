package sha256

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
)

// TestVectors are the examples of FIPS 180-4 (NIST's "SHA256.pdf") and the digest
// of nothing.
func TestVectors(t *testing.T) {
	for text, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	} {
		sum := Sum([]byte(text))
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestEveryLength: every place the padding can begin at, in one block and over the
// edge of the next, against the standard library.
func TestEveryLength(t *testing.T) {
	data := []byte(strings.Repeat("The quick brown fox jumps over the lazy dog. ", 5))
	for n := range len(data) {
		if got, want := Sum(data[:n]), sha256.Sum256(data[:n]); got != want {
			t.Errorf("%d bytes: got %x, want %x", n, got, want)
		}
	}
}

func FuzzSum(f *testing.F) {
	f.Add([]byte("molsmith"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, want := Sum(data), sha256.Sum256(data); got != want {
			t.Errorf("%d bytes: got %x, want %x", len(data), got, want)
		}
	})
}

func BenchmarkSum(b *testing.B) {
	data := make([]byte, 1<<20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		Sum(data)
	}
}
