package format

import (
	"math"
	"strconv"
)

// AppendFixed appends x with the given number of decimals (at most 9),
// right-aligned in width columns; longer numbers take more. |x|·10^decimals must
// be below 9·10^15. A number that rounds to zero is written without a sign.
//
// It exists because strconv formats with fixed decimals through big integers,
// which takes ten times as long.
func AppendFixed(b []byte, x float64, decimals, width int) []byte {
	scaled := int64(math.Round(x * powersOfTen[decimals]))
	negative := scaled < 0
	if negative {
		scaled = -scaled
	}
	var digits [32]byte
	at := len(digits)
	for k := 0; k <= decimals || scaled > 0; k++ {
		if k == decimals && decimals > 0 {
			at--
			digits[at] = '.'
		}
		at--
		digits[at] = byte('0' + scaled%10)
		scaled /= 10
	}
	if negative {
		at--
		digits[at] = '-'
	}
	for n := len(digits) - at; n < width; n++ {
		b = append(b, ' ')
	}
	return append(b, digits[at:]...)
}

var powersOfTen = [10]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// AppendNumber appends the shortest text that reads back as x.
func AppendNumber(b []byte, x float64) []byte { return strconv.AppendFloat(b, x, 'g', -1, 64) }

// AppendRight appends n right-aligned in width columns; longer numbers take more.
func AppendRight(b []byte, n int64, width int) []byte {
	var digits [20]byte
	return AppendRightText(b, strconv.AppendInt(digits[:0], n, 10), width)
}

// AppendRightText appends text right-aligned in width columns.
func AppendRightText[T string | []byte](b []byte, text T, width int) []byte {
	for n := len(text); n < width; n++ {
		b = append(b, ' ')
	}
	return append(b, text...)
}

// AppendLeftText appends text left-aligned in width columns.
func AppendLeftText[T string | []byte](b []byte, text T, width int) []byte {
	b = append(b, text...)
	for n := len(text); n < width; n++ {
		b = append(b, ' ')
	}
	return b
}

// Rounded says whether writing positions with the given number of decimals, in
// units of unit Å, changes any of them by more than floating-point noise.
func Rounded(positions []float64, unit float64, decimals int) bool {
	scale := powersOfTen[decimals] / unit
	for _, x := range positions {
		if y := x * scale; math.Abs(y-math.Round(y)) > 1e-6 {
			return true
		}
	}
	return false
}

// Fits says whether every position, divided by unit, lies between least and
// most; atom is the first one that does not.
func Fits(positions []float64, unit, least, most float64) (atom int, ok bool) {
	for i, x := range positions {
		if y := x / unit; !(y >= least && y <= most) {
			return i / 3, false
		}
	}
	return 0, true
}
