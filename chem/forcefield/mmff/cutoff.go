package mmff

import (
	"math"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
)

// nearList are the interactions of a field with a cut-off. The van der Waals energy is
// switched off over the last tenth. The Coulomb energy is shifted in its force (Levitt,
// Hirshberg, Sharon and Daggett, Comput. Phys. Commun. 1995, 91, 215; Fennell and
// Gezelter, J. Chem. Phys. 2006, 124, 234104): with s = r + 0.05 and S that of the
// cut-off it is q·(1/s − 2/S + s/S²), which ends with its slope. That is as if the charge
// within the cut-off were always zero. A switch would reward molecules for turning their
// charges about the cut-off: in water by more than 100 kcal/mol each.
type nearList struct {
	contactTable
	charges []float64
	pairs   *forcefield.Pairs
	end     forcefield.Switch
	end2    float64 // the cut-off squared, Å²
	shift   float64 // 1/S, Å⁻¹
}

// class14 marks pairs three bonds apart.
const class14 = 1

// Defaults of lists, Å.
const (
	periodicCutoff = 12
	skin           = 2
)

func newNearList(g *graph, charges []float64, t contactTable, o Options) (*nearList, error) {
	cutoff := o.Cutoff
	if cutoff == 0 {
		cutoff = periodicCutoff
	}
	var special []forcefield.Special
	w := walk{g: g, bonds: make([]uint8, len(g.atoms))}
	for i := range g.atoms {
		w.from(i)
		for _, j := range w.seen {
			if int(j) <= i {
				continue
			}
			class := uint8(forcefield.Excluded)
			if w.bonds[j] == 3 {
				class = class14
			}
			special = append(special, forcefield.Special{I: int32(i), J: j, Class: class})
		}
	}
	pairs, err := forcefield.NewPairs(len(g.atoms), o.Periodic, cutoff, skin, special)
	if err != nil {
		return nil, &Error{Msg: err.Error()}
	}
	return &nearList{t, charges, pairs, forcefield.NewSwitch(-1, cutoff), cutoff * cutoff, 1 / (cutoff + coulombBuffer)}, nil
}

// evaluate adds the energies and, unless force is nil, their gradient. The energies are
// NaN when there can be no list for the positions x, or the context of Until has ended.
func (l *nearList) evaluate(x []float64, position, force []geom.Vec3, e *energies) {
	if l.pairs.Update(x) != nil {
		e.vanDerWaals = math.NaN()
		return
	}
	vdw, ele := 0.0, 0.0
	list := l.pairs.List()
	for k := range list {
		if l.pairs.Ended(k) {
			e.vanDerWaals = math.NaN()
			return
		}
		p := &list[k]
		d := position[p.J].Sub(position[p.I]).Add(l.pairs.Shift(p.Shift))
		r2 := d.Norm2() + tiny
		if r2 >= l.end2 {
			continue
		}
		factor, fall := l.end.At(r2)
		c := &l.contacts[int(l.kind[p.I])*l.kinds+int(l.kind[p.J])]
		r := math.Sqrt(r2)
		u := r * c.inverse
		u2 := r2 * c.inverse2
		u6 := u2 * u2 * u2
		a, b := shape/(u+bufferA), shape/(u6*u+bufferB)
		a2 := a * a
		a7 := (a2 * a2) * (a2 * a)
		v := c.well * a7 * (b - 2)
		inverse := 1 / (r + coulombBuffer)
		q := coulomb * l.charges[p.I] * l.charges[p.J]
		if p.Class == class14 {
			q *= coulomb14
		}
		vdw += factor * v
		ele += q * (inverse - l.shift*(2-(r+coulombBuffer)*l.shift))
		if force != nil {
			s := (factor*c.slope*a7*(a*(b-2)+u6*(b*b))-q*(inverse*inverse-l.shift*l.shift))/r + 2*fall*v
			add(&force[p.J], s, &d)
			add(&force[p.I], -s, &d)
		}
	}
	e.vanDerWaals, e.electrostatic = vdw, ele
}
