package edit

import (
	"context"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// Ion is an ion of one atom.
type Ion struct {
	Element uint8
	Charge  int // e
}

// IonAmount says what IonOptions count by.
type IonAmount uint8

// Amounts of ions.
const (
	NoSalt    IonAmount = iota // only what Neutralize asks for
	ByCount                    // Cations and Anions
	PerVolume                  // Concentration in mol of salt per L of the cell
	PerWater                   // Concentration in mol of salt per L of the water there is
)

// IonOptions direct IonsForWaters.
type IonOptions struct {
	Cation, Anion Ion

	Amount          IonAmount
	Cations, Anions int     // with ByCount
	Concentration   float64 // mol/L, of formula units of the salt: CaCl2 gives two anions

	// Neutralize adds ions of one kind so that Charge and all ions together are neutral.
	Neutralize bool
	Charge     int // of the document without the ions, e

	// Apart and FromOthers are the smallest distances in Å of an ion from another one
	// and from atoms that are no water, images included; 0 asks for nothing.
	Apart, FromOthers float64

	Seed uint64 // which of the waters are taken
}

// IonSwap is what replacing waters comes to.
type IonSwap struct {
	Ops []Op // DeleteAtoms and AddFragment, for one step

	Cations, Anions int
	Waters          int // that were there
	Free            int // of these, those far enough from everything that is no water
	Charge          int // of the document afterward, by Charge of the options

	// Closest is the smallest distance in Å between an ion and an atom of another
	// molecule, images included; +Inf when there is no other atom within 12 Å.
	Closest float64
}

// molarWater is mol of water per L at 25 °C: 997.05 g/L (IAPWS-95) by 18.0153 g/mol.
const molarWater = 55.345

// avogadro per L and Å³: 6.02214076e23 × 1e-27.
const perLiter = 6.02214076e-4

// maxIons bounds the ions that are asked for.
const maxIons = 100_000

// tries bounds how often waters are drawn anew when the ions do not find room.
const tries = 25

// IonsForWaters chooses molecules of water to be replaced by ions, which come to the
// places of their oxygens: drawn at random by the seed from those far enough from all
// that is no water, and apart from each other. Ions get residues of their own, numbered
// after those of the document, with the element as name, or that with a number where the
// document uses the name for something else. The document stays as it is: apply Ops. The
// error is ctx's or an *contract.Error.
func (d *Document) IonsForWaters(ctx context.Context, o IonOptions) (*IonSwap, error) {
	s := &d.current
	if err := o.check(s); err != nil {
		return nil, err
	}
	list, mark := watersOf(s)
	if len(list) == 0 {
		return nil, swapError(InvalidStep, "the document has no water: molecules of one oxygen bonded to two hydrogens")
	}
	swap := &IonSwap{Waters: len(list), Closest: math.Inf(1)}
	if err := o.count(s, swap); err != nil {
		return nil, err
	}
	n := swap.Cations + swap.Anions
	if n > len(list) {
		return nil, swapError(contract.NoRoom, "%s are asked for, and there are %s to replace; ask for fewer", count(n, "ion"), count(len(list), "water"))
	}
	periodic, err := periodicOf(s)
	if err != nil {
		return nil, err
	}
	free, err := freeWaters(ctx, s, periodic, list, mark, o.FromOthers)
	if err != nil {
		return nil, err
	}
	swap.Free = len(free)
	taken, err := o.draw(ctx, s, periodic, list, free, n)
	if err != nil {
		return nil, err
	}
	if err := o.assemble(d, swap, list, taken); err != nil {
		return nil, err
	}
	swap.Closest, err = closestIon(ctx, s, periodic, list, mark, taken)
	return swap, err
}

func swapError(code contract.Code, format string, args ...any) error {
	return &contract.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

func (o *IonOptions) check(s *structure.Structure) error {
	switch {
	case o.Cation.Element < 1 || o.Cation.Element > elem.Max || o.Cation.Charge < 1 || o.Cation.Charge > 8:
		return swapError(InvalidStep, "the cation must be an element with a charge of +1 to +8")
	case o.Anion.Element < 1 || o.Anion.Element > elem.Max || o.Anion.Charge > -1 || o.Anion.Charge < -8:
		return swapError(InvalidStep, "the anion must be an element with a charge of −1 to −8")
	case o.Amount == ByCount && (o.Cations < 0 || o.Anions < 0 || o.Cations > maxIons || o.Anions > maxIons):
		return swapError(InvalidStep, "%d cations and %d anions are not possible; give 0 to %d of each", o.Cations, o.Anions, maxIons)
	case (o.Amount == PerVolume || o.Amount == PerWater) && !(o.Concentration >= 0 && o.Concentration <= molarWater):
		return swapError(InvalidStep, "a concentration of %g mol/L is not possible; give 0 to %g mol/L", o.Concentration, molarWater)
	case !(o.Apart >= 0 && o.Apart <= maxApart && o.FromOthers >= 0 && o.FromOthers <= maxApart):
		return swapError(InvalidStep, "distances of %g Å and %g Å are not possible; give 0 to %d Å", o.Apart, o.FromOthers, maxApart)
	case o.Charge < -maxIons || o.Charge > maxIons:
		return swapError(InvalidStep, "a charge of %d e cannot be neutralized; it must be from %d to %d", o.Charge, -maxIons, maxIons)
	case o.Amount == PerVolume && s.Cell == nil:
		return swapError(contract.NoCell, "a concentration in the cell needs a cell; set one, or relate it to the water")
	}
	return nil
}

// maxApart bounds the distances that are asked for, Å.
const maxApart = 50

// count fills in how many ions there will be.
func (o *IonOptions) count(s *structure.Structure, swap *IonSwap) error {
	cation, anion := o.Cation.Charge, -o.Anion.Charge
	salt := 0.0
	switch o.Amount {
	case ByCount:
		swap.Cations, swap.Anions = o.Cations, o.Anions
	case PerVolume:
		v := geom.Mat3(*s.Cell)
		salt = math.Floor(o.Concentration*perLiter*math.Abs(v.Det()) + 0.5)
	case PerWater:
		salt = math.Floor(o.Concentration*float64(swap.Waters)/molarWater + 0.5)
	}
	if salt > 0 {
		if salt > maxIons {
			return swapError(contract.TooManyAtoms, "%g mol/L are %.0f formula units in this cell; at most %d are placed", o.Concentration, salt, maxIons)
		}
		unit := cation * anion / divisor(cation, anion) // least common multiple
		swap.Cations, swap.Anions = int(salt)*unit/cation, int(salt)*unit/anion
	}
	swap.Charge = o.Charge + swap.Cations*cation - swap.Anions*anion
	if o.Neutralize && swap.Charge != 0 {
		more, by, name := &swap.Anions, anion, o.Anion
		if swap.Charge < 0 {
			more, by, name = &swap.Cations, cation, o.Cation
		}
		left := max(swap.Charge, -swap.Charge)
		if left%by != 0 {
			return swapError(InvalidStep, "a charge of %s e cannot be neutralized by ions of %s; choose an ion of charge ±1", signed(int32(swap.Charge)), signed(int32(name.Charge)))
		}
		*more += left / by
		swap.Charge = 0
	}
	if swap.Cations+swap.Anions == 0 {
		if o.Neutralize && o.Amount == NoSalt {
			return swapError(InvalidStep, "the document is neutral already: there are no ions to add")
		}
		return swapError(InvalidStep, "this comes to no ion: ask for more")
	}
	return nil
}

func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// periodicOf returns the cell of s, nil when there is none.
func periodicOf(s *structure.Structure) (*cell.Cell, error) {
	if s.Cell == nil {
		return nil, nil
	}
	c, err := cell.NewEitherHand(*s.Cell)
	if err != nil {
		return nil, invalid("distances need another cell: %v", err)
	}
	return &c, nil
}

// stride is how many atoms are worked on between two looks at the context.
const stride = 4096

// freeWaters lists the waters whose oxygen is at least as far from all atoms that are no
// water.
func freeWaters(ctx context.Context, s *structure.Structure, periodic *cell.Cell, list []water, mark []int32, distance float64) ([]int32, error) {
	var others []float64
	for i, m := range mark {
		if m < 0 {
			others = append(others, s.Positions[3*i:3*i+3]...)
		}
	}
	free := make([]int32, 0, len(list))
	var near *grid.Grid
	if len(others) > 0 && distance > 0 {
		var err error
		if near, err = grid.New(periodic, others, distance); err != nil {
			return nil, invalid("distances cannot be measured here: %v", err)
		}
	}
	for k := range list {
		if k%stride == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		clear := true
		if near != nil {
			near.Near(geom.At(s.Positions, int(list[k].oxygen)), func(int, geom.Vec3, float64) bool {
				clear = false
				return false
			})
		}
		if clear {
			free = append(free, int32(k))
		}
	}
	return free, nil
}

// draw takes n of the free waters, in the order they were drawn.
func (o *IonOptions) draw(ctx context.Context, s *structure.Structure, periodic *cell.Cell, list []water, free []int32, n int) ([]int32, error) {
	places := make([]float64, 0, 3*len(free))
	for _, k := range free {
		i := int(list[k].oxygen)
		places = append(places, s.Positions[3*i:3*i+3]...)
	}
	var near *grid.Grid
	if o.Apart > 0 && len(free) > 1 && n > 1 {
		var err error
		if near, err = grid.New(periodic, places, o.Apart); err != nil {
			return nil, invalid("distances cannot be measured here: %v", err)
		}
	}
	most := 0
	order := make([]int32, len(free))
	blocked := make([]bool, len(free))
	var taken []int32
	for try := range tries {
		for i := range order {
			order[i] = int32(i)
		}
		clear(blocked)
		r := rng.Stream(o.Seed, uint64(try))
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		taken = taken[:0]
		for at, i := range order {
			if at%stride == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if blocked[i] {
				continue
			}
			if taken = append(taken, free[i]); len(taken) == n {
				return taken, nil
			}
			if near != nil {
				near.Near(geom.At(places, int(i)), func(j int, _ geom.Vec3, _ float64) bool {
					blocked[j] = true
					return true
				})
			}
		}
		most = max(most, len(taken))
		if near == nil {
			break
		}
	}
	if len(free) < n {
		return nil, swapError(contract.NoRoom, "%s are asked for, and %d of %s are at least %g Å from all other atoms; ask for fewer, or shorten the distance",
			count(n, "ion"), len(free), count(len(list), "water"), o.FromOthers)
	}
	return nil, swapError(contract.NoRoom, "%s are asked for, and room for %d that are %g Å apart was found; ask for fewer, or shorten the distance",
		count(n, "ion"), most, o.Apart)
}

// assemble makes the ops.
func (o *IonOptions) assemble(d *Document, swap *IonSwap, list []water, taken []int32) error {
	s := &d.current
	last := int32(0)
	for _, id := range s.ResidueIDs {
		last = max(last, id)
	}
	if int64(last)+int64(len(taken)) > math.MaxInt32 {
		return swapError(InvalidStep, "residue numbers reach %d: there is none left for the ions", last)
	}
	names := ionResidues(s, o.Cation, o.Anion)
	gone := make([]int, 0, 3*len(taken))
	ions := structure.Structure{Bonds: [][2]uint32{}}
	for at, k := range taken {
		w := list[k]
		gone = append(gone, int(w.oxygen), int(w.first), int(w.second))
		ion, name := o.Cation, names[0]
		if at >= swap.Cations {
			ion, name = o.Anion, names[1]
		}
		i := int(w.oxygen)
		ions.Elements = append(ions.Elements, ion.Element)
		ions.Positions = append(ions.Positions, s.Positions[3*i:3*i+3]...)
		ions.FormalCharges = append(ions.FormalCharges, int32(ion.Charge))
		ions.ResidueNames = append(ions.ResidueNames, name)
		ions.ResidueIDs = append(ions.ResidueIDs, last+1+int32(at))
	}
	refs, err := d.Refs(gone)
	if err != nil {
		return err
	}
	swap.Ops = []Op{&DeleteAtoms{Atoms: refs}, &AddFragment{Name: "ions", Atoms: ions}}
	return nil
}
