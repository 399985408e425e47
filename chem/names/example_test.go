package names_test

import (
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/names"
)

func ExampleRead() {
	for _, name := range []string{"caffeine", "3-chloro-N,N-dimethylaniline", "(2R)-butan-2-ol"} {
		r, err := names.Read(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.SMILES, "from the", r.Source)
	}
	_, err := names.Read("chlorobutane")
	var e *names.Error
	if errors.As(err, &e) {
		fmt.Println(e)
		for _, s := range e.Suggestions {
			fmt.Println(s.Name, s.SMILES)
		}
	}
	// Output:
	// Cn1c(=O)c2c(ncn2C)n(C)c1=O from the dictionary
	// CN(C)c1cccc(Cl)c1 from the rules
	// CC[C@@H](C)O from the rules
	// "chlorobutane" is ambiguous, it fits several molecules; say which one
	// 1-chlorobutane CCCCCl
	// 2-chlorobutane CCC(C)Cl
}
