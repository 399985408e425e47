import { part } from "../ui/part";

/** The forms about crystals, each loaded when it is first opened. */
export const crystalForms = {
  bulk: part(async () => (await import("./BulkForm")).BulkForm),
  supercell: part(async () => (await import("./SupercellForm")).SupercellForm),
  slab: part(async () => (await import("./SlabForm")).SlabForm),
  symmetry: part(async () => (await import("./SymmetryForm")).SymmetryForm),
  stack: part(async () => (await import("./StackForm")).StackForm),
  defects: part(async () => (await import("./DefectsForm")).DefectsForm),
  transform: part(async () => (await import("./TransformForm")).TransformForm),
  overlaps: part(async () => (await import("./OverlapsForm")).OverlapsForm),
};
