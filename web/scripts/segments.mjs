// Go's linker leaves out runs of zeros from the data of a module, down to a few bytes,
// which makes 100,000 segments. Compressed, their heads take a tenth of a megabyte and
// the zeros would take next to nothing; and a module with few segments starts faster.

const dataSection = 11;
const i32Const = 0x41;
const end = 0x0b;

/** Gaps up to this many bytes are filled with the zeros that stand there anyway. */
const longestGap = 1 << 16;

/** The bytes of a WebAssembly module with its data in as few segments as make sense. */
export function mergeSegments(module) {
  const parts = [module.subarray(0, 8)];
  for (let at = 8; at < module.length; ) {
    const start = at;
    const id = module[at];
    const size = unsigned(module, at + 1);
    at = size.next + size.value;
    parts.push(id === dataSection ? section(merged(module, size.next)) : module.subarray(start, at));
  }
  return Buffer.concat(parts);
}

function section(body) {
  return Buffer.concat([Buffer.from([dataSection]), writeUnsigned(body.length), body]);
}

/** The body of the data section that starts at a byte, with joined segments. */
function merged(module, start) {
  const count = unsigned(module, start);
  const segments = [];
  let at = count.next;
  for (let k = 0; k < count.value; k++) {
    // Active segments of memory 0 with a constant address are all that Go writes.
    if (module[at] !== 0 || module[at + 1] !== i32Const) throw new Error(`segment ${k} is of an unknown kind`);
    const address = signed(module, at + 2);
    if (module[address.next] !== end) throw new Error(`the address of segment ${k} is not understood`);
    const length = unsigned(module, address.next + 1);
    at = length.next + length.value;
    segments.push({ address: address.value, bytes: module.subarray(length.next, at) });
  }
  segments.sort((a, b) => a.address - b.address);
  const joined = [];
  for (const { address, bytes } of segments) {
    const last = joined.at(-1);
    const gap = last ? address - last.end : Number.POSITIVE_INFINITY;
    if (gap < 0) throw new Error("two segments overlap");
    if (gap > longestGap) joined.push({ address, end: address + bytes.length, parts: [bytes] });
    else {
      last.parts.push(Buffer.alloc(gap), bytes);
      last.end = address + bytes.length;
    }
  }
  const parts = [writeUnsigned(joined.length)];
  for (const { address, end: stop, parts: bytes } of joined) {
    const head = [Buffer.from([0, i32Const]), writeSigned(address), Buffer.from([end]), writeUnsigned(stop - address)];
    parts.push(...head, Buffer.concat(bytes));
  }
  return Buffer.concat(parts);
}

// LEB128 numbers of up to 32 bits.

function unsigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value: value >>> 0, next: at };
  }
}

function signed(bytes, at) {
  let value = 0;
  for (let shift = 0; ; ) {
    const byte = bytes[at++];
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte < 0x80) return { value: shift < 32 && byte & 0x40 ? value | (-1 << shift) : value, next: at };
  }
}

function writeUnsigned(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

function writeSigned(value) {
  const bytes = [];
  for (let rest = value; ; rest >>= 7) {
    if (rest >= -64 && rest < 64) return Buffer.from([...bytes, rest & 0x7f]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
