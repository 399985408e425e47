//go:build !js

package chem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/molsmith/molsmith/"

// levels orders the packages of chem: a package imports only from lower levels.
// Subpackages count as their parent.
var levels = map[string]int{
	"internal": 0, // reference data for tests
	"elem":     0, "geom": 0, "rng": 0, "parallel": 0,
	"mol": 1, "cell": 1, "symm": 1, "structure": 1,
	"grid": 2, "selection": 2, "ring": 2, "perceive": 2, "stereo": 2, "canon": 2,
	"smiles": 3, "smarts": 3, "molfile": 3, "formats": 3, "moljson": 3, "hydrogen": 3,
	"library": 4, "forcefield": 4, "minimize": 4, "depict": 4, "fingerprint": 4, "descriptors": 4, "mcs": 4, "species": 4,
	"names": 5, "embed": 5, "conformer": 5, "pack": 5, "freevolume": 5, "polymer": 5, "crystal": 5, "retro": 5, "admet": 5, "edit": 5,
	"tools": 6,
}

// siblings lists the imports inside a level that are allowed.
var siblings = map[string][]string{
	"rng":         {"geom"},
	"structure":   {"cell", "mol"},
	"symm":        {"cell"},
	"perceive":    {"ring"},
	"canon":       {"ring", "perceive"},
	"stereo":      {"ring", "perceive", "canon"},
	"formats":     {"molfile"},
	"descriptors": {"fingerprint"},
	"conformer":   {"embed"},
	"polymer":     {"pack"},
	"edit":        {"embed", "conformer", "crystal"},
}

// contractUsers are the chem packages that may import contract.
var contractUsers = []string{"chem/tools", "chem/edit", "chem/formats/json"}

// forbidden packages may be nowhere in the dependencies of chem and contract.
var forbidden = map[string]string{
	"net":         "chemistry and the contract must run in a page and never reach a network",
	"net/http":    "it adds a megabyte to the page, and chemistry never reaches a network",
	"os/exec":     "chemistry must run in a page, where there are no processes",
	"crypto/tls":  "chemistry and the contract never reach a network",
	"runtime/cgo": "the binary is static and the page has no C",
}

// forbiddenDirect packages may not be imported by chem and contract themselves.
// The standard library brings some of them along (fmt needs os, and os needs
// syscall/js in a page), which does no harm.
var forbiddenDirect = map[string]string{
	"syscall/js":   "only wasm/ sees JavaScript values",
	"os":           "files and the environment belong to server/ and wasm/",
	"log":          "pure functions return errors and warnings; hosts log",
	"log/slog":     "pure functions return errors and warnings; hosts log",
	"time":         "results must not depend on the clock; hosts pass what is needed",
	"math/rand":    "random numbers come from chem/rng, seeded and passed as values",
	"math/rand/v2": "random numbers come from chem/rng, seeded and passed as values",
}

// testSupport reads the folder that MOLSMITH_ORACLE names; only tests import it.
const testSupport = "chem/internal/oracle"

// listed is what go list says of a package.
type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// path is the import path inside the module.
func (p *listed) path() string { return strings.TrimPrefix(p.ImportPath, module) }

