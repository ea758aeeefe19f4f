// SPDX-License-Identifier: Apache-2.0
// What browsers have and older lists of types do not.
declare class DecompressionStream {
  constructor(format: "gzip" | "deflate" | "deflate-raw");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<BufferSource>;
}
interface CanvasRenderingContext2D {
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
}
/** The window's shaders (monitor-lite/view/shaders), by name: the half of the vertices, that of the pixels. */
declare const SHADERS: Record<string, string[]>;
