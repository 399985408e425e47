// Closest contact between atoms of different molecules in a cubic periodic box, by
// linked cells; independent of the packer's own proof.

/** Positions of a plain XYZ file, flat. */
export function readXYZ(text) {
  const lines = text.split("\n");
  const n = Number.parseInt(lines[0], 10);
  const positions = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const fields = lines[i + 2].trim().split(/\s+/);
    for (let d = 0; d < 3; d++) positions[3 * i + d] = Number(fields[d + 1]);
  }
  return positions;
}

/**
 * The smallest minimum-image distance below `cutoff` between atoms of different
 * molecules, `molecules` giving that of each atom; the cutoff when there is none.
 */
export function closestImage(positions, molecules, edge, cutoff) {
  const n = positions.length / 3;
  const cells = Math.max(3, Math.floor(edge / cutoff));
  const head = new Int32Array(cells ** 3).fill(-1);
  const next = new Int32Array(n);
  const cellOf = (x) => Math.min(cells - 1, Math.floor((x / edge - Math.floor(x / edge)) * cells));
  const place = (i) => [cellOf(positions[3 * i]), cellOf(positions[3 * i + 1]), cellOf(positions[3 * i + 2])];
  for (let i = 0; i < n; i++) {
    const [a, b, c] = place(i);
    const cell = (a * cells + b) * cells + c;
    next[i] = head[cell];
    head[cell] = i;
  }
  let best = cutoff * cutoff;
  for (let i = 0; i < n; i++) {
    const [a, b, c] = place(i);
    for (let k = 0; k < 27; k++) {
      const x = (a + (k % 3) - 1 + cells) % cells;
      const y = (b + (Math.floor(k / 3) % 3) - 1 + cells) % cells;
      const z = (c + Math.floor(k / 9) - 1 + cells) % cells;
      for (let j = head[(x * cells + y) * cells + z]; j >= 0; j = next[j]) {
        if (molecules[j] <= molecules[i]) continue;
        let r2 = 0;
        for (let d = 0; d < 3; d++) {
          let delta = positions[3 * i + d] - positions[3 * j + d];
          delta -= edge * Math.round(delta / edge);
          r2 += delta * delta;
        }
        if (r2 < best) best = r2;
      }
    }
  }
  return Math.sqrt(best);
}
