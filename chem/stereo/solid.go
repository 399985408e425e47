package stereo

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// flatVolume is the triple product of bond vectors, in Å³, below which a center is flat.
// Ideal sp³ carbon has 2.8; RDKit uses the same bound.
const flatVolume = 0.1

// solidCenter states the handedness of atom i of a 3D geometry. Four ligands, of which
// one may be a hydrogen that is no atom, make a center; three and a lone pair do at
// sulfur and selenium only, whose configuration is as lasting as carbon's. Bonds that
// the atom gives to an acceptor and bonds without an order do not count, as in RDKit.
func (d *drawing) solidCenter(i int) {
	if d.adjacency.Degree(i) < 3 || d.wavy(i) || d.polyhedron(i) || d.manyHydrogens(i) {
		return
	}
	center := &d.m.Atoms[i]
	var ligands [4]int
	var spokes [4]geom.Vec3
	n := 0
	for _, next := range d.adjacency.Of(i) {
		b := &d.m.Bonds[next.Bond]
		if b.Order == mol.Any || b.Order == mol.Dative && b.A == i {
			continue
		}
		if n == len(ligands) {
			return
		}
		ligands[n], spokes[n] = next.Atom, d.m.Atoms[next.Atom].Pos.Sub(center.Pos)
		n++
	}
	total := n + d.hydrogens[i]
	if n < 3 || total > 4 || total < 4 && center.Element != 16 && center.Element != 34 {
		return
	}
	volume := spokes[0].Dot(spokes[1].Cross(spokes[2]))
	if n == 4 && volume < flatVolume && volume > -flatVolume {
		// The first three are in a plane with the center; the fourth stands in for
		// the third from the other side.
		volume = -spokes[0].Dot(spokes[1].Cross(spokes[3]))
	}
	if volume > flatVolume || volume < -flatVolume {
		d.state(i, append([]int(nil), ligands[:n]...), volume > 0)
	}
}
