package contract

import (
	"fmt"

	"github.com/molsmith/molsmith/contract/internal/schema"
)

// find returns the first argument of a kind, nil when there is none.
func (o *object) find(kind fieldKind) *field {
	for _, f := range o.fields {
		if f.kind == kind {
			return f
		}
	}
	return nil
}

func (o *object) byName(name string) *field {
	for _, f := range o.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

// checkArguments applies the rules for every tool's arguments.
func (o *object) checkArguments() error {
	documents := 0
	for _, f := range o.fields {
		switch f.kind {
		case kindDocument:
			documents++
		case kindSeed:
			if f.name != "seed" {
				return fmt.Errorf("the seed must be named seed, not %q", f.name)
			}
		case kindTable, kindGroup:
			if err := f.fields.checkInner(f.name, o); err != nil {
				return err
			}
		}
	}
	switch {
	case documents > 1:
		return fmt.Errorf("there is more than one document argument")
	case documents == 0 && o.find(kindSelection) != nil:
		return fmt.Errorf("a selection needs the document argument")
	}
	return o.checkFields(nil)
}

// checkInner applies the rules for the fields of a table or group of the arguments.
func (o *object) checkInner(outer string, arguments *object) error {
	for _, f := range o.fields {
		switch f.kind {
		case kindDocument, kindSeed, kindSelection:
			return fmt.Errorf("%q must not stand inside %q", f.name, outer)
		case kindTable, kindGroup:
			return fmt.Errorf("%q nests in %q; tables and groups do not nest", f.name, outer)
		}
	}
	return o.checkFields(arguments)
}

func (o *object) checkFields(arguments *object) error {
	for _, f := range o.fields {
		if err := f.checkCondition(o, arguments); err != nil {
			return err
		}
		if f.kind == kindAtom {
			of := o.byName(f.keywords["of"])
			if of == nil || of.kind != kindMolecule {
				return fmt.Errorf("%q is an atom of %q, which is no molecule argument beside it", f.name, f.keywords["of"])
			}
		}
		needsExample := false
		switch f.kind {
		case kindNumber, kindInteger, kindVector, kindList:
			needsExample = true
		case kindString:
			_, enum := f.keywords["enum"]
			needsExample = !enum
		}
		if needsExample && f.required && f.examplesJSON == nil {
			return fmt.Errorf("%q is required and has neither a default nor examples", f.name)
		}
	}
	return nil
}

// checkForm refuses what a form cannot show (contract §4.1).
func (o *object) checkForm() error {
	for _, f := range o.fields {
		switch f.kind {
		case kindList:
			return fmt.Errorf("%q is a list of scalars, which forms cannot show", f.name)
		case kindTable, kindGroup:
			if err := f.fields.checkForm(); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkValues tests the defaults and examples against the compiled schema of o.
func (o *object) checkValues(compiled *schema.Schema) error {
	for i, f := range o.fields {
		p := compiled.Properties[i].Schema
		if err := f.checkValues(p); err != nil {
			return err
		}
		inner := p
		if f.kind == kindTable {
			inner = p.Items
		}
		if f.fields != nil {
			if err := f.fields.checkValues(inner); err != nil {
				return err
			}
		}
	}
	return nil
}
