import {
  DataTexture,
  FloatType,
  type PixelFormat,
  RGBAFormat,
  RGBAIntegerFormat,
  type TextureDataType,
  UnsignedByteType,
  UnsignedIntType,
} from "three";
import { ROW, type Rows } from "./rows";

/** Rows on the GPU. Call `upload` before every frame; it sends only rows that changed. */
export class RowTexture<T extends Float32Array | Uint8Array | Uint32Array> {
  readonly rows: Rows<T>;
  #texture: DataTexture;
  #format: PixelFormat;
  #type: TextureDataType;
  #internal: "RGBA32F" | "RGBA8" | "RGBA32UI";
  /** Nothing of it is on the GPU. */
  #fresh = true;
  /** Rows sent by the last upload. */
  sent = 0;

  constructor(rows: Rows<T>) {
    this.rows = rows;
    const { data } = rows;
    this.#format = data instanceof Uint32Array ? RGBAIntegerFormat : RGBAFormat;
    this.#type =
      data instanceof Float32Array ? FloatType : data instanceof Uint32Array ? UnsignedIntType : UnsignedByteType;
    this.#internal = data instanceof Float32Array ? "RGBA32F" : data instanceof Uint32Array ? "RGBA32UI" : "RGBA8";
    this.#texture = this.#create();
  }

  get texture(): DataTexture {
    return this.#texture;
  }

  upload(): void {
    const { rows } = this;
    if (this.#texture.image.data !== rows.data) {
      this.#texture.dispose();
      this.#texture = this.#create();
      this.#fresh = true;
    }
    const dirty = rows.takeDirty();
    this.sent = this.#fresh ? rows.height : dirty.length;
    if (this.sent === 0) return;
    this.#texture.clearUpdateRanges();
    // One call per row; many rows go faster in one piece.
    if (!this.#fresh && dirty.length <= rows.height / 4) {
      for (const row of dirty) this.#texture.addUpdateRange(row * ROW * 4, ROW * 4);
    }
    this.#texture.needsUpdate = true;
    this.#fresh = false;
  }

  /** After the GPU lost everything. */
  invalidate(): void {
    this.#fresh = true;
  }

  dispose(): void {
    this.#texture.dispose();
  }

  #create(): DataTexture {
    const { data, height } = this.rows;
    const texture = new DataTexture(data as Float32Array<ArrayBuffer>, ROW, height, this.#format, this.#type);
    texture.internalFormat = this.#internal;
    return texture;
  }
}
