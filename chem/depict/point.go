package depict

import "math"

// Point is a position or a step in the plane.
type Point struct{ X, Y float64 }

func (p Point) add(q Point) Point         { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) sub(q Point) Point         { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) scale(f float64) Point     { return Point{p.X * f, p.Y * f} }
func (p Point) dot(q Point) float64       { return p.X*q.X + p.Y*q.Y }
func (p Point) cross(q Point) float64     { return p.X*q.Y - p.Y*q.X }
func (p Point) norm2() float64            { return p.X*p.X + p.Y*p.Y }
func (p Point) norm() float64             { return math.Sqrt(p.norm2()) }
func (p Point) angle() float64            { return math.Atan2(p.Y, p.X) }
func (p Point) left() Point               { return Point{-p.Y, p.X} }
func (p Point) toward(q Point) Point      { return q.sub(p).unit() }
func (p Point) turn(c, s float64) Point   { return Point{c*p.X - s*p.Y, s*p.X + c*p.Y} }
func (p Point) mid(q Point) Point         { return p.add(q).scale(0.5) }
func (p Point) distance(q Point) float64  { return p.sub(q).norm() }
func (p Point) distance2(q Point) float64 { return p.sub(q).norm2() }

func (p Point) unit() Point {
	if n := p.norm(); n > 0 {
		return p.scale(1 / n)
	}
	return Point{}
}

// direction returns the unit step at an angle in radians.
func direction(angle float64) Point { return Point{math.Cos(angle), math.Sin(angle)} }

// mirror returns p mirrored in the line through a along the unit step u.
func (p Point) mirror(a, u Point) Point {
	d := p.sub(a)
	return a.add(u.scale(2 * d.dot(u))).sub(d)
}

// toSegment returns the distance of p from the segment a–b when it is below the limit,
// else the limit.
func (p Point) toSegment(a, b Point, limit float64) float64 {
	if p.X < min(a.X, b.X)-limit || p.X > max(a.X, b.X)+limit || p.Y < min(a.Y, b.Y)-limit || p.Y > max(a.Y, b.Y)+limit {
		return limit
	}
	d := b.sub(a)
	f := 0.0
	if n := d.norm2(); n > 0 {
		f = min(1, max(0, p.sub(a).dot(d)/n))
	}
	r := p.distance2(a.add(d.scale(f)))
	if r >= limit*limit {
		return limit
	}
	return math.Sqrt(r)
}

// crosses says whether the segments a–b and c–d have an inner point in common.
func crosses(a, b, c, d Point) bool {
	if max(a.X, b.X) < min(c.X, d.X) || max(c.X, d.X) < min(a.X, b.X) ||
		max(a.Y, b.Y) < min(c.Y, d.Y) || max(c.Y, d.Y) < min(a.Y, b.Y) {
		return false
	}
	u, v := b.sub(a), d.sub(c)
	return u.cross(c.sub(a))*u.cross(d.sub(a)) < 0 && v.cross(a.sub(c))*v.cross(b.sub(c)) < 0
}

// turnTo returns angle moved by full turns into [0, 2π).
func turnTo(angle float64) float64 {
	for angle < 0 {
		angle += 2 * math.Pi
	}
	for angle >= 2*math.Pi {
		angle -= 2 * math.Pi
	}
	return angle
}

func centroid(points []Point) Point {
	var sum Point
	for _, p := range points {
		sum = sum.add(p)
	}
	if len(points) > 0 {
		sum = sum.scale(1 / float64(len(points)))
	}
	return sum
}
