import { equalBytes, toHex } from '../../../util/bytes.ts'

/** Bytes of code that are kept. What the interpreter finds out about a code takes some twenty times as much. */
const mostBytes = 256 * 1024

/**
 * The codes that ran last, one array for each. What is read of the state is a new array each time; what was found out about
 * an array is found again only by that array. Reads are not saved: their gas counts.
 */
export class SharedCodes {
	readonly #codes = new Map<string, Uint8Array>()
	#bytes = 0

	/** The array that stands for these bytes. */
	share(codeHash: Uint8Array, code: Uint8Array): Uint8Array {
		const key = toHex(codeHash)
		const known = this.#codes.get(key)
		if (known !== undefined && equalBytes(known, code)) {
			this.#codes.delete(key)
			this.#codes.set(key, known)
			return known
		}
		this.#forget(key)
		this.#codes.set(key, code)
		this.#bytes += code.length
		while (this.#bytes > mostBytes) this.#forget(this.#codes.keys().next().value!)
		return code
	}

	#forget(key: string): void {
		this.#bytes -= this.#codes.get(key)?.length ?? 0
		this.#codes.delete(key)
	}
}
