package format

import "github.com/molsmith/molsmith/chem/structure"

// TakeVector finds the three scalars of a vector per atom, named by prefix and axis
// ("velocity_x"), and returns them with s without them. Where one of them is missing, or
// holds a value that ok refuses, list is nil and rest is s. ok may be nil.
func TakeVector(s *structure.Structure, prefix string, ok func(float64) bool) (list *[3][]float64, rest *structure.Structure) {
	var found [3][]float64
	var others []structure.Channel
	for _, c := range s.Scalars {
		axis := -1
		if len(c.Name) == len(prefix)+1 && c.Name[:len(prefix)] == prefix {
			axis = int(c.Name[len(prefix)]) - 'x'
		}
		if axis < 0 || axis > 2 || found[axis] != nil {
			others = append(others, c)
			continue
		}
		for _, x := range c.Values {
			if ok != nil && !ok(x) {
				return nil, s
			}
		}
		found[axis] = c.Values
	}
	if found[0] == nil || found[1] == nil || found[2] == nil {
		return nil, s
	}
	copied := *s
	copied.Scalars = others
	return &found, &copied
}

// AddVector appends the scalars of a vector per atom.
func AddVector(s *structure.Structure, prefix string, list *[3][]float64) {
	for k, axis := range [3]string{"x", "y", "z"} {
		s.Scalars = append(s.Scalars, structure.Channel{Name: prefix + axis, Values: list[k]})
	}
}
