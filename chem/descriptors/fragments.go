package descriptors

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
)

// FragmentScores says how common pieces of molecules are: a contribution for each of
// the Morgan identifiers of radius 2 that occur in about a million molecules of
// PubChem (Ertl and Schuffenhauer, J. Cheminform. 2009, 1, 8).
type FragmentScores struct {
	ids    []uint32 // rising
	groups []uint16 // index into scores, same length as ids
	scores []float64
}

// unknownFragment is the contribution of a fragment that does not occur.
const unknownFragment = -4

// maxFragments bounds a table; the published one has 705,292 identifiers.
const maxFragments = 4_000_000

// ReadFragments decodes a table of fragment scores (data/README.md has the format),
// which is unpacked already. The error says what is wrong and where.
func ReadFragments(data []byte) (*FragmentScores, error) {
	f, err := parseFragments(data)
	if err != nil {
		return nil, fmt.Errorf("fragment scores: %w", err)
	}
	return f, nil
}

var errShort = errors.New("the data end early")

func parseFragments(data []byte) (*FragmentScores, error) {
	if len(data) < 8 || string(data[:4]) != "SAF1" {
		return nil, errors.New(`the data do not begin with "SAF1" and a number of groups`)
	}
	groups := int(binary.LittleEndian.Uint32(data[4:]))
	data = data[8:]
	if groups > len(data)/12 {
		return nil, errShort
	}
	if groups > math.MaxUint16+1 {
		return nil, fmt.Errorf("%d groups; at most %d are read", groups, math.MaxUint16+1)
	}
	f := &FragmentScores{scores: make([]float64, groups)}
	// Identifiers of the table take 2.7 bytes on average.
	room := min(len(data)/2, maxFragments/4)
	f.ids, f.groups = make([]uint32, 0, room), make([]uint16, 0, room)
	for g := range groups {
		if len(data) < 12 {
			return nil, errShort
		}
		score := math.Float64frombits(binary.LittleEndian.Uint64(data))
		if math.IsNaN(score) || math.Abs(score) > 1000 {
			return nil, fmt.Errorf("group %d has score %v; scores lie between -1000 and 1000", g+1, score)
		}
		f.scores[g] = score
		count := int(binary.LittleEndian.Uint32(data[8:]))
		data = data[12:]
		if count > len(data) {
			return nil, errShort
		}
		if len(f.ids)+count > maxFragments {
			return nil, fmt.Errorf("more than %d fragments", maxFragments)
		}
		id := uint64(0)
		for range count {
			step, n := binary.Uvarint(data)
			if n <= 0 {
				return nil, errShort
			}
			data = data[n:]
			if id += step; id > math.MaxUint32 || step > math.MaxUint32 {
				return nil, fmt.Errorf("group %d has an identifier beyond 32 bits", g+1)
			}
			f.ids = append(f.ids, uint32(id))
			f.groups = append(f.groups, uint16(g))
		}
	}
	if len(data) > 0 {
		return nil, fmt.Errorf("%d bytes after the last group", len(data))
	}
	f.sort()
	for i, id := range f.ids {
		if i > 0 && id == f.ids[i-1] {
			return nil, fmt.Errorf("fragment %d has two scores", id)
		}
	}
	return f, nil
}

// sort sorts by identifier: a radix sort of three passes, which takes a fraction of the
// time that comparing does.
func (f *FragmentScores) sort() {
	const digit = 11
	ids, groups := make([]uint32, len(f.ids)), make([]uint16, len(f.ids))
	for shift := 0; shift < 32; shift += digit {
		var start [1<<digit + 1]int
		for _, id := range f.ids {
			start[id>>shift&(1<<digit-1)+1]++
		}
		for i := 1; i < len(start); i++ {
			start[i] += start[i-1]
		}
		for i, id := range f.ids {
			d := id >> shift & (1<<digit - 1)
			ids[start[d]], groups[start[d]] = id, f.groups[i]
			start[d]++
		}
		f.ids, ids = ids, f.ids
		f.groups, groups = groups, f.groups
	}
}

// Len returns the number of fragments.
func (f *FragmentScores) Len() int { return len(f.ids) }

// Score returns the contribution of a Morgan identifier, -4 for one that the table
// does not have.
func (f *FragmentScores) Score(id uint32) float64 {
	if i, ok := slices.BinarySearch(f.ids, id); ok {
		return f.scores[f.groups[i]]
	}
	return unknownFragment
}

// ErrNoFragments says that the scores are neither built in nor loaded.
var ErrNoFragments = errors.New("the fragment scores of the synthetic accessibility are not loaded")

// loaded is what LoadFragments was given.
var loaded atomic.Pointer[FragmentScores]

// LoadFragments decodes a table of fragment scores, unpacked, and makes it the one that
// Synthetic uses. In a page it has to be called first: there neither the table nor what
// unpacks it is part of the program. It may be called at any time from any goroutine.
func LoadFragments(data []byte) error {
	f, err := ReadFragments(data)
	if err == nil {
		loaded.Store(f)
	}
	return err
}

// Fragments returns the table in use. The error is ErrNoFragments where none is built
// in and none was loaded.
func Fragments() (*FragmentScores, error) {
	if f := loaded.Load(); f != nil {
		return f, nil
	}
	return builtIn()
}