// list asks go list about all packages of the module for one platform.
func list(t *testing.T, goos, goarch string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports,Deps", "./chem/...", "./contract/...", "./server/...", "./wasm/...")
	cmd.Dir = root(t)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if goos != "" {
		cmd.Env = append(cmd.Env, "GOOS="+goos, "GOARCH="+goarch)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var packages []listed
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	if len(packages) < 10 {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	return packages
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// under says whether a path is a directory or inside it.
func under(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

func TestImports(t *testing.T) {
	for _, platform := range [][2]string{{"", ""}, {"js", "wasm"}} {
		name := platform[0]
		if name == "" {
			name = "host"
		}
		t.Run(name, func(t *testing.T) {
			for _, p := range list(t, platform[0], platform[1]) {
				for _, problem := range problems(&p) {
					t.Error(problem)
				}
			}
		})
	}
}

// problems returns what is wrong with the imports of a package, each with the
// reason for the rule.
func problems(p *listed) []string {
	var found []string
	add := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	path := p.path()
	if under(path, "chem") || under(path, "contract") {
		for _, dep := range p.Deps {
			if why, bad := forbidden[dep]; bad {
				add("%s depends on %s: %s", path, dep, why)
			}
		}
		for _, dep := range p.Imports {
			if why, bad := forbiddenDirect[dep]; bad && path != testSupport {
				add("%s imports %s: %s", path, dep, why)
			}
		}
	}
	for _, dep := range p.Imports {
		to, ours := strings.CutPrefix(dep, module)
		if !ours {
			continue
		}
		switch {
		case to == testSupport:
			add("%s imports %s: reference data is for tests", path, to)
		case under(path, "contract") && !under(to, "contract"):
			add("%s imports %s: contract is the ground floor, other programs can use it alone", path, to)
		case under(path, "chem") && (under(to, "server") || under(to, "wasm") || under(to, "web")):
			add("%s imports %s: chemistry does not know its hosts", path, to)
		case under(path, "chem") && under(to, "contract") && !slices.Contains(contractUsers, path):
			add("%s imports %s: only %s speak the contract, the rest is plain chemistry", path, to, strings.Join(contractUsers, ", "))
		case under(path, "server") && under(to, "wasm"), under(path, "wasm") && under(to, "server"):
			add("%s imports %s: the two hosts share code through chem and contract only", path, to)
		case under(path, "chem") && under(to, "chem"):
			if problem := levelProblem(path, to); problem != "" {
				add("%s", problem)
			}
		}
	}
	return found
}

// levelProblem says why the package at path may not import the one at to.
func levelProblem(path, to string) string {
	from, target := family(path), family(to)
	level, known := levels[from]
	if !known {
		return path + " has no level: give it one in chem/arch_test.go"
	}
	below, known := levels[target]
	switch {
	case !known:
		return to + " has no level: give it one in chem/arch_test.go"
	case from == target, below < level, slices.Contains(siblings[from], target):
		return ""
	case below == level:
		return fmt.Sprintf("%s imports %s of the same level %d: packages of a level do not know each other", path, to, level)
	}
	return fmt.Sprintf("%s (level %d) imports %s (level %d): imports point down only", path, level, to, below)
}

// family is the first element of a path below chem.
func family(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "chem/"), "/")
	return first
}

// TestProblems makes sure that the rules can fail.
func TestProblems(t *testing.T) {
	tests := []struct {
		path, imports, deps, want string
	}{
		{"chem/pack", "chem/grid", "", ""},
		{"chem/formats", "chem/formats/xyz", "", ""},
		{"chem/formats/json", "contract", "", ""},
		{"chem/edit", "chem/conformer", "", ""},
		{"chem/grid", "chem/pack", "", "imports point down only"},
		{"chem/grid", "chem/ring", "", "packages of a level do not know each other"},
		{"chem/formats/xyz", "contract", "", "only chem/tools, chem/edit, chem/formats/json speak the contract"},
		{"chem/news", "chem/elem", "", "chem/news has no level"},
		{"chem/tools", "server/guard", "", "chemistry does not know its hosts"},
		{"contract/mcp", "chem/elem", "", "contract is the ground floor"},
		{"wasm/core", "server/lines", "", "the two hosts share code"},
		{"server/stdio", "wasm/core", "", "the two hosts share code"},
		{"chem/smiles", testSupport, "", "reference data is for tests"},
		{"chem/elem", "", "net/http", "chem/elem depends on net/http"},
		{"contract/form", "time", "", "contract/form imports time: results must not depend on the clock"},
		{"server/httpd", "time", "net/http", ""},
	}
	for _, c := range tests {
		p := listed{ImportPath: module + c.path}
		if c.imports != "" {
			if strings.Contains(c.imports, "/") || c.imports == "contract" {
				c.imports = module + c.imports
			}
			p.Imports = []string{c.imports}
		}
		if c.deps != "" {
			p.Deps = []string{c.deps}
		}
		got := strings.Join(problems(&p), "; ")
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s importing %s%s: got %q, want %q", c.path, c.imports, c.deps, got, c.want)
		}
	}
}

// unportable are the functions of package math that have assembly on some
// platforms, or are made of such functions, so that their last bit differs.
var unportable = []string{
	"Exp", "Exp2", "Expm1", "Log", "Log2", "Log10", "Log1p", "Hypot",
	"Sinh", "Cosh", "Tanh", "Asinh", "Acosh", "Atanh", "Gamma", "Lgamma", "Erf", "Erfc", "Erfinv", "Erfcinv",
}

// TestPortableMath: results have the same bits everywhere, so chem uses the
// elementary functions of chem/geom.
func TestPortableMath(t *testing.T) {
	for _, file := range goFiles(t, "chem") {
		if strings.HasSuffix(file, "_test.go") || strings.Contains(filepath.ToSlash(file), "/chem/geom/") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		for _, use := range mathUses(parsed) {
			t.Errorf("%s: math.%s differs in the last bit between platforms; use chem/geom", set.Position(use.at), use.name)
		}
	}
}

type mathUse struct {
	at   token.Pos
	name string
}

// mathUses returns the uses of unportable functions in a file, and of math.Pow
// with an exponent that is not a whole number written out.
func mathUses(file *ast.File) []mathUse {
	local := ""
	for _, spec := range file.Imports {
		if spec.Path.Value == `"math"` {
			local = "math"
			if spec.Name != nil {
				local = spec.Name.Name
			}
		}
	}
	if local == "" {
		return nil
	}
	var uses []mathUse
	powers := map[ast.Node]bool{} // math.Pow with a whole exponent
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 2 && wholeNumber(call.Args[1]) {
			powers[call.Fun] = true
		}
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := selector.X.(*ast.Ident); !ok || x.Name != local {
			return true
		}
		name := selector.Sel.Name
		if slices.Contains(unportable, name) || name == "Pow" && !powers[n] {
			uses = append(uses, mathUse{selector.Pos(), name})
		}
		return true
	})
	return uses
}

