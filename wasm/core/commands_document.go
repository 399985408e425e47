//go:build document || !part

package core

import "strings"

// The commands of the document's worker: the document, files, forms, molecules as
// graphs. They are short.
func init() {
	table["edit.open"] = on(editOpen)
	table["edit.apply"] = on(editApply)
	table["edit.preview"] = on(editPreview)
	table["edit.images"] = on(editImages)
	table["edit.ions"] = on(editIons)
	table["edit.arrange"] = on(editArrange)
	table["edit.place"] = on(editPlace)
	table["edit.element"] = on(editElement)
	table["edit.bond"] = on(editBond)
	table["edit.remove"] = on(editRemove)
	table["edit.measure"] = on(editMeasure)
	table["edit.bondsByDistance"] = on(editBondsByDistance)
	table["edit.inferred"] = on(editInferred)
	table["edit.follow"] = on(editFollow)
	table["edit.copy"] = on(editCopy)
	table["edit.original"] = on(editOriginal)
	table["project.save"] = on(projectSave)
	table["project.open"] = on(projectOpen)
	table["cell.make"] = on(cellMake)
	table["edit.undo"] = on(editUndo)
	table["edit.redo"] = on(editRedo)
	table["edit.jump"] = on(editJump)
	table["edit.rename"] = on(editRename)
	table["edit.markSaved"] = on(editMarkSaved)
	table["edit.close"] = on(editClose)
	table["edit.hash"] = on(editHash)
	table["edit.structure"] = on(editStructure)
	table["edit.atom"] = on(editAtom)
	table["edit.inspect"] = on(editInspect)
	table["edit.component"] = on(editComponent)
	table["file.formats"] = on(fileFormats)
	table["file.read"] = on(fileRead)
	table["file.report"] = on(fileReport)
	table["file.write"] = on(fileWrite)
	table["library.list"] = on(libraryList)
	table["mol.read"] = on(molRead)
	table["edit.hydrogens"] = on(editHydrogens)
	table["molecule.draw"] = on(moleculeDraw)
	table["library.import"] = on(libraryImport)
	table["library.export"] = on(libraryExport)
	table["molecule.part"] = on(moleculePart)
	table["molecule.place"] = on(moleculePlace)
	table["molecule.sketch"] = on(moleculeSketch)
	table["molecule.properties"] = on(moleculeProperties)
	table["molecule.kinds"] = on(moleculeKinds)
	table["molecule.at"] = on(moleculeAt)
	table["molecule.fragments"] = on(moleculeFragments)
	table["molecule.names"] = on(moleculeNames)
	table["molecule.resolve"] = on(moleculeResolve)
	table["molecule.solid"] = on(moleculeSolid)
	table["molecule.complete"] = on(moleculeComplete)
	table["form.build"] = on(formBuild)
	table["form.check"] = on(formCheck)
	table["result.check"] = on(resultCheck)
	for name, run := range table {
		if strings.HasPrefix(name, "edit.") {
			table[name] = following(run)
		}
	}
}
