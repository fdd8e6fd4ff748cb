import { create } from '@bufbuild/protobuf'
import { absentBytes } from '../../codec/proto/decodeMessage.ts'
import { PanicError, plainError } from '../../errors/ChainError.ts'
import type { PageRequest, PageResponse } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { PageResponseSchema } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import type { KVStore, StoreIterator } from '../../store/KVStore.ts'
import { prefixEnd } from '../../store/keyBytes.ts'

/** Limit of a page when the request names none; the total is then counted too. */
export const defaultPageLimit = 100n

const maxUint64 = 0xffff_ffff_ffff_ffffn

/**
 * Walks one page of a part of a store and answers with the key of the next one and, if asked for, the total.
 *
 * `onResult` gets the key without the prefix and the value. Source: cosmos-sdk v0.44.5 types/query/pagination.go Paginate,
 * its quirks included: a reverse page that starts at a key includes it, and panics when the key is the last one.
 *
 * @throws {ChainError} a plain one, when both an offset and a key are given. An empty key counts as given unless it is
 *   `absentBytes`, as Go tells an empty slice from nil.
 */
export function paginate(
	store: KVStore,
	prefix: Uint8Array,
	request: PageRequest | undefined,
	onResult: (key: Uint8Array, value: Uint8Array) => void,
): PageResponse {
	const offset = request?.offset ?? 0n
	const key = request?.key ?? absentBytes
	const reverse = request?.reverse ?? false
	const limit = request === undefined || request.limit === 0n ? defaultPageLimit : request.limit
	const countTotal = request === undefined || request.limit === 0n || request.countTotal
	if (offset > 0n && key !== absentBytes) {
		throw plainError('invalid request, either offset or key is expected, got both')
	}
	const strip = (full: Uint8Array): Uint8Array => full.subarray(prefix.length)
	if (key.length > 0) {
		const iterator = pageIterator(store, prefix, key, reverse)
		try {
			let count = 0n
			for (; iterator.valid(); iterator.next()) {
				if (count === limit) return create(PageResponseSchema, { nextKey: strip(iterator.key()) })
				onResult(strip(iterator.key()), iterator.value())
				count++
			}
			return create(PageResponseSchema)
		} finally {
			iterator.close()
		}
	}
	const iterator = pageIterator(store, prefix, undefined, reverse)
	try {
		// The sum wraps at 64 bits, as Go's does.
		const end = (offset + limit) & maxUint64
		let count = 0n
		let nextKey = new Uint8Array(0)
		for (; iterator.valid(); iterator.next()) {
			count++
			if (count <= offset) continue
			if (count <= end) onResult(strip(iterator.key()), iterator.value())
			else if (count === ((end + 1n) & maxUint64)) {
				nextKey = new Uint8Array(strip(iterator.key()))
				if (!countTotal) break
			}
		}
		return create(PageResponseSchema, { nextKey, total: countTotal ? count : 0n })
	} finally {
		iterator.close()
	}
}

function pageIterator(
	store: KVStore,
	prefix: Uint8Array,
	start: Uint8Array | undefined,
	reverse: boolean,
): StoreIterator {
	const end = prefixEnd(prefix)
	if (start === undefined) return reverse ? store.reverseIterator(prefix, end) : store.iterator(prefix, end)
	const from = new Uint8Array(prefix.length + start.length)
	from.set(prefix)
	from.set(start, prefix.length)
	if (!reverse) return store.iterator(from, end)
	return store.reverseIterator(prefix, keyAfter(store, from, end))
}

/** The key that follows the first one at or after `from`: the open end of a reverse page that includes it. */
function keyAfter(store: KVStore, from: Uint8Array, end: Uint8Array | undefined): Uint8Array | undefined {
	const iterator = store.iterator(from, end)
	try {
		if (!iterator.valid()) return end
		iterator.next()
		if (!iterator.valid()) throw new PanicError('prefixIterator invalid, cannot call Key()')
		return iterator.key()
	} finally {
		iterator.close()
	}
}
