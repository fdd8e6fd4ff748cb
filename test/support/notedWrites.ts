import type { KvDatabase } from '../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../src/store/kv/memoryDb.ts'
import { prefixedDb } from '../../src/store/kv/prefixedDb.ts'

/** A database in memory, and how each batch was written: `durable` where the caller waits for the disk, `soon` elsewhere. */
export function notedWrites(): { readonly db: KvDatabase; taken(): ('durable' | 'soon')[] } {
	const memory = createMemoryDb()
	const writes: ('durable' | 'soon')[] = []
	const db: KvDatabase = {
		...memory,
		write(batch, options) {
			writes.push(options.sync ? 'durable' : 'soon')
			return memory.write(batch, options)
		},
		prefixed: (prefix) => prefixedDb(db, prefix),
	}
	return { db, taken: () => writes.splice(0) }
}
