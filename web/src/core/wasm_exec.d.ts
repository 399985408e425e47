/** The loader that comes with Go (`lib/wasm/wasm_exec.js`); the build copies it here. */
declare global {
  class Go {
    readonly importObject: WebAssembly.Imports;
    /** Called with the exit code of the program. */
    exit: (code: number) => void;
    /** Runs the program; resolves when it has ended. */
    run(instance: WebAssembly.Instance): Promise<void>;
  }
}

export {};
