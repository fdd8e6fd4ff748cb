import { concatBytes } from '../../util/bytes.ts'
import type { KvDatabase, RangeOptions } from '../KvDatabase.ts'
import { prefixEnd } from '../keyBytes.ts'
import { createWriteBatch } from './writeOps.ts'

/** The part of a database behind a prefix; closing it closes nothing. */
export function prefixedDb(parent: KvDatabase, prefix: Uint8Array): KvDatabase {
	return {
		get: (key) => parent.get(concatBytes(prefix, key)),
		batch: () => createWriteBatch(prefix),
		write: (batch, options) => parent.write(batch, options),
		async *range(options) {
			for await (const [key, value] of parent.range(withPrefix(prefix, options))) {
				yield [key.subarray(prefix.length), value] as const
			}
		},
		prefixed: (inner) => prefixedDb(parent, concatBytes(prefix, inner)),
		close: async () => undefined,
	}
}

function withPrefix(prefix: Uint8Array, options: RangeOptions): RangeOptions {
	const { gte, lt, ...rest } = options
	const end = lt === undefined ? prefixEnd(prefix) : concatBytes(prefix, lt)
	return {
		...rest,
		gte: gte === undefined ? prefix : concatBytes(prefix, gte),
		...(end === undefined ? {} : { lt: end }),
	}
}
