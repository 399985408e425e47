package crystal

import "math"

// origin returns a solution of (1 − W)·q = step, up to whole numbers, for all motions,
// if there is one. The equations of generators are brought to diagonal form by whole row and
// column operations, which keep "up to whole numbers" true (Grosse-Kunstleve, Acta
// Cryst. 1999, A55, 383).
func origin(group []motion, steps [][3]float64) (q [3]float64) {
	var rows [][3]int
	var right []float64
	for _, i := range generators(group) {
		w := &group[i].rotation
		for r := range 3 {
			row := [3]int{-w[3*r], -w[3*r+1], -w[3*r+2]}
			row[r]++
			rows = append(rows, row)
			right = append(right, steps[i][r])
		}
	}
	columns := [9]int{1, 0, 0, 0, 1, 0, 0, 0, 1} // q = columns · y
	for k := 0; k < 3 && k < len(rows); k++ {
		for pivot(rows, right, &columns, k) {
			d := rows[k][k]
			clean := true
			for r := range rows {
				if n := rows[r][k] / d; r != k && rows[r][k] != 0 {
					for c := range 3 {
						rows[r][c] -= n * rows[k][c]
					}
					right[r] -= float64(n) * right[k]
					clean = clean && rows[r][k] == 0
				}
			}
			for c := k + 1; c < 3; c++ {
				if n := rows[k][c] / d; rows[k][c] != 0 {
					for r := range rows {
						rows[r][c] -= n * rows[r][k]
					}
					for r := range 3 {
						columns[3*r+c] -= n * columns[3*r+k]
					}
					clean = clean && rows[k][c] == 0
				}
			}
			if clean {
				break
			}
		}
	}
	var solution [3]float64
	for k := 0; k < 3 && k < len(rows); k++ {
		if d := rows[k][k]; d != 0 {
			x := right[k] - math.Floor(right[k]+0.5)
			solution[k] = x / float64(d)
		}
	}
	for i := range 3 {
		for k := range 3 {
			q[i] += float64(columns[3*i+k]) * solution[k]
		}
	}
	return q
}

// pivot moves the smallest number that is not zero of the rows and columns from k on to (k,
// k); false when all are zero.
func pivot(rows [][3]int, right []float64, columns *[9]int, k int) bool {
	at, best := [2]int{-1, -1}, 0
	for r := k; r < len(rows); r++ {
		for c := k; c < 3; c++ {
			if n := abs(rows[r][c]); n > 0 && (best == 0 || n < best) {
				at, best = [2]int{r, c}, n
			}
		}
	}
	if best == 0 {
		return false
	}
	rows[k], rows[at[0]] = rows[at[0]], rows[k]
	right[k], right[at[0]] = right[at[0]], right[k]
	if c := at[1]; c != k {
		for r := range rows {
			rows[r][k], rows[r][c] = rows[r][c], rows[r][k]
		}
		for r := range 3 {
			columns[3*r+k], columns[3*r+c] = columns[3*r+c], columns[3*r+k]
		}
	}
	return true
}

// generators returns motions whose products are all others.
func generators(group []motion) []int {
	made := [][9]int{{1, 0, 0, 0, 1, 0, 0, 0, 1}}
	has := func(w [9]int) bool {
		for i := range made {
			if made[i] == w {
				return true
			}
		}
		return false
	}
	var chosen []int
	for i := range group {
		if has(group[i].rotation) {
			continue
		}
		chosen = append(chosen, i)
		for n := 0; n < len(made); n++ {
			for _, k := range chosen {
				if w := times(&group[k].rotation, &made[n]); !has(w) {
					made = append(made, w)
				}
			}
		}
	}
	return chosen
}
