package freevolume_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/freevolume"
)

func Example() {
	box, _ := cell.FromParameters(10, 10, 10, 90, 90, 90)
	argon := []float64{5, 5, 5}
	m, err := freevolume.New(context.Background(), box, argon, []float64{1.88}, freevolume.Options{Reach: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	near, _ := m.Within(context.Background(), argon, 4)
	fmt.Printf("%.0f Å³ free, %.0f Å³ of them within 4 Å\n", m.Free(), m.FreeIn(near))
	// Output: 972 Å³ free, 240 Å³ of them within 4 Å
}
