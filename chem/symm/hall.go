package symm

import (
	"fmt"
	"strconv"
	"strings"
)

// maxOperations is the order of the largest space groups in a conventional cell.
const maxOperations = 192

// centerings are the lattice translations of the letters of Hall symbols, the zero
// one left out, in twelfths.
var centerings = map[byte][][3]int8{
	'P': nil, 'A': {{0, 6, 6}}, 'B': {{6, 0, 6}}, 'C': {{6, 6, 0}}, 'I': {{6, 6, 6}},
	'R': {{8, 4, 4}, {4, 8, 8}}, 'H': {{8, 4, 0}, {4, 8, 0}}, 'S': {{4, 4, 8}, {8, 8, 4}}, 'T': {{4, 8, 4}, {8, 4, 8}},
	'F': {{0, 6, 6}, {6, 0, 6}, {6, 6, 0}},
}

// rotations along z of the proper axes 1, 2, 3, 4 and 6.
var rotations = map[byte][9]int8{
	'1': {1, 0, 0, 0, 1, 0, 0, 0, 1}, '2': {-1, 0, 0, 0, -1, 0, 0, 0, 1}, '3': {0, -1, 0, 1, -1, 0, 0, 0, 1},
	'4': {0, -1, 0, 1, 0, 0, 0, 0, 1}, '6': {1, -1, 0, 1, 0, 0, 0, 0, 1},
}

// twofold axes along the diagonals a−b (') and a+b (") of the plane normal to z, and
// the threefold axis along the body diagonal (*).
var (
	primed       = [9]int8{0, -1, 0, -1, 0, 0, 0, 0, -1}
	doublePrimed = [9]int8{0, 1, 0, 1, 0, 0, 0, 0, -1}
	starred      = [9]int8{0, 0, 1, 1, 0, 0, 0, 1, 0}
)

// translations of the letters of Hall symbols, in twelfths.
var translations = map[byte][3]int8{
	'a': {6, 0, 0}, 'b': {0, 6, 0}, 'c': {0, 0, 6}, 'n': {6, 6, 6},
	'u': {3, 0, 0}, 'v': {0, 3, 0}, 'w': {0, 0, 3}, 'd': {3, 3, 3},
}

// ParseHall returns the operations of the space group with a Hall symbol
// ("-P 2ybc", "P 31 2c (0 0 1)"), the identity first.
func ParseHall(symbol string) ([]Operation, error) {
	refuse := func(why string) ([]Operation, error) {
		return nil, fmt.Errorf("the Hall symbol %.40q: %s", symbol, why)
	}
	text, shift, err := cutShift(strings.ReplaceAll(symbol, "_", " "))
	if err != nil {
		return refuse(err.Error())
	}
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 5 {
		return refuse("expected a lattice letter and one to four axes")
	}
	lattice, central := strings.CutPrefix(words[0], "-")
	if len(lattice) != 1 {
		return refuse("expected a lattice letter first")
	}
	moves, ok := centerings[lattice[0]&^0x20]
	if !ok {
		return refuse("expected a lattice letter first")
	}
	generators := []Operation{}
	for _, m := range moves {
		o := Identity()
		o.Translation = twelfths(m)
		generators = append(generators, o)
	}
	if central {
		generators = append(generators, Operation{Rotation: [9]int8{-1, 0, 0, 0, -1, 0, 0, 0, -1}})
	}
	before := axis{}
	for k, word := range words[1:] {
		o, a, err := readAxis(word, k, before)
		if err != nil {
			return refuse(err.Error())
		}
		before = a
		generators = append(generators, o)
	}
	for i := range generators {
		generators[i].move(shift)
	}
	group, ok := generate(generators)
	if !ok {
		return refuse("its axes give no space group")
	}
	return group, nil
}

func twelfths(n [3]int8) [3]float64 {
	return [3]float64{float64(n[0]) / 12, float64(n[1]) / 12, float64(n[2]) / 12}
}

// cutShift splits off the change of origin "(a b c)" in twelfths. The form with a
// full change of basis, which no conventional setting needs, is refused.
func cutShift(text string) (rest string, shift [3]float64, err error) {
	rest, inner, found := strings.Cut(text, "(")
	if !found {
		return rest, shift, nil
	}
	words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(inner), ")"))
	if len(words) != 3 {
		return rest, shift, fmt.Errorf("a change of basis must be an origin in twelfths such as (0 0 1)")
	}
	for i, word := range words {
		n, err := strconv.ParseInt(word, 10, 8)
		if err != nil {
			return rest, shift, fmt.Errorf("a change of basis must be an origin in twelfths such as (0 0 1)")
		}
		shift[i] = float64(n) / 12
	}
	return rest, shift, nil
}

