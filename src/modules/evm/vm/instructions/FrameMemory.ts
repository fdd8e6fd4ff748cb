const pageBytes = 4_096
const none = new Uint8Array(0)

/**
 * The memory of a frame, with the methods that the library's instructions call. The library's own takes 8 KB for every
 * call and copies all of itself for every 8 KB more; this one begins with nothing and doubles.
 */
export class FrameMemory {
	_store: Uint8Array<ArrayBuffer> = none
	#view: DataView<ArrayBuffer> | undefined

	/** Grows to a number of bytes from a place on. */
	extend(offset: number, size: number): void {
		if (size === 0 || offset + size <= this._store.length) return
		const needed = Math.ceil((offset + size) / pageBytes) * pageBytes
		const store = new Uint8Array(Math.max(needed, this._store.length < 1_048_576 ? this._store.length * 2 : 0))
		store.set(this._store)
		this._store = store
		this.#view = undefined
	}

	write(offset: number, size: number, value: Uint8Array): void {
		if (size === 0) return
		this.extend(offset, size)
		this._store.set(value, offset)
	}

	/** @param avoidCopy whether the bytes may change with the memory later */
	read(offset: number, size: number, avoidCopy?: boolean): Uint8Array {
		this.extend(offset, size)
		return avoidCopy === true ? this._store.subarray(offset, offset + size) : this._store.slice(offset, offset + size)
	}

	/** Copies so many bytes of another array, from a place in it on; what is missing there is zero. */
	copy(offset: number, size: number, source: Uint8Array, from: bigint): void {
		if (size === 0) return
		this.extend(offset, size)
		const begin = Math.min(Number(from), source.length)
		const there = Math.min(size, source.length - begin)
		this._store.set(source.subarray(begin, begin + there), offset)
		this._store.fill(0, offset + there, offset + size)
	}

	readWord(offset: number): bigint {
		this.extend(offset, 32)
		return wordAt(this.#look(), offset)
	}

	writeWord(offset: number, word: bigint): void {
		this.extend(offset, 32)
		const view = this.#look()
		view.setBigUint64(offset + 24, word)
		view.setBigUint64(offset + 16, word >> 64n)
		view.setBigUint64(offset + 8, word >> 128n)
		view.setBigUint64(offset, word >> 192n)
	}

	#look(): DataView<ArrayBuffer> {
		this.#view ??= new DataView(this._store.buffer)
		return this.#view
	}
}

/** The 32 bytes at a place as a number. */
export function wordAt(view: DataView, offset: number): bigint {
	const a = view.getBigUint64(offset)
	const b = view.getBigUint64(offset + 8)
	const c = view.getBigUint64(offset + 16)
	const d = view.getBigUint64(offset + 24)
	if (a === 0n && b === 0n) return c === 0n ? d : (c << 64n) | d
	return (((((a << 64n) | b) << 64n) | c) << 64n) | d
}

const scratch = new Uint8Array(32)
const scratchView = new DataView(scratch.buffer)

/** Up to 32 bytes as a number. */
export function numberOfBytes(bytes: Uint8Array): bigint {
	scratch.fill(0)
	scratch.set(bytes, 32 - bytes.length)
	return wordAt(scratchView, 0)
}
