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

// decode reads a decimal or hybrid-36 number of a field of width columns. text has no
// blanks around it.
func decode(text []byte, width int) (n int32, ok bool) {
	if len(text) == 0 {
		return 0, false
	}
	if !letter(text[0]) {
		value, ok := format.Integer(text)
		if !ok || value < -1<<31 || value >= 1<<31 {
			return 0, false
		}
		return int32(value), true
	}
	if len(text) != width {
		return 0, false
	}
	lower := text[0] >= 'a'
	tens, block, value := int64(1), int64(26), int64(0)
	for k, c := range text {
		tens *= 10
		if k > 0 {
			block *= 36
		}
		digit := int64(c - '0')
		switch {
		case c >= '0' && c <= '9':
		case c >= 'A' && c <= 'Z' && !lower:
			digit = int64(c-'A') + 10
		case c >= 'a' && c <= 'z' && lower:
			digit = int64(c-'a') + 10
		default:
			return 0, false
		}
		value = 36*value + digit
	}
	value += tens - block/26*10
	if lower {
		value += block
	}
	return int32(value), true
}
