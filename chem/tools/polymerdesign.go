package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/chem/polymer/sequence"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// maxUnits is the longest chain.
const maxUnits = 5000

// Streams of random numbers of a chain, so that its order, its tacticity and its growth
// do not depend on each other.
const (
	orderStream = iota
	tacticityStream
	streamsOfChain
)

// Choices of composition, tacticity and end groups.
const (
	homopolymer = "homopolymer"
	block       = "block"
	alternating = "alternating"
	random      = "random"
	written     = "sequence"

	asMonomer    = "monomer"
	isotactic    = "isotactic"
	syndiotactic = "syndiotactic"
	atactic      = "atactic"

	endMolecule = "molecule"
)

// monomerRow is a further monomer.
type monomerRow struct {
	Molecule contract.Molecule  `json:"molecule" schema:"title=Monomer"`
	Head     contract.AtomIndex `json:"head" schema:"title=Head atom;of=molecule;examples=0"`
	Tail     contract.AtomIndex `json:"tail" schema:"title=Tail atom;of=molecule;examples=1"`
	Ratio    float64            `json:"ratio" schema:"title=Share;minimum=0;maximum=1000000;default=1;when=composition:block|random" doc:"Units of this monomer relative to the others, in block and random chains."`
	Residue  string             `json:"residue" schema:"title=Residue name;maxLength=4;optional" doc:"Up to four letters or digits; empty: from the name."`
}

// endGroup is a choice of what a chain ends with.
type endGroup struct {
	choice   string
	molecule *contract.Molecule
	atom     contract.AtomIndex
	key      string // start or end
}

// chainRequest is what the arguments of the tools for polymers have in common.
type chainRequest struct {
	monomer     linkArguments
	length      int
	composition string
	ratio       float64
	monomers    []monomerRow
	sequence    string
	tacticity   string
	meso        float64
	ends        [2]endGroup
	seed        contract.Seed
}

// kinds are the molecules that a chain is made of.
type kinds struct {
	monomers []*part
	ends     [2]*part // nil: the hydrogen stays
	// inverted are the positions of each monomer with its tactic centers inverted.
	inverted [][]float64
}

// readKinds reads the molecules. read makes one part; it stands between so that a preview
// can keep what it has read.
func (r *chainRequest) readKinds(ctx context.Context, d detail, read partReader) (*kinds, error) {
	k := &kinds{}
	first, err := read(ctx, &r.monomer, false, r.seed, d)
	if err != nil {
		return nil, err
	}
	k.monomers = append(k.monomers, first)
	if r.composition != homopolymer {
		for i, row := range r.monomers {
			path := fmt.Sprintf("/monomers/%d", i)
			letter := string(rune('B' + i))
			next, err := read(ctx, &linkArguments{
				molecule: row.Molecule, head: row.Head, tail: row.Tail, residue: row.Residue,
				moleculePath: path + "/molecule", headPath: path + "/head", tailPath: path + "/tail",
				headName: "Head atom of monomer " + letter, tailName: "Tail atom of monomer " + letter,
			}, false, r.seed, d)
			if err != nil {
				return nil, err
			}
			k.monomers = append(k.monomers, next)
		}
	}
	for i := range r.ends {
		e := &r.ends[i]
		if e.choice != endMolecule {
			continue
		}
		if e.molecule == nil || e.molecule.Name == "" {
			return nil, invalidArgument("/"+e.key+"_group", "required", nil, "Choose the molecule that the chain %ss with, or set its %s to hydrogen.", e.key, e.key)
		}
		k.ends[i], err = read(ctx, &linkArguments{
			molecule: *e.molecule, head: e.atom,
			moleculePath: "/" + e.key + "_group", headPath: "/" + e.key + "_atom", headName: upperFirst(e.key) + " atom",
		}, true, r.seed, d)
		if err != nil {
			return nil, err
		}
	}
	k.inverted = make([][]float64, len(k.monomers))
	return k, nil
}

// partReader reads a monomer or an end group.
type partReader func(ctx context.Context, a *linkArguments, end bool, seed contract.Seed, d detail) (*part, error)

