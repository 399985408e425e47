package pack

import "github.com/molsmith/molsmith/chem/geom"

// Crosses reports whether the segment from p along v passes through a ring whose corners,
// in order around it, are given relative to its centroid; p is relative to that too. The
// ring is seen as a fan of triangles about the centroid.
func Crosses(p, v geom.Vec3, corners []geom.Vec3) bool { return crosses(p, v, corners) }
