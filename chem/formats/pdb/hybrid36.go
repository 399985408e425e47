package pdb

import "github.com/molsmith/molsmith/chem/formats/format"

// maxHybrid4 is the largest number that four columns of hybrid-36 hold.
const maxHybrid4 = 9999 + 2*26*36*36*36

const (
	upperDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lowerDigits = "0123456789abcdefghijklmnopqrstuvwxyz"
)

// appendHybrid36 appends n in width columns, 4 or 5: decimal as long as it fits,
// then base 36 from A000… in upper case, then from a000… in lower case
// (R. W. Grosse-Kunstleve, cci.lbl.gov/hybrid_36). n must fit.
func appendHybrid36(b []byte, n int64, width int) []byte {
	tens, block := int64(1), int64(26) // 10^width, 26·36^(width−1)
	for k := range width {
		tens *= 10
		if k > 0 {
			block *= 36
		}
	}
	if n < tens {
		return format.AppendRight(b, n, width)
	}
	n -= tens
	digits := upperDigits
	if n >= block {
		n -= block
		digits = lowerDigits
	}
	n += block / 26 * 10 // the first digit starts at A
	start := len(b)
	b = append(b, "00000"[:width]...)
	for k := width - 1; k >= 0; k-- {
		b[start+k] = digits[n%36]
		n /= 36
	}
	return b
}
