const bucketLimit = 512

/** Behind every byte string. */
export const behindAll = '\u0100'

interface Bucket<V> {
	readonly keys: string[]
	readonly values: V[]
}

/** An ordered map of byte strings: sorted buckets of at most 512 entries, so that an insertion moves few entries. */
export class SortedMap<V> {
	#buckets: Bucket<V>[] = []

	get(key: string): V | undefined {
		const bucket = this.#buckets[this.#bucketOf(key)]
		if (bucket === undefined) return undefined
		const index = lowerBound(bucket.keys, key)
		return bucket.keys[index] === key ? bucket.values[index] : undefined
	}

	set(key: string, value: V): void {
		const at = this.#bucketOf(key)
		const bucket = this.#buckets[at]
		if (bucket === undefined) {
			this.#buckets.push({ keys: [key], values: [value] })
			return
		}
		const index = lowerBound(bucket.keys, key)
		if (bucket.keys[index] === key) {
			bucket.values[index] = value
			return
		}
		bucket.keys.splice(index, 0, key)
		bucket.values.splice(index, 0, value)
		if (bucket.keys.length > bucketLimit) {
			const half = bucket.keys.length >> 1
			this.#buckets.splice(at + 1, 0, { keys: bucket.keys.splice(half), values: bucket.values.splice(half) })
		}
	}

	delete(key: string): void {
		const at = this.#bucketOf(key)
		const bucket = this.#buckets[at]
		if (bucket === undefined) return
		const index = lowerBound(bucket.keys, key)
		if (bucket.keys[index] !== key) return
		bucket.keys.splice(index, 1)
		bucket.values.splice(index, 1)
		if (bucket.keys.length === 0) this.#buckets.splice(at, 1)
	}

	clear(): void {
		this.#buckets = []
	}

	/** The entries with start <= key < end in order, at most `limit`; a snapshot, later changes do not show in it. */
	entries(start = '', end = behindAll, limit = Number.POSITIVE_INFINITY): [string, V][] {
		const out: [string, V][] = []
		for (let at = this.#bucketOf(start); at < this.#buckets.length; at++) {
			const { keys, values } = this.#buckets[at] as Bucket<V>
			for (let i = lowerBound(keys, start); i < keys.length; i++) {
				const key = keys[i] as string
				if (key >= end || out.length >= limit) return out
				out.push([key, values[i] as V])
			}
		}
		return out
	}

	/** As `entries`, from the last to the first. */
	entriesReverse(start = '', end = behindAll, limit = Number.POSITIVE_INFINITY): [string, V][] {
		const out: [string, V][] = []
		for (let at = this.#bucketOf(end); at >= 0; at--) {
			const bucket = this.#buckets[at]
			if (bucket === undefined) continue
			const { keys, values } = bucket
			for (let i = lowerBound(keys, end) - 1; i >= 0; i--) {
				const key = keys[i] as string
				if (key < start || out.length >= limit) return out
				out.push([key, values[i] as V])
			}
		}
		return out
	}

	/** The last bucket that starts at or before the key, or the first one. */
	#bucketOf(key: string): number {
		let low = 0
		let high = this.#buckets.length - 1
		while (low < high) {
			const middle = (low + high + 1) >> 1
			if (((this.#buckets[middle] as Bucket<V>).keys[0] as string) <= key) low = middle
			else high = middle - 1
		}
		return low
	}
}

/** The index of the first key at or after `key`. */
function lowerBound(keys: readonly string[], key: string): number {
	let low = 0
	let high = keys.length
	while (low < high) {
		const middle = (low + high) >> 1
		if ((keys[middle] as string) < key) low = middle + 1
		else high = middle
	}
	return low
}
