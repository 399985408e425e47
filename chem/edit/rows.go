package edit

import (
	"github.com/molsmith/molsmith/chem/structure"
)

// Rows leave and return in place: the arrays of a document belong to it, and an
// edit near the end of a large structure touches only what follows it.

// take removes the given rows (ascending, distinct) from s and returns them. A
// row has width values. nil stays nil.
func take[T any](s *[]T, width int, rows []int) []T {
	if *s == nil {
		return nil
	}
	taken := make([]T, 0, width*len(rows))
	to := width * rows[0]
	for i := 0; i < len(rows); {
		next := run(rows, i)
		taken = append(taken, (*s)[width*rows[i]:width*(rows[next-1]+1)]...)
		end := len(*s)
		if next < len(rows) {
			end = width * rows[next]
		}
		to += copy((*s)[to:], (*s)[width*(rows[next-1]+1):end])
		i = next
	}
	truncate(s, to)
	return taken
}

// run returns where the run of consecutive rows that begins at i ends.
func run(rows []int, i int) int {
	next := i + 1
	for next < len(rows) && rows[next] == rows[next-1]+1 {
		next++
	}
	return next
}

// put is the inverse of take: afterward the rows stand at the given indices.
func put[T any](s *[]T, width int, rows []int, taken []T) {
	if taken == nil {
		return
	}
	end := len(*s)
	*s = append(*s, taken...) // for the length; every value is written below
	to := len(*s)
	for i := len(rows) - 1; i >= 0; {
		first := i
		for first > 0 && rows[first-1] == rows[first]-1 {
			first--
		}
		// What stands behind the run in the restored array.
		behind := to - width*(rows[i]+1)
		copy((*s)[to-behind:to], (*s)[end-behind:end])
		end -= behind
		to = width * rows[first]
		copy((*s)[to:], taken[width*first:width*(i+1)])
		i = first - 1
	}
}

// truncate shortens s to n values and lets go of what the rest points to.
func truncate[T any](s *[]T, n int) {
	clear((*s)[n:])
	*s = (*s)[:n]
}

// takeAtoms removes atoms from every per-atom channel and returns them as a
// structure without cell and bonds.
func takeAtoms(s *structure.Structure, rows []int) structure.Structure {
	taken := structure.Structure{
		Elements:      take(&s.Elements, 1, rows),
		Positions:     take(&s.Positions, 3, rows),
		Molecules:     take(&s.Molecules, 1, rows),
		ResidueNames:  take(&s.ResidueNames, 1, rows),
		ResidueIDs:    take(&s.ResidueIDs, 1, rows),
		AtomNames:     take(&s.AtomNames, 1, rows),
		ChainIDs:      take(&s.ChainIDs, 1, rows),
		FormalCharges: take(&s.FormalCharges, 1, rows),
	}
	for i := range s.Scalars {
		channel := &s.Scalars[i]
		taken.Scalars = append(taken.Scalars, structure.Channel{Name: channel.Name, Values: take(&channel.Values, 1, rows)})
	}
	return taken
}

// putAtoms is the inverse of takeAtoms.
func putAtoms(s *structure.Structure, rows []int, taken *structure.Structure) {
	put(&s.Elements, 1, rows, taken.Elements)
	put(&s.Positions, 3, rows, taken.Positions)
	put(&s.Molecules, 1, rows, taken.Molecules)
	put(&s.ResidueNames, 1, rows, taken.ResidueNames)
	put(&s.ResidueIDs, 1, rows, taken.ResidueIDs)
	put(&s.AtomNames, 1, rows, taken.AtomNames)
	put(&s.ChainIDs, 1, rows, taken.ChainIDs)
	put(&s.FormalCharges, 1, rows, taken.FormalCharges)
	for i := range s.Scalars {
		put(&s.Scalars[i].Values, 1, rows, taken.Scalars[i].Values)
	}
}
