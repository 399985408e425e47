package contract

import "testing"

// Fields of a table are shown by one beside them or by one of the arguments.
func TestWhenInRows(t *testing.T) {
	type row struct {
		Mode  string  `json:"mode" schema:"enum=a|b;default=a"`
		Count int     `json:"count" schema:"default=1;when=amount:count"`
		Share float64 `json:"share" schema:"default=1;when=mode:b"`
	}
	type args struct {
		Amount string `json:"amount" schema:"enum=count|share;default=count"`
		Rows   []row  `json:"rows"`
	}
	if _, err := define[args](nil); err != nil {
		t.Error(err)
	}
}

func TestWhenRefuses(t *testing.T) {
	type unknown struct {
		N int `json:"n" schema:"default=1;when=mode:a"`
	}
	type itself struct {
		S string `json:"s" schema:"enum=a|b;default=a;when=s:a"`
	}
	type required struct {
		Mode string `json:"mode" schema:"enum=a|b;default=a"`
		N    int    `json:"n" schema:"examples=1;when=mode:a"`
	}
	type other struct {
		Mode string `json:"mode" schema:"enum=a|b;default=a"`
		N    int    `json:"n" schema:"default=1;when=mode:a|c"`
	}
	type number struct {
		Mode int `json:"mode" schema:"default=1"`
		N    int `json:"n" schema:"default=1;when=mode:1"`
	}
	type malformed struct {
		N int `json:"n" schema:"default=1;when=mode"`
	}
	type row struct {
		N int `json:"n" schema:"default=1;when=rows:a"`
	}
	type table struct {
		Rows []row `json:"rows"`
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{second(define[unknown](nil)), `"n" is shown by "mode", which is no argument`},
		{second(define[itself](nil)), `"s" is shown by itself`},
		{second(define[required](nil)), `"n" is not always shown, so it needs a default or must be optional`},
		{second(define[other](nil)), `"n" is shown by mode:c, which "mode" cannot be`},
		{second(define[number](nil)), `"n" is shown by mode:1, which "mode" cannot be`},
		{second(define[malformed](nil)), `the arguments: field N: when=mode is not key:value or key:value|value`},
		{second(define[table](nil)), `"n" is shown by rows:a, which "rows" cannot be`},
	} {
		if want := `contract: tool "test_tool": ` + c.want; c.err == nil || c.err.Error() != want {
			t.Errorf("got  %v\nwant %s", c.err, want)
		}
	}
}
