package tools

import (
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// fillVolume is the van der Waals volume of all copies in Å³: per molecule, the
// union of the spheres of its atoms.
func fillVolume(list []copies) float64 {
	sum := 0.0
	for _, c := range list {
		sum += float64(c.count) * vdwVolume(c.atoms)
	}
	return sum
}

// vdwVolume is the volume of the union of the atoms' van der Waals spheres: the sum
// over atoms of the part of the sphere that is the atom's own, where a place within
// n spheres belongs to each by 1/n. Each sphere is sampled by the same 96 points of
// equal volume; the error is about one percent.
func vdwVolume(s *structure.Structure) float64 {
	const samples = 96
	var points [samples]geom.Vec3 // in the unit ball
	for k := range points {
		// Radii in an order unrelated to that of the directions.
		r := math.Cbrt((math.Mod(float64(k)*37, samples) + 0.5) / samples)
		points[k] = geom.Spread(k, samples).Scale(r)
	}
	sum := 0.0
	var near []int
	for i, z := range s.Elements {
		p, r := geom.At(s.Positions, i), elem.VdwRadius(z)
		near = near[:0]
		for j, other := range s.Elements {
			reach := r + elem.VdwRadius(other)
			if j != i && geom.At(s.Positions, j).Sub(p).Norm2() < reach*reach {
				near = append(near, j)
			}
		}
		own := 0.0
		for _, u := range points {
			at := p.Add(u.Scale(r))
			owners := 1
			for _, j := range near {
				radius := elem.VdwRadius(s.Elements[j])
				if geom.At(s.Positions, j).Sub(at).Norm2() < radius*radius {
					owners++
				}
			}
			own += 1 / float64(owners)
		}
		sum += own / samples * (4.0 / 3 * math.Pi) * r * r * r
	}
	return sum
}
