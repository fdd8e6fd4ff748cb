import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { parseGenesis } from '../chain/parseGenesis.ts'
import { type ByteSource, spanText } from '../codec/goJson/JsonScanner.ts'
import { UserError } from '../errors/UserError.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { concatBytes, equalBytes, fromUtf8, joinBytes, utf8 } from '../util/bytes.ts'
import { genesisKey, genesisPartKey, prefixes, resetKey } from './store/keys.ts'

/** Bytes of a part of an app_state that is too large for a text. */
const partBytes = 1 << 20

/** Characters of the longest text that Node can hold, less some for the rest of a document. */
const longestText = 500_000_000

/** Stores a genesis document larger than a text. @param head without app_state @param state in compact pieces */
export async function storeLargeGenesis(
	root: KvDatabase,
	head: string,
	state: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
	const db = root.prefixed(prefixes.engine)
	let size = 0
	let part = 0
	let waiting: Uint8Array = new Uint8Array()
	const put = async (bytes: Uint8Array): Promise<void> => {
		const batch = db.batch()
		batch.put(genesisPartKey(++part), bytes)
		await db.write(batch, { sync: false })
	}
	for await (const piece of state) {
		size += piece.length
		waiting = concatBytes(waiting, piece)
		for (; waiting.length >= partBytes; waiting = waiting.subarray(partBytes)) await put(waiting.slice(0, partBytes))
	}
	await put(waiting)
	const batch = db.batch()
	batch.put(genesisPartKey(0), utf8(String(size)))
	batch.put(genesisKey, utf8(head))
	await db.write(batch, { sync: true })
}

/** The stored genesis document; undefined in an empty database. */
export function readGenesis(db: KvDatabase): GenesisDocument | undefined {
	const stored = db.get(genesisKey)
	if (stored === undefined) return undefined
	const genesis = parseGenesis(fromUtf8(stored))
	const size = db.get(genesisPartKey(0))
	if (size === undefined) return genesis
	const state: ByteSource = {
		size: Number(fromUtf8(size)),
		read(position, length) {
			const pieces: Uint8Array[] = []
			for (let at = position; at < position + length; ) {
				const bytes = db.get(genesisPartKey(1 + Math.floor(at / partBytes)))?.subarray(at % partBytes)
				if (bytes === undefined || bytes.length === 0) break
				pieces.push(bytes.subarray(0, position + length - at))
				at += bytes.length
			}
			return joinBytes(pieces)
		},
	}
	const { text: head, ...rest } = genesis
	return {
		...rest,
		head,
		state,
		get appState() {
			if (state.size > longestText) {
				throw new UserError('The genesis of this chain is too large to be read at once.', {
					why: `Its app_state has ${state.size} bytes.`,
					next: 'Begin a chain in a home of its own: chain-tui start --genesis FILE --home FOLDER.',
				})
			}
			return spanText(state, { start: 0, end: state.size })
		},
		get text() {
			return `${head.trimEnd().slice(0, -1)},"app_state":${this.appState}}`
		},
	}
}

/**
 * The genesis document of a database. An empty database gets the given one, checked and durable before anything else is
 * written. Completes a reset that a crash interrupted.
 * @throws {UserError} if there is neither.
 */
export async function openGenesis(root: KvDatabase, given: string | undefined): Promise<GenesisDocument> {
	const db = root.prefixed(prefixes.engine)
	const resetting = db.get(resetKey)
	if (resetting !== undefined) await wipe(root, fromUtf8(resetting))
	const stored = readGenesis(db)
	if (stored !== undefined) return stored
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
export async function resetDatabase(root: KvDatabase, { text }: GenesisDocument): Promise<void> {
	const db = root.prefixed(prefixes.engine)
	const batch = db.batch()
	batch.put(resetKey, utf8(text))
	await db.write(batch, { sync: true })
	await wipe(root, text)
}

async function wipe(root: KvDatabase, genesisText: string): Promise<void> {
	const marker = concatBytes(prefixes.engine, resetKey)
	for (;;) {
		const batch = root.batch()
		let count = 0
		for await (const [key] of root.range({ limit: 5000 })) {
			if (equalBytes(key, marker)) continue
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
