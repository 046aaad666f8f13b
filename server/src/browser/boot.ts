/** What a web worker is sent before the first message of the protocol: the files that it cannot read itself. */

/** The bundled files. A worker has no file system; its owner reads them. */
export interface BootFiles {
  /** Bytes of `dist/catalog.bin`. */
  readonly catalog: Uint8Array;
  /** Bytes of {@link bundledWasm}, by name. */
  readonly wasm: ReadonlyMap<string, Uint8Array>;
}

/** Names of the WASM files in `dist/`. A test compares them with those that the parsers read. */
export const bundledWasm = [
  'web-tree-sitter.wasm',
  'tree-sitter-python.wasm',
  'tree-sitter-go.wasm',
  'tree-sitter-rust.wasm',
  'tree-sitter-tsx.wasm',
] as const;

/** What the worker answers once it listens for the protocol. */
export const workerListens = 'errorLookup/listening';
