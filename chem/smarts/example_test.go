package smarts_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func Example() {
	aspirin, err := smiles.Perceive("CC(=O)Oc1ccccc1C(=O)O")
	if err != nil {
		fmt.Println(err)
		return
	}
	target := smarts.NewTarget(aspirin, stereo.Find(aspirin))
	acid, err := smarts.Parse("[CX3](=O)[OX2H1]")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := acid.Match(target, smarts.Options{})
	fmt.Println(result.Maps, err)
	count, err := smarts.MustParse("[CX3](=O)O").Count(target)
	fmt.Println(count, err)
	// Output:
	// [[10 11 12]] <nil>
	// 2 <nil>
}

func ExampleParse() {
	_, err := smarts.Parse("[CX4](C)C(")
	fmt.Println(err)
	_, err = smarts.Parse("[C,;N]")
	fmt.Println(err)
	// Output:
	// character 11: expected ) to close the ( of character 10
	// character 4: expected an atom primitive before ';'
}

func ExampleQuery_First() {
	toluene, err := smiles.Perceive("Cc1ccccc1")
	if err != nil {
		fmt.Println(err)
		return
	}
	// The carbons beside a ring carbon that carries something.
	beside := make([]bool, len(toluene.Mol.Atoms))
	err = smarts.MustParse("cc[!#1;!R]").First(smarts.NewTarget(toluene, nil), beside)
	fmt.Println(beside, err)
	// Output:
	// [false false true false false false true] <nil>
}