// move shifts the origin: t + (1 − R)·v, as the operation reads in coordinates x + v.
func (o *Operation) move(v [3]float64) {
	for i := range 3 {
		t := o.Translation[i] + v[i]
		for j := range 3 {
			t -= float64(o.Rotation[3*i+j]) * v[j]
		}
		o.Translation[i] = reduce(t)
	}
}

// axis is the order of a rotation and where it points: x, y, z, or one of ' " *.
type axis struct{ order, way byte }

// readAxis reads word k (from 0) of the axes of a Hall symbol. Axes without a direction
// point along z when first; a twofold second one along x after 2 or 4 and along a−b after 3
// or 6; a threefold third one along the body diagonal.
func readAxis(word string, k int, before axis) (Operation, axis, error) {
	var o Operation
	rest, improper := strings.CutPrefix(word, "-")
	if rest == "" {
		return o, axis{}, fmt.Errorf("an axis is empty")
	}
	a := axis{order: rest[0]}
	matrix, ok := rotations[a.order]
	if !ok {
		return o, a, fmt.Errorf("expected an axis 1, 2, 3, 4 or 6, found %.10q", rest)
	}
	rest = rest[1:]
	screw := byte(0)
	for i := range len(rest) {
		switch c := rest[i]; {
		case c >= '1' && c <= '5' && c < a.order && screw == 0:
			screw = c
		case strings.IndexByte(`xyz'"*=`, c) >= 0 && a.way == 0:
			a.way = c
		default:
			t, ok := translations[c]
			if !ok {
				return o, a, fmt.Errorf("the axis %.10q holds %q", word, rest[i:i+1])
			}
			for n := range 3 {
				o.Translation[n] += float64(t[n]) / 12
			}
		}
	}
	if a.way == 0 {
		a.way = 'z'
		switch {
		case k == 1 && a.order == '2' && (before.order == '2' || before.order == '4'):
			a.way = 'x'
		case k == 1 && a.order == '2':
			a.way = '\''
		case k == 2 && a.order == '3':
			a.way = '*'
		}
	}
	switch a.way {
	case 'x':
		matrix = turned(matrix, 2)
	case 'y':
		matrix = turned(matrix, 1)
	case '\'', '"':
		if a.order != '2' {
			return o, a, fmt.Errorf("only twofold axes lie along diagonals")
		}
		matrix = primed
		if a.way == '"' {
			matrix = doublePrimed
		}
		// The diagonals are those of the plane normal to the axis before.
		if before.way == 'x' {
			matrix = turned(matrix, 2)
		} else if before.way == 'y' {
			matrix = turned(matrix, 1)
		}
	case '*':
		if a.order != '3' {
			return o, a, fmt.Errorf("only threefold axes lie along the body diagonal")
		}
		matrix = starred
	}
	if screw != 0 {
		along := strings.IndexByte("xyz", a.way)
		if along < 0 {
			return o, a, fmt.Errorf("a screw axis lies along x, y or z")
		}
		o.Translation[along] += float64(screw-'0') / float64(a.order-'0')
	}
	if improper {
		for i := range matrix {
			matrix[i] = -matrix[i]
		}
	}
	o.Rotation = matrix
	for i, t := range o.Translation {
		o.Translation[i] = reduce(t)
	}
	return o, a, nil
}

// turned renames the axes of a matrix cyclically: once takes an axis along z to y,
// twice to x.
func turned(m [9]int8, times int) [9]int8 {
	for range times {
		var t [9]int8
		for i := range 3 {
			for j := range 3 {
				t[3*((i+2)%3)+(j+2)%3] = m[3*i+j]
			}
		}
		m = t
	}
	return m
}

// generate returns all products of the operations up to lattice vectors, the identity
// first; ok is false when they are more than a space group has.
func generate(generators []Operation) (group []Operation, ok bool) {
	group = []Operation{Identity()}
	has := func(o *Operation) bool {
		for i := range group {
			if group[i].same(o) {
				return true
			}
		}
		return false
	}
	for i := 0; i < len(group); i++ {
		for k := range generators {
			product := generators[k].after(&group[i])
			if has(&product) {
				continue
			}
			if len(group) == maxOperations {
				return nil, false
			}
			group = append(group, product)
		}
	}
	return group, true
}
