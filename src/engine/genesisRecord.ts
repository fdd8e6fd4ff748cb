import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { parseGenesis } from '../chain/parseGenesis.ts'
import { UserError } from '../errors/UserError.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { fromUtf8, utf8 } from '../util/bytes.ts'
import { genesisKey, prefixes, resetKey } from './store/keys.ts'

/**
 * The genesis document of a database. An empty database gets the given one, checked and durable before anything else is
 * written. Completes a reset that a crash interrupted.
 *
 * @throws {UserError} if there is neither.
 */
export async function openGenesis(root: KvDatabase, given: string | undefined): Promise<GenesisDocument> {
	const db = root.prefixed(prefixes.engine)
	const resetting = db.get(resetKey)
	if (resetting !== undefined) await wipe(root, fromUtf8(resetting))
	const stored = db.get(genesisKey)
	if (stored !== undefined) return parseGenesis(fromUtf8(stored))
	if (given === undefined) {
		throw new UserError('This home has no chain and no genesis document was given.', {
			next: 'Start with --genesis FILE, or run `chain-tui init` first.',
		})
	}
	const genesis = parseGenesis(given)
	const batch = db.batch()
	batch.put(genesisKey, utf8(given))
	await db.write(batch, { sync: true })
	return genesis
}

/** Empties a database except for a new genesis document. `openGenesis` completes it after a crash. */
export async function resetDatabase(root: KvDatabase, genesisText: string): Promise<GenesisDocument> {
	const genesis = parseGenesis(genesisText)
	const db = root.prefixed(prefixes.engine)
	const batch = db.batch()
	batch.put(resetKey, utf8(genesisText))
	await db.write(batch, { sync: true })
	await wipe(root, genesisText)
	return genesis
}

async function wipe(root: KvDatabase, genesisText: string): Promise<void> {
	const marker = prefixes.engine.length + resetKey.length
	for (;;) {
		const batch = root.batch()
		let count = 0
		for await (const [key] of root.range({ limit: 5000 })) {
			const isMarker = key.length === marker && key[0] === prefixes.engine[0] && key[1] === resetKey[0]
			if (isMarker) continue
			batch.delete(key)
			count++
		}
		if (count === 0) break
		await root.write(batch, { sync: false })
	}
	const last = root.batch().prefixed(prefixes.engine)
	last.delete(resetKey)
	last.put(genesisKey, utf8(genesisText))
	await root.write(last, { sync: true })
}
