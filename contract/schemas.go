package contract

import (
	"bytes"
	"encoding/json"
)

// StructureSchema is the JSON Schema (2020-12) of a Structure in a result
// (contract §5.1). Further members are allowed.
func StructureSchema() json.RawMessage { return bytes.Clone(structureSchema) }

// DocumentSchema is the JSON Schema of a Structure that is an argument: the same
// without room for further members.
func DocumentSchema() json.RawMessage { return bytes.Clone(documentSchema) }

// MoleculeSchema is the JSON Schema of a molecule argument (contract §4.2).
func MoleculeSchema() json.RawMessage { return bytes.Clone(moleculeSchema) }

// ResultSchema is the JSON Schema of a BuilderResult with the Structure inlined,
// the outputSchema of every Builder tool. Its root has type object.
func ResultSchema() json.RawMessage { return bytes.Clone(resultSchema) }

var (
	structureSchema = compact(`{"type":"object",` + structureMembers + `}`)
	documentSchema  = compact(`{"type":"object",` + structureMembers + `,"additionalProperties":false}`)
	moleculeSchema  = compact(`{
		"type": "object",
		"properties": {
			"name": {"type": "string", "minLength": 1, "maxLength": 128, "description": "Name of the molecule, for example water"},
			"molblock": {"type": "string", "description": "V2000 mol block, explicit H, 3D, Å"},
			"smiles": {"type": "string", "description": "SMILES; used when there is no molblock"}
		},
		"required": ["name"],
		"anyOf": [{"required": ["molblock"]}, {"required": ["smiles"]}],
		"additionalProperties": false
	}`)
	resultSchema = compact(`{
		"type": "object",
		"properties": {
			"contract": {"const": 1, "description": "Version of the Builder Tool Contract"},
			"name": {"type": "string", "description": "Suggested name of the document or fragment"},
			"structure": {"type": "object", "description": "The atoms",` + structureMembers + `},
			"warnings": {"type": "array", "items": {"type": "string"}, "description": "Problems that leave the result usable"},
			"provenance": {"type": "object", "additionalProperties": {"type": ["string", "number"]}, "description": "Versions and the seed that was used"}
		},
		"required": ["contract", "name", "structure", "warnings", "provenance"]
	}`)
)

const structureMembers = `
	"properties": {
		"elements": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 118}, "maxItems": 500000, "description": "Atomic numbers, one per atom"},
		"positions": {"type": "array", "items": {"type": "number"}, "maxItems": 1500000, "description": "Cartesian coordinates in Å, x y z per atom"},
		"cell": {"type": ["array", "null"], "items": {"type": "number"}, "minItems": 9, "maxItems": 9, "description": "Row-major lattice vectors in Å, or null when not periodic"},
		"bonds": {"type": "array", "items": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}, "description": "Pairs of atoms, counted from 0; every bond there is"},
		"bondOrders": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 4}, "description": "One per bond: 1, 2, 3 or 4 (aromatic); absent means all single"},
		"molecules": {"type": "array", "items": {"type": "integer", "minimum": 0}, "description": "Molecule of each atom, counted from 0"},
		"residueNames": {"type": "array", "items": {"type": "string"}, "description": "Residue name of each atom"},
		"residueIds": {"type": "array", "items": {"type": "integer"}, "description": "Residue number of each atom"},
		"atomNames": {"type": "array", "items": {"type": "string"}, "description": "Name of each atom"},
		"chainIds": {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 1}, "description": "Chain of each atom, one character"},
		"formalCharges": {"type": "array", "items": {"type": "integer"}, "description": "Formal charge of each atom, e"},
		"scalars": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}}, "description": "Named values per atom"}
	},
	"required": ["elements", "positions", "cell", "bonds"]`

// compact removes the layout from a schema written in this package.
func compact(text string) json.RawMessage {
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		panic("contract: a built-in schema is not JSON: " + err.Error())
	}
	return out.Bytes()
}
