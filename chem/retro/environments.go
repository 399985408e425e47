package retro

import (
	"sync"

	"github.com/molsmith/molsmith/chem/smarts"
)

// An environment is a kind of atom at which a retrosynthetic cut is made: the first
// atom of the pattern. The numbers are those of the BRICS paper, without the 2 that its
// authors dropped; SMARTS as RDKit has them (BSD-3-Clause).
type environment struct {
	label  uint8
	smarts string
}

var environments = [...]environment{
	{1, "[C;D3]([#0,#6,#7,#8])(=O)"},
	{3, "[O;D2]-;!@[#0,#6,#1]"},
	{4, "[C;!D1;!$(C=*)]-;!@[#6]"},
	{5, "[N;!D1;!$(N=*);!$(N-[!#6;!#16;!#0;!#1]);!$([N;R]@[C;R]=O)]"},
	{6, "[C;D3;!R](=O)-;!@[#0,#6,#7,#8]"},
	{7, "[C;D2,D3]-[#6]"},
	{8, "[C;!R;!D1;!$(C!-*)]"},
	{9, "[n;+0;$(n(:[c,n,o,s]):[c,n,o,s])]"},
	{10, "[N;R;$(N(@C(=O))@[C,N,O,S])]"},
	{11, "[S;D2](-;!@[#0,#6])"},
	{12, "[S;D4]([#6,#0])(=O)(=O)"},
	{13, "[C;$(C(-;@[C,N,O,S])-;@[N,O,S])]"},
	{14, "[c;$(c(:[c,n,o,s]):[n,o,s])]"},
	{15, "[C;$(C(-;@C)-;@C)]"},
	{16, "[c;$(c(:c):c)]"},
}

// pairs lists which environments are cut apart, in order of preference where both ends
// of a bond fit several. The bond is single but for 7 and 7, where it is double.
var pairs = [...][2]uint8{
	{1, 3}, {1, 5}, {1, 10},
	{3, 4}, {3, 13}, {3, 14}, {3, 15}, {3, 16},
	{4, 5}, {4, 11},
	{5, 12}, {5, 14}, {5, 16}, {5, 13}, {5, 15},
	{6, 13}, {6, 14}, {6, 15}, {6, 16},
	{7, 7},
	{8, 9}, {8, 10}, {8, 13}, {8, 14}, {8, 15}, {8, 16},
	{9, 13}, {9, 14}, {9, 15}, {9, 16},
	{10, 13}, {10, 14}, {10, 15}, {10, 16},
	{11, 13}, {11, 14}, {11, 15}, {11, 16},
	{13, 14}, {13, 15}, {13, 16},
	{14, 14}, {14, 15}, {14, 16},
	{15, 16},
	{16, 16},
}

// queries are the compiled patterns of environments.
var queries = sync.OnceValue(func() (q [len(environments)]*smarts.Query) {
	for i, e := range environments {
		q[i] = smarts.MustParse(e.smarts)
	}
	return q
})