func readAnyPart(ctx context.Context, a *linkArguments, end bool, seed contract.Seed, d detail) (*part, error) {
	if end {
		return readEndGroup(ctx, a, seed, d)
	}
	return readMonomer(ctx, a, seed, d)
}

// order returns the kind of each unit of chain number index.
func (r *chainRequest) order(index uint64) ([]int, error) {
	n := 1 + len(r.monomers)
	if r.composition == homopolymer {
		return make([]int, r.length), nil
	}
	if r.composition == written {
		units, err := sequence.Parse(r.sequence, n, maxUnits)
		if fault := (*sequence.Error)(nil); errors.As(err, &fault) {
			return nil, invalidArgument("/sequence", "sequence", nil, "Sequence, %v.", fault)
		}
		return units, err
	}
	if n == 1 {
		return nil, invalidArgument("/monomers", "minItems", 1, "A chain of several monomers needs at least one further monomer, or the composition homopolymer.")
	}
	if r.composition == alternating {
		return sequence.Alternating(n, r.length), nil
	}
	weights := []float64{r.ratio}
	for _, row := range r.monomers {
		weights = append(weights, row.Ratio)
	}
	counts := sequence.Shares(weights, r.length)
	if counts == nil {
		return nil, invalidArgument("/ratio", "minimum", nil, "The shares of all monomers are 0: give at least one of them a share.")
	}
	if r.composition == block {
		return sequence.Blocks(counts), nil
	}
	g := rng.Stream(uint64(r.seed), index*streamsOfChain+orderStream)
	return sequence.Random(counts, &g), nil
}

// design is a chain before it grows.
type design struct {
	kinds *kinds
	order []int // kind of each unit
	// sites are the tactic centers of each unit that are centers where the unit stands.
	sites [][]int
	// signs are the handedness that the first tactic center of the monomer shall have in
	// each unit; 0 for units without centers.
	signs   []int
	tactic  int // units with centers
	request polymer.Request
}

// centersOf returns the tactic centers of unit k that are centers: at an end of the chain,
// a link that keeps its hydrogen beside another one is none.
func (d *design) centersOf(k int) []int {
	p := d.kinds.monomers[d.order[k]]
	var list []int
	for i, s := range p.centers.Sites {
		kept := k == 0 && d.kinds.ends[0] == nil && s.Before == p.headLeaves ||
			k == len(d.order)-1 && d.kinds.ends[1] == nil && s.After == p.tailLeaves
		if beside := s.Smaller; kept && beside >= 0 && p.atoms.Elements[beside] == 1 {
			continue
		}
		list = append(list, i)
	}
	return list
}

// design lays out chain number index.
func (r *chainRequest) design(k *kinds, index uint64) (*design, error) {
	order, err := r.order(index)
	if err != nil {
		return nil, err
	}
	if n := k.atoms(order); n > contract.MaxAtoms {
		return nil, failure(contract.TooManyAtoms, "The chain would have %d atoms, more than the limit of %d: use fewer units.", n, contract.MaxAtoms)
	}
	d := &design{kinds: k, order: order}
	d.sites = make([][]int, len(order))
	base := make([]int, len(k.monomers))
	for i, m := range k.monomers {
		if len(m.centers.Sites) == 0 {
			continue
		}
		base[i] = m.centers.Sites[0].Sign(func(atom int) geom.Vec3 { return geom.At(m.atoms.Positions, atom) })
		if base[i] == 0 && r.tacticity != asMonomer {
			return nil, failure(contract.InvalidMolecule, "The center %s of %s is flat in its geometry, so it has no configuration to control.", m.label(m.centers.Sites[0].Atom), quoted(m.name))
		}
	}
	d.signs = make([]int, len(order))
	for i, kind := range order {
		if d.sites[i] = d.centersOf(i); len(d.sites[i]) > 0 {
			d.signs[i] = base[kind]
			d.tactic++
		}
	}
	if r.tacticity != asMonomer {
		r.turn(d.signs, d.tactic, index)
	}
	return d, d.fill(r, base)
}

