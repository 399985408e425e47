package form_test

import (
	"encoding/json"
	"fmt"

	"github.com/molsmith/molsmith/contract/form"
)

const boxSchema = `{
  "type": "object",
  "properties": {
    "components": {
      "type": "array", "title": "Components", "minItems": 1, "maxItems": 8,
      "items": {
        "type": "object",
        "properties": {
          "molecule": {"$ref": "#/$defs/Molecule", "x-megane-widget": "molecule", "title": "Molecule"},
          "count": {"type": "integer", "minimum": 1, "maximum": 500000, "title": "Count", "examples": [100], "x-megane-unit": "count"}
        },
        "required": ["molecule", "count"]
      }
    },
    "density": {"type": "number", "exclusiveMinimum": 0, "maximum": 5, "default": 1.0, "title": "Density", "x-megane-unit": "g/cm3"},
    "seed": {"type": "integer", "minimum": 0, "x-megane-widget": "seed", "title": "Seed"}
  },
  "required": ["components", "seed"],
  "$defs": {"Molecule": {"type": "object", "properties": {"name": {"type": "string"}, "molblock": {"type": "string"}, "smiles": {"type": "string"}},
    "required": ["name"], "anyOf": [{"required": ["molblock"]}, {"required": ["smiles"]}]}}
}`

func initial(f form.Field) string {
	if f.Initial == nil {
		return ""
	}
	return ", initially " + string(f.Initial)
}

func ExampleBuild() {
	seed := int64(4711)
	model, err := form.Build(json.RawMessage(boxSchema), form.Context{Seed: &seed})
	if err != nil {
		panic(err)
	}
	for _, f := range model.Fields {
		fmt.Printf("%s: %s %q%s\n", f.Path, f.Control, f.Label, initial(f))
		for _, column := range f.Fields {
			fmt.Printf("  %s: %s %q%s\n", column.Path, column.Control, column.Label, initial(column))
		}
	}

	_, err = form.Build(json.RawMessage(`{"type": "object", "properties": {"options": {"oneOf": []}}}`), form.Context{})
	fmt.Println(err)
	// Output:
	// /components: table "Components"
	//   /molecule: molecule "Molecule"
	//   /count: integer "Count", initially 100
	// /density: number "Density", initially 1.0
	// /seed: seed "Seed", initially 4711
	// Builder cannot build a form: "options" uses oneOf
}

func ExampleCheck() {
	values := `{"components": [{"molecule": {"name": "water", "smiles": "O"}, "count": 0}], "density": "", "seed": 1}`
	for _, p := range form.Check(json.RawMessage(boxSchema), json.RawMessage(values), form.Context{}) {
		fmt.Printf("%s: %s\n", p.Path, p.Message)
	}
	// Output:
	// /components/0/count: Count must be at least 1
	// /density: Density is required
}
