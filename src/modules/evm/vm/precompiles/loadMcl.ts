import { createRequire } from 'node:module'
import type { RawLibrary } from './pointSums.ts'

/** mcl in WebAssembly: faster than the interpreter's own curves, and its pairing can stop between pairs. */
export type Mcl = typeof import('mcl-wasm') & RawLibrary

const require = createRequire(import.meta.url)

/** A copy of mcl-wasm of the caller's own: a copy knows one curve at a time, so that nobody else may get it. */
export function loadMcl(): Mcl {
	forget()
	try {
		return require('mcl-wasm') as Mcl
	} finally {
		forget()
	}
}

function forget(): void {
	for (const path of Object.keys(require.cache)) if (path.includes('mcl-wasm')) delete require.cache[path]
}