// turn gives the tactic units, the first of which stays as it is, the handedness that
// makes the dyads asked for.
func (r *chainRequest) turn(signs []int, tactic int, index uint64) {
	meso := make([]bool, max(0, tactic-1))
	switch r.tacticity {
	case isotactic:
		for i := range meso {
			meso[i] = true
		}
	case atactic:
		g := rng.Stream(uint64(r.seed), index*streamsOfChain+tacticityStream)
		meso = sequence.Meso(len(meso), r.meso, &g)
	}
	last, dyad := 0, 0
	for i, s := range signs {
		if s == 0 {
			continue
		}
		if last != 0 {
			if signs[i] = last; !meso[dyad] {
				signs[i] = -last
			}
			dyad++
		}
		last = signs[i]
	}
}

// fill makes the request of the growth: a kind for each monomer and, where units of the
// other handedness occur, one for its inverse.
func (d *design) fill(r *chainRequest, base []int) error {
	k := d.kinds
	number := make([][2]int, len(k.monomers)) // of the kind as drawn and of its inverse, from 1
	d.request.Sequence = make([]int, len(d.order))
	for i, m := range d.order {
		side := 0
		if d.signs[i] == -base[m] && base[m] != 0 {
			side = 1
		}
		if number[m][side] == 0 {
			x := k.monomers[m].atoms.Positions
			if side == 1 {
				var err error
				if x, err = k.invert(m, r.tacticity); err != nil {
					return err
				}
			}
			d.request.Kinds = append(d.request.Kinds, k.monomers[m].unit(x))
			number[m][side] = len(d.request.Kinds)
		}
		d.request.Sequence[i] = number[m][side] - 1
	}
	for i, to := range []**polymer.Cap{&d.request.Start, &d.request.End} {
		if p := k.ends[i]; p != nil {
			*to = &polymer.Cap{Molecule: p.full, Positions: p.atoms.Positions, Atom: p.head, Leaves: p.headLeaves}
		}
	}
	return nil
}

// invert returns the positions of monomer i with its tactic centers inverted.
func (k *kinds) invert(i int, tacticity string) ([]float64, error) {
	if k.inverted[i] != nil {
		return k.inverted[i], nil
	}
	m := k.monomers[i]
	x, blocking, ok := m.centers.Invert(m.atoms.Positions, func(atom int) bool { return m.stated == nil || m.stated[atom] })
	if !ok {
		return nil, invalidArgument("/tacticity", "tacticity", nil,
			"A chain that is %s needs the mirror image of %s, which would also invert the center %s of its side chain. Choose the tacticity monomer or isotactic, or give both forms as monomers.", tacticity, quoted(m.name), m.label(blocking))
	}
	k.inverted[i] = x
	return x, nil
}

// atoms counts the atoms of a chain.
func (k *kinds) atoms(order []int) int {
	n := 0
	for _, m := range order {
		n += k.monomers[m].atoms.Len() - 2
	}
	for _, p := range k.ends {
		if p != nil {
			n += p.atoms.Len() - 1
		} else {
			n++ // the hydrogen that stays
		}
	}
	return n
}

// charge is that of the chain in e.
func (d *design) charge() int {
	sum := 0
	for _, m := range d.order {
		sum += d.kinds.monomers[m].charge
	}
	for _, p := range d.kinds.ends {
		if p != nil {
			sum += p.charge
		}
	}
	return sum
}

// residueNames returns the residue names of the monomers and the end groups.
func (k *kinds) residueNames() (monomers []string, ends [2]string) {
	var list []copies
	for _, m := range k.monomers {
		list = append(list, k.copy(m))
	}
	for _, p := range k.ends {
		if p != nil {
			list = append(list, k.copy(p))
		}
	}
	names := residueNames(list)
	rest := names[len(k.monomers):]
	for i, p := range k.ends {
		if p != nil {
			ends[i], rest = rest[0], rest[1:]
		}
	}
	return names[:len(k.monomers)], ends
}

func (k *kinds) copy(p *part) copies {
	return copies{component: p.component, count: 1, residue: p.residue}
}

// name is the name of a result.
func (k *kinds) name() string {
	slugs := make([]string, len(k.monomers))
	for i, m := range k.monomers {
		slugs[i] = structure.Slug(m.name)
	}
	name := "poly-" + strings.Join(slugs, "-")
	return name[:min(len(name), maxResultName)]
}
