package jsontext

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestValue(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{" {\"a\" : [1 , 2.5e-3,\ttrue,false,null,\"\\u00e9\\n\"]}\n", ""},
		{"[]", ""}, {"{}", ""}, {"0", ""}, {"-0.0E+1", ""}, {`""`, ""}, {"[[],{}]", ""},
		{strings.Repeat("[", 64) + strings.Repeat("]", 64), ""},
		{"", "byte 0: unexpected end, a value is missing"},
		{"  ", "byte 2: unexpected end, a value is missing"},
		{"[1,]", "byte 3: unexpected ], a value must stand here"},
		{"[1 2]", "byte 3: unexpected 2, expected , or ] in an array"},
		{"[1", "byte 2: unexpected end inside an array"},
		{"[1,", "byte 3: unexpected end, a value is missing"},
		{"{", "byte 1: unexpected end inside an object"},
		{`{"a"}`, "byte 4: a : is missing after a member name"},
		{`{"a":1,}`, "byte 7: a member name in quotes is missing"},
		{`{a:1}`, "byte 1: a member name in quotes is missing"},
		{`{"a":1 "b":2}`, "byte 7: unexpected \", expected , or } in an object"},
		{"nul", "byte 0: unexpected word; JSON knows true, false and null"},
		{"NaN", "byte 0: unexpected N, a value must stand here"},
		{"Infinity", "byte 0: unexpected I, a value must stand here"},
		{"+1", "byte 0: unexpected +, a value must stand here"},
		{".5", "byte 0: unexpected ., a value must stand here"},
		{"01", "byte 0: a number starts with a needless 0"},
		{"1.", "byte 0: a number has no digits after its point"},
		{"1e", "byte 0: a number has no digits in its exponent"},
		{"-", "byte 0: a number has no digits"},
		{"1 1", "byte 2: text after the end of the value"},
		{"\"a", "byte 0: a string has no end"},
		{"\"a\x01\"", "byte 2: a control character stands bare in a string"},
		{`"\x"`, "byte 1: a string holds an unknown escape"},
		{`"\u12g4"`, "byte 1: a string holds an unknown escape"},
		{`"\`, "byte 1: a string holds an unknown escape"},
		{"\"\xff\"", "byte 1: a string is not UTF-8"},
		{"\xef\xbb\xbf{}", "byte 0: unexpected a character outside ASCII, a value must stand here"},
		{strings.Repeat("[", 65) + strings.Repeat("]", 65), "byte 64: arrays and objects nest deeper than 64"},
		{strings.Repeat(`{"a":`, 10_000), "byte 320: arrays and objects nest deeper than 64"},
	} {
		_, err := Value([]byte(c.text))
		if got := message(err); got != c.want {
			t.Errorf("%.40q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestMembers(t *testing.T) {
	list, err := Members([]byte(`{"b": 1, "a":[2,{"x":3}] ,"\u0063":"d"}`))
	if err != nil || len(list) != 3 || list[0].Key != "b" || string(list[1].Value) != `[2,{"x":3}]` || list[2].Key != "c" {
		t.Errorf("got %v %v", list, err)
	}
	var many strings.Builder
	for i := range 100 {
		many.WriteString(`"k` + strconv.Itoa(i) + `":0,`)
	}
	for _, text := range []string{`{"a":1,"a":1}`, `{"a":1,"\u0061":1}`, "{" + many.String() + `"k99":1}`, "{" + many.String() + `"k3":1}`} {
		var repeated *RepeatedError
		if _, err := Members([]byte(text)); !errors.As(err, &repeated) {
			t.Errorf("%.40s: got %v, want a repeated name", text, err)
		}
	}
	if _, err := Members([]byte("{" + many.String() + `"k100":1}`)); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestText(t *testing.T) {
	for _, c := range [][2]string{
		{`"plain"`, "plain"},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"\u0041\u00E9\ud83D\uDE00"`, "Aé😀"},
		{`"\ude00\ud83d"`, "\ufffd\ufffd"},
		{`"\ud83dA"`, "\ufffdA"},
	} {
		if got := Text([]byte(c[0])); got != c[1] {
			t.Errorf("%s: got %q, want %q", c[0], got, c[1])
		}
	}
}

func TestAppendString(t *testing.T) {
	for _, c := range [][2]string{
		{"", `""`}, {"a/b", `"a/b"`}, {"\"\\", `"\"\\"`}, {"\b\f\n\r\t", `"\b\f\n\r\t"`},
		{"\x00\x1f\x7f", "\"\\u0000\\u001f\x7f\""}, {"é\u2028<&>", "\"é\u2028<&>\""}, {"a\xffb", "\"a\ufffdb\""},
	} {
		if got := string(AppendString(nil, c[0])); got != c[1] {
			t.Errorf("%q: got %s, want %s", c[0], got, c[1])
		}
	}
}