func wholeNumber(e ast.Expr) bool {
	if unary, ok := e.(*ast.UnaryExpr); ok && unary.Op == token.SUB {
		e = unary.X
	}
	literal, ok := e.(*ast.BasicLit)
	if !ok {
		return false
	}
	x, err := strconv.ParseFloat(literal.Value, 64)
	return err == nil && x == float64(int64(x))
}

func TestMathUses(t *testing.T) {
	const source = `package p
import m "math"
var a = m.Exp(1)
var b = m.Pow(a, 2) + m.Pow(a, -3) + m.Pow(a, 2.0) + m.Sqrt(a)
var c = m.Pow(a, 0.5) + m.Pow(a, b)
var d = m.Hypot
`
	parsed, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, use := range mathUses(parsed) {
		got = append(got, use.name)
	}
	if want := []string{"Exp", "Pow", "Pow", "Hypot"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPackageComments: every package says what it is for.
func TestPackageComments(t *testing.T) {
	documented := map[string]bool{}
	for _, dir := range []string{"chem", "contract", "server", "wasm", "web"} {
		for _, file := range goFiles(t, dir) {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				t.Errorf("%v", err)
				continue
			}
			comment := parsed.Doc.Text()
			opening := "Package " + parsed.Name.Name + " "
			if parsed.Name.Name == "main" {
				opening = "Command "
			}
			folder := filepath.Dir(file)
			documented[folder] = documented[folder] || strings.HasPrefix(comment, opening)
		}
	}
	for folder, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment; it begins with Package and the name, or with Command", folder)
		}
	}
}

// goFiles returns the Go files below a directory of the module, for every
// platform.
func goFiles(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join(root(t), dir), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == "dist"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go"):
			files = append(files, path)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return files
}

// The page's first load is the module of the document's worker: what only the workers
// with tools need stays out of it.
func TestDocumentModule(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-tags", "part,document", module+"wasm/core").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"chem/tools", "chem/pack", "chem/mcs", "chem/retro", "contract/mcp"} {
		if slices.Contains(strings.Fields(string(out)), module+name) {
			t.Errorf("the document's module holds %s, which only tools need", name)
		}
	}
}

// The modules with tools have what the buttons of the Builder need. Names are read, drawings
// and descriptors made in the document's module; the other tools are toolserver's.
func TestToolsModules(t *testing.T) {
	for _, tag := range []string{"tools", "crystals"} {
		out, err := exec.Command("go", "list", "-deps", "-tags", "part,"+tag, module+"wasm/core").Output()
		if err != nil {
			t.Fatal(err)
		}
		for path := range strings.FieldsSeq(string(out)) {
			switch strings.TrimPrefix(path, module) {
			case "chem/names", "chem/depict", "chem/descriptors", "chem/fingerprint", "chem/mcs", "chem/retro", "chem/admet", "chem/moljson", "chem/formats", "contract/mcp":
				t.Errorf("the module of %s holds %s, which no button needs", tag, path)
			}
		}
	}
}
