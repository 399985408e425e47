package depict_test

import (
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/depict"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func ExampleSVG() {
	p, err := smiles.Perceive("O=Cc1ccccc1")
	if err != nil {
		fmt.Println(err)
		return
	}
	svg, err := depict.SVG(p, stereo.Find(p), depict.Options{Title: "benzaldehyde", Width: 200, Height: 120})
	fmt.Println(svg[:strings.Index(svg, "</title>")], err)
	// Output: <svg xmlns="http://www.w3.org/2000/svg" role="img" width="200" height="120" viewBox="0 0 200 120"><title>benzaldehyde <nil>
}

func ExampleLayout() {
	p, err := smiles.Perceive("CCO")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := depict.Layout(p, nil)
	for i, at := range c {
		fmt.Printf("%d %.2f %.2f\n", i, at.X, at.Y)
	}
	fmt.Println(err)
	// Output:
	// 0 -0.87 0.17
	// 1 0.00 -0.33
	// 2 0.87 0.17
	// <nil>
}