func TestQuote(t *testing.T) {
	if got := Quote("a\nb"); got != `"a\nb"` {
		t.Errorf("got %s", got)
	}
	if got := Quote(strings.Repeat("é", 10_000)); got != `"`+strings.Repeat("é", 60)+`"…` {
		t.Errorf("got %s", got)
	}
}

func TestOneLine(t *testing.T) {
	if got := OneLine("a\nb\x00\u0085c"); got != "a b  c" {
		t.Errorf("got %q", got)
	}
	if got := OneLine(strings.Repeat("é", 10_000)); got != strings.Repeat("é", 500)+"…" {
		t.Errorf("got %d bytes", len(got))
	}
}

func TestAppendFloat(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {-1, "-1"}, {0.5, "0.5"}, {-0.0001, "-0.0001"}, {12.3456, "12.3456"},
		{99999999999.9999, "99999999999.9999"}, {100.01, "100.01"}, {1000, "1000"}, {123456.7, "123456.7"}, {math.Nextafter(0.3, 1), "0.30000000000000004"},
		{1e-6, "0.000001"}, {1e-7, "1e-7"}, {1.5e-10, "1.5e-10"}, {1e20, "100000000000000000000"}, {1e21, "1e+21"},
		{math.MaxFloat64, "1.7976931348623157e+308"}, {5e-324, "5e-324"}, {9007199254740993, "9007199254740992"},
		{math.NaN(), "null"}, {math.Inf(1), "null"},
	} {
		if got := string(AppendFloat(nil, c.v)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestReadInt(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  int64
		whole bool
	}{
		{"0", 0, true}, {"-7", -7, true}, {"6.0", 6, true}, {"6e0", 6, true}, {"60e-1", 6, true}, {"9007199254740991", 1<<53 - 1, true},
		{"9007199254740992", 1 << 53, true}, {"9007199254740994", 0, false}, {"1e300", 0, false}, {"0.5", 0, false}, {"1e-400", 0, true},
	} {
		got, end, whole, err := ReadInt([]byte(c.text), 0)
		if err != nil || got != c.want || whole != c.whole || end != len(c.text) {
			t.Errorf("%s: got %d %v %v, want %d %v", c.text, got, whole, err, c.want, c.whole)
		}
	}
	if _, _, _, err := ReadInt([]byte("1e999"), 0); err != ErrRange {
		t.Errorf("got %v, want ErrRange", err)
	}
}

// The standard library accepts the same texts, but for invalid UTF-8 and depth.
func FuzzValue(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e-3,true,null,"\u00e9"]}`, "[", "1.5", `"\ud800"`, "[[[]]]", `{"a":1,"a":2}`, " 0 "} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		value, err := Value(data)
		if !utf8.Valid(data) || strings.Contains(message(err), "nest deeper") {
			return
		}
		if (err == nil) != json.Valid(data) {
			t.Fatalf("%q: got %v, encoding/json says %v", data, err, json.Valid(data))
		}
		if err != nil {
			return
		}
		switch KindOf(value) {
		case String:
			var want string
			if err := json.Unmarshal(value, &want); err != nil || Text(value) != want {
				t.Fatalf("%q: got %q, want %q", value, Text(value), want)
			}
		case Number:
			want, err := strconv.ParseFloat(string(value), 64)
			got, end, gotErr := ReadFloat(value, 0)
			if (err == nil) != (gotErr == nil) || err == nil && (math.Float64bits(got) != math.Float64bits(want) || end != len(value)) {
				t.Fatalf("%s: got %v %v, want %v %v", value, got, gotErr, want, err)
			}
		case Object:
			if _, err := Members(value); err != nil {
				var repeated *RepeatedError
				if !errors.As(err, &repeated) {
					t.Fatalf("%q: got %v", value, err)
				}
			}
		}
	})
}

// Numbers are spelled as encoding/json spells them (ECMAScript's way) and read
// back bit for bit.
func FuzzFloat(f *testing.F) {
	for _, v := range []float64{0, 0.1, 1.0 / 3, 1e-7, 1e21, 12345.6789, 99999999999.9999, math.MaxFloat64, 5e-324} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v float64) {
		if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 {
			return
		}
		for _, v := range []float64{v, math.Round(v*1e4) / 1e4} {
			if math.IsInf(v, 0) || v == 0 {
				continue
			}
			got := AppendFloat(nil, v)
			if want, _ := json.Marshal(v); string(got) != string(want) {
				t.Fatalf("got %s, want %s", got, want)
			}
			back, end, err := ReadFloat(got, 0)
			if err != nil || end != len(got) || back != v {
				t.Fatalf("%s reads back as %v %v", got, back, err)
			}
		}
	})
}

func FuzzString(f *testing.F) {
	f.Add("plain")
	f.Add("\"\\\n\x00é😀\xff")
	f.Fuzz(func(t *testing.T, s string) {
		text := AppendString(nil, s)
		if _, err := Value(text); err != nil {
			t.Fatalf("%q is written as %s: %v", s, text, err)
		}
		if got, want := Text(text), strings.ToValidUTF8(s, "\ufffd"); utf8.ValidString(s) && got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
