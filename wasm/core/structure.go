package core

import (
	"fmt"
	"strconv"
	"unsafe"

	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// structureHead is StructureHead of the protocol: a structure without its arrays.
type structureHead struct {
	Atoms            int         `json:"atoms"`
	Bonds            int         `json:"bonds"`
	Cell             *[9]float64 `json:"cell"`
	ResidueNameTable []string    `json:"residueNameTable,omitempty"`
	AtomNameTable    []string    `json:"atomNameTable,omitempty"`
	ChainIDTable     []string    `json:"chainIdTable,omitempty"`
	ScalarNames      []string    `json:"scalarNames,omitempty"`
}

// putStructure writes s as a head and arrays. The arrays are copies or shared; the
// worker copies them once more when they leave.
func putStructure(s *structure.Structure, bufs Bufs) structureHead {
	head := structureHead{Atoms: s.Len(), Bonds: len(s.Bonds), Cell: s.Cell}
	bufs["elements"] = s.Elements
	bufs["positions"] = s.Positions
	bufs["bonds"] = flatBonds(s.Bonds)
	if s.BondOrders != nil {
		bufs["bondOrders"] = s.BondOrders
	}
	for name, list := range map[string][]int32{"molecules": s.Molecules, "residueIds": s.ResidueIDs, "formalCharges": s.FormalCharges} {
		if list != nil {
			bufs[name] = list
		}
	}
	head.ResidueNameTable = putNames(bufs, "residueNames", s.ResidueNames)
	head.AtomNameTable = putNames(bufs, "atomNames", s.AtomNames)
	head.ChainIDTable = putNames(bufs, "chainIds", s.ChainIDs)
	for i, c := range s.Scalars {
		head.ScalarNames = append(head.ScalarNames, c.Name)
		bufs["scalars."+strconv.Itoa(i)] = c.Values
	}
	return head
}

// flatBonds returns the ends of bonds one after the other, in the same memory.
func flatBonds(bonds [][2]uint32) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(bonds))), 2*len(bonds))
}

// pairs is the inverse of flatBonds, for an even number of ends.
func pairs(ends []uint32) [][2]uint32 {
	return unsafe.Slice((*[2]uint32)(unsafe.Pointer(unsafe.SliceData(ends))), len(ends)/2)
}

// putNames writes names as indices into a table in the order they are met.
func putNames(bufs Bufs, name string, list []string) []string {
	if list == nil {
		return nil
	}
	table := []string{}
	at := map[string]uint32{}
	indices := make([]uint32, len(list))
	for i, text := range list {
		k, ok := at[text]
		if !ok {
			k = uint32(len(table))
			at[text] = k
			table = append(table, text)
		}
		indices[i] = k
	}
	bufs[name] = indices
	return table
}

// takeStructure reads a structure from a head and arrays. Lengths that contradict
// the head and names outside their table are a Failure; the rules of the contract
// are checked by whoever uses the structure. The arrays are shared.
func takeStructure(head structureHead, bufs Bufs) (*structure.Structure, error) {
	t := taker{bufs: bufs}
	if head.Atoms < 0 || head.Bonds < 0 || head.Atoms > maxBufLen || head.Bonds > maxBufLen {
		t.fail("the head says %d atoms and %d bonds", head.Atoms, head.Bonds)
		return nil, t.err
	}
	s := &structure.Structure{Cell: head.Cell}
	s.Elements = take[uint8](&t, "elements", head.Atoms, true)
	s.Positions = take[float64](&t, "positions", 3*head.Atoms, true)
	flat := take[uint32](&t, "bonds", 2*head.Bonds, true)
	s.BondOrders = take[uint8](&t, "bondOrders", head.Bonds, false)
	s.Molecules = take[int32](&t, "molecules", head.Atoms, false)
	s.ResidueIDs = take[int32](&t, "residueIds", head.Atoms, false)
	s.FormalCharges = take[int32](&t, "formalCharges", head.Atoms, false)
	s.ResidueNames = t.names("residueNames", head.ResidueNameTable, head.Atoms)
	s.AtomNames = t.names("atomNames", head.AtomNameTable, head.Atoms)
	s.ChainIDs = t.names("chainIds", head.ChainIDTable, head.Atoms)
	for i, name := range head.ScalarNames {
		values := take[float64](&t, "scalars."+strconv.Itoa(i), head.Atoms, true)
		s.Scalars = append(s.Scalars, structure.Channel{Name: name, Values: values})
	}
	if t.err != nil {
		return nil, t.err
	}
	s.Bonds = pairs(flat)
	return s, nil
}

// taker remembers the first array that is wrong.
type taker struct {
	bufs Bufs
	err  error
}

func (t *taker) fail(format string, args ...any) {
	if t.err == nil {
		t.err = BadRequest(fmt.Sprintf(format, args...))
	}
}

func take[T any](t *taker, name string, want int, required bool) []T {
	buf, ok := t.bufs[name]
	if !ok {
		if required && want > 0 {
			t.fail("bufs.%s is missing", name)
		}
		if required {
			return []T{}
		}
		return nil
	}
	list, ok := buf.([]T)
	if !ok {
		class, _ := KindOf(buf)
		t.fail("bufs.%s is a %s", name, class)
		return nil
	}
	if len(list) != want {
		t.fail("bufs.%s has %d values, want %d", name, len(list), want)
		return nil
	}
	return list
}

func (t *taker) names(name string, table []string, want int) []string {
	indices := take[uint32](t, name, want, false)
	if indices == nil || t.err != nil {
		return nil
	}
	list := make([]string, len(indices))
	for i, k := range indices {
		if int(k) >= len(table) {
			t.fail("bufs.%s: atom %d names entry %d of a table of %d", name, i, k, len(table))
			return nil
		}
		list[i] = table[k]
	}
	return list
}

// resultHead is ResultHead of the protocol.
type resultHead struct {
	Name       string        `json:"name"`
	Structure  structureHead `json:"structure"`
	Warnings   []string      `json:"warnings"`
	Provenance provenance    `json:"provenance"`
}

// provenance keeps the order of a result's record.
type provenance contract.Provenance

func (p provenance) MarshalJSON() ([]byte, error) {
	return contract.AppendProvenance(nil, contract.Provenance(p)), nil
}
