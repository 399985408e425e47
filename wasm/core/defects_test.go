package core

import (
	"strings"
	"testing"
)

// TestDefects: what is planned for a document changes the atoms that it names and no others.
func TestDefects(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, copper)
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[2,0,0,0,2,0,0,0,2]}]}`, nil, nil)
	ask := func(request string) (plan defectsPlan) {
		t.Helper()
		head, bufs := given(t, c)
		do(t, c, "crystal.defects", `{"structure":`+head+`,`+request+`}`, bufs, &plan)
		return plan
	}
	apply := func(plan defectsPlan) (formula string) {
		t.Helper()
		var a struct {
			State documentState `json:"state"`
		}
		do(t, c, "edit.apply", `{"label":"","author":"person","ops":`+text(t, plan.Ops)+`}`, nil, &a)
		do(t, c, "edit.undo", `{}`, nil, nil)
		return a.State.Formula
	}
	p := ask(`"kind":"alloy","element":"Cu","parts":[{"element":"au","fraction":0.25}],"shells":2,"seed":7`)
	if f := apply(p); f != "Au8Cu24" || len(p.Ops) != 1 || p.Counts[0] != 8 || len(p.Shells) != 2 || p.Shells[0].Neighbors != 12 {
		t.Errorf("alloy: got %s, %+v", f, p)
	}
	if again := ask(`"kind":"alloy","element":"Cu","parts":[{"element":"au","fraction":0.25}],"shells":2,"seed":7`); text(t, again) != text(t, p) {
		t.Errorf("the same seed: got %+v, then %+v", p, again)
	}
	p = ask(`"kind":"alloy","sites":[0,1,2,3],"parts":[{"element":"Ni","fraction":0.5},{"element":"Zn","fraction":0.5}]`)
	if f := apply(p); f != "Cu28Ni2Zn2" || p.Ops[0].Atoms[3] != 3 {
		t.Errorf("given sites: got %s, %+v", f, p)
	}
	p = ask(`"kind":"vacancies","element":"Cu","count":3,"apart":3,"seed":1`)
	if f := apply(p); f != "Cu29" || len(p.Ops[0].Atoms) != 3 {
		t.Errorf("vacancies: got %s, %+v", f, p)
	}
	p = ask(`"kind":"interstitials","element":"H","count":2`)
	if f := apply(p); f != "H2Cu32" || p.Void < 1.80 || p.Void > 1.81 { // the octahedral hole, a/2
		t.Errorf("interstitials: got %s, %+v", f, p)
	}
	if p = ask(`"kind":"alloy","element":"Cu","parts":[{"element":"Cu","fraction":1}]`); len(p.Ops) != 0 {
		t.Errorf("copper on copper: got %+v", p)
	}
	for request, want := range map[string]Failure{
		`"kind":"alloy","element":"Ag","parts":[]`:                             {Code: "INVALID_ARGUMENTS", Message: "there is no Ag to replace"},
		`"kind":"alloy","element":"Cu","parts":[{"element":"Q","fraction":1}]`: {Code: "INVALID_ARGUMENTS", Pointer: "/parts/0/element"},
		`"kind":"alloy","sites":[40],"parts":[{"element":"Au","fraction":1}]`:  {Code: "INVALID_ARGUMENTS", Message: "site 40 is no atom"},
		`"kind":"vacancies","element":"Cu","count":33`:                         {Code: "INVALID_ARGUMENTS", Pointer: "/count"},
		`"kind":"vacancies","element":"Cu","count":5,"apart":9`:                {Code: "NO_ROOM", Pointer: "/count"},
		`"kind":"interstitials","count":1`:                                     {Code: "INVALID_ARGUMENTS", Pointer: "/element"},
		`"kind":"interstitials","element":"H","count":1000`:                    {Code: "NO_ROOM", Pointer: "/count", Message: "there are 96 voids"},
		`"kind":"vacancies","sites":[1],"count":1`:                             {Code: "INVALID_ARGUMENTS", Pointer: "/sites"},
		`"kind":"interstitials","sites":[1],"element":"H","count":1`:           {Code: "INVALID_ARGUMENTS", Pointer: "/sites"},
		`"kind":"swap"`: {Code: "INVALID_ARGUMENTS", Pointer: "/kind"},
	} {
		head, bufs := given(t, c)
		f := fails(t, c, "crystal.defects", `{"structure":`+head+`,`+request+`}`, bufs)
		if f.Code != want.Code || f.Pointer != want.Pointer || !strings.HasPrefix(f.Message, want.Message) {
			t.Errorf("%s: got %+v, want %+v", request, f, want)
		}
	}
}
