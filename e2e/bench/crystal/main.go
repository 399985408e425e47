// Crystal times crystals for `npm run bench -- --only crystal`, as a native program and as
// js/wasm; crystal-peer.py times ASE and spglib at the same tasks. It prints a JSON object:
// seconds of the fastest of three runs, by task.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract"
)

func main() {
	seconds := map[string]float64{}
	for _, t := range tasks() {
		best := 0.0
		for k := range 3 {
			begin := time.Now()
			if err := t.run(); err != nil {
				fmt.Fprintln(os.Stderr, t.name+":", err)
				os.Exit(1)
			}
			if s := time.Since(begin).Seconds(); k == 0 || s < best {
				best = s
			}
		}
		seconds[t.name] = best
	}
	_ = json.NewEncoder(os.Stdout).Encode(seconds)
}

var registry = tools.Registry()

type task struct {
	name string
	run  func() error
}

func bulk(name string, a float64, elements ...uint8) *structure.Structure {
	s, err := (&crystal.Bulk{Prototype: name, Elements: elements, A: a}).Build()
	if err != nil {
		panic(err) // the table has the prototype
	}
	return s
}

func large(s *structure.Structure, n int) *structure.Structure {
	b, err := crystal.Supercell(s, [9]int{n, 0, 0, 0, n, 0, 0, 0, n})
	if err != nil {
		panic(err) // it is small enough
	}
	return b.Structure
}

func tasks() []task {
	ctx := context.Background()
	copper, silicon := bulk("fcc", 3.61, 29), large(bulk("diamond", 5.43, 14), 4)
	impure := silicon.Clone()
	impure.Elements[7] = 32
	million := [9]int{62, 0, 0, 0, 63, 0, 0, 0, 64}
	cut := crystal.Slab{Miller: [3]int{1, 1, 1}, Layers: 25, Vacuum: 10, Lateral: [4]int{10, 0, 0, 10}}
	search := func(s *structure.Structure) func() error {
		return func() error {
			_, err := crystal.FindSymmetry(ctx, s, 1e-3)
			return err
		}
	}
	slab, err := (&crystal.Slab{Miller: [3]int{1, 1, 1}, Layers: 4, Vacuum: 10, Lateral: [4]int{25, 0, 0, 25}}).Cut(copper)
	if err != nil {
		panic(err) // it is small enough
	}
	document := contract.Structure{Elements: slab.Structure.Elements, Positions: slab.Structure.Positions, Cell: slab.Structure.Cell}
	form := func(tool, args string, of *contract.Structure) func() error {
		return func() error {
			p := registry.Lookup(tool).Preview(json.RawMessage(args), of)
			if len(p.Problems) > 0 || len(p.Facts) == 0 {
				return fmt.Errorf("%d facts, problems %v", len(p.Facts), p.Problems)
			}
			return nil
		}
	}
	const fcc = `"prototype":"fcc","a":3.61,"elementA":29`
	return []task{
		{"preview adsorb", form("adsorb", `{"amount":"coverage","coverage":0.25}`, &document)},
		{"preview surface", form("surface_slab", `{`+fcc+`,"miller":[1,1,1],"layers":4,"repeat":[25,25]}`, nil)},
		{"preview nanotube", form("nanotube", `{"n":25,"m":25,"length":100}`, nil)},
		{"preview nanoparticle", form("nanoparticle", `{`+fcc+`,"facets":[{"miller":[1,1,1],"energy":1},{"miller":[1,0,0],"energy":1.1}],"atoms":10000}`, nil)},
		{"supercell", func() error {
			_, err := crystal.Supercell(copper, million)
			return err
		}},
		{"step", func() error { return step(copper, &edit.Supercell{Matrix: million}) }},
		{"preview supercell", func() error { return preview(copper, &edit.Supercell{Matrix: [9]int{13, 0, 0, 0, 13, 0, 0, 0, 14}}) }},
		{"preview slab", func() error { return preview(copper, &edit.Slab{Slab: cut}) }},
		{"surface", func() error {
			_, err := cut.Cut(copper)
			return err
		}},
		{"symmetry", search(silicon)},
		{"symmetry impure", search(impure)},
		{"terminations", func() error {
			_, err := crystal.Terminations(ctx, bulk("spinel", 8.0898, 12, 13, 8), [3]int{1, 1, 1}, 0, 0)
			return err
		}},
	}
}

func step(s *structure.Structure, op edit.Op) error {
	d, err := edit.New("crystal", edit.Source{Kind: "new"}, *s.Clone())
	if err == nil {
		_, err = d.Apply(edit.Step{Ops: []edit.Op{op}})
		d.Summary() // as the page shows it
	}
	return err
}

func preview(s *structure.Structure, op edit.Op) error {
	d, err := edit.New("crystal", edit.Source{Kind: "new"}, *s.Clone())
	if err == nil {
		err = d.Preview([]edit.Op{op}, func(edit.Change) { d.Summary() })
	}
	return err
}
