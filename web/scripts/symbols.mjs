// Go's linker keeps the names and lines of all functions in a module, for traces of
// panics, even with -s -w: a tenth of what the page would load. They are set to zero
// here, which compresses to nothing; a trace then shows addresses only. Stack maps and
// frame sizes, which the collector and panics themselves need, stay.
//
// The layout is that of runtime.pcHeader and runtime._func (src/runtime/symtab.go and
// runtime2.go of Go 1.20 to 1.26). What is not understood is an error, never a guess.

/** abi.CurrentPCLnTabMagic, two zeros, instruction size 1, pointers of 8 bytes. */
const magic = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]);

/** Members of runtime._func, as offsets in bytes. */
const func = { name: 4, sp: 16, file: 20, line: 24, tables: 28, unit: 32, start: 36, id: 40, size: 44 };

/** abi.FuncIDWrapper: the runtime reads the names of wrappers when one is called with nil. */
const wrapper = 23;

/** A copy of a module whose data is in one segment, without names and lines. */
export function stripSymbols(module) {
  const at = module.indexOf(magic);
  if (at < 0 || module.indexOf(magic, at + 1) >= 0) throw new Error("the module has no single table of functions");
  const word = (k) => Number(module.readBigUInt64LE(at + 8 + 8 * k));
  const count = word(0);
  const [names, units, files, tables, functions] = [3, 4, 5, 6, 7].map((k) => at + word(k));
  if (!(at < names && names < units && units < files && files < tables && tables < functions && count > 0)) {
    throw new Error("the table of functions is of an unknown form");
  }
  const out = Buffer.from(module);
  const records = Array.from({ length: count }, (_, k) => functions + module.readUInt32LE(functions + 8 * k + 4));
  const used = new Set();
  for (const r of records) {
    used.add(module.readUInt32LE(r + func.sp));
    const more = module.readUInt32LE(r + func.tables);
    for (let k = 0; k < more; k++) used.add(module.readUInt32LE(r + func.size + 4 * k));
  }
  const dropped = new Set();
  const kept = new Map(); // offset of a name to its bytes
  for (const r of records) {
    for (const member of [func.file, func.line]) {
      const offset = module.readUInt32LE(r + member);
      if (offset > 0 && !used.has(offset)) dropped.add(offset);
      out.writeUInt32LE(0, r + member);
    }
    out.writeUInt32LE(0, r + func.unit);
    out.writeInt32LE(0, r + func.start);
    const name = module.readUInt32LE(r + func.name);
    if (module[r + func.id] === wrapper) {
      const start = names + name;
      kept.set(name, module.subarray(start, module.indexOf(0, start)));
    } else out.writeUInt32LE(0, r + func.name);
  }
  for (const offset of dropped) out.fill(0, tables + offset, endOfTable(module, tables + offset));
  out.fill(0, names, tables);
  for (const [offset, text] of kept) text.copy(out, names + offset);
  return out;
}

/** Where a table of program counters ends: pairs of LEB128 numbers up to a step of zero. */
function endOfTable(module, start) {
  for (let at = start, first = true; ; first = false) {
    if (module[at] === 0 && !first) return at + 1;
    for (let pair = 0; pair < 2; pair++) while (module[at++] >= 0x80);
  }
}
