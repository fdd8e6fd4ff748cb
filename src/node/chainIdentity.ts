import type { ChainSettings } from '../codec/ChainSettings.ts'
import { UserError } from '../errors/UserError.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { fromUtf8, utf8 } from '../util/bytes.ts'

const key = utf8('n/settings')

/**
 * Compares the settings that a chain was created with to those of its home, and stores them in a new database.
 * Addresses and amounts of every reply depend on them.
 *
 * @throws {UserError} if they differ.
 */
export async function checkChainIdentity(db: KvDatabase, settings: ChainSettings, evmChainId?: bigint): Promise<void> {
	const { prefix, denom, coinType, aminoBrand } = settings
	const now = { prefix, denom, coinType, aminoBrand, evmChainId: evmChainId?.toString() ?? '' }
	const stored = db.get(key)
	if (stored === undefined) {
		const batch = db.batch()
		batch.put(key, utf8(JSON.stringify(now)))
		await db.write(batch, { sync: true })
		return
	}
	// A chain created before this program had an EVM has none.
	const kept = { evmChainId: '', ...(JSON.parse(fromUtf8(stored)) as Omit<typeof now, 'evmChainId'>) }
	for (const name of ['prefix', 'denom', 'coinType', 'aminoBrand', 'evmChainId'] as const) {
		if (kept[name] === now[name]) continue
		throw new UserError(
			kept[name] === ''
				? `This chain began without ${name}.`
				: `The ${name} of this chain is ${kept[name]}, not ${now[name] || 'left out'}.`,
			{
				why: 'It cannot change once a chain has begun; config.json of the home was changed or damaged.',
				next: `${kept[name] === '' ? 'Leave it out' : `Put ${kept[name]} back`}, or choose another folder with --home.`,
			},
		)
	}
}
