import type { BaseApp } from '../../app/BaseApp.ts'
import type { GasCharge } from '../../app/GasTrace.ts'
import type { ChainReader } from '../../chain/ChainReader.ts'
import { headerHash } from '../../chain/hash/blockHashes.ts'
import { UserError } from '../../errors/UserError.ts'
import { fromHex, toHexUpper } from '../../util/bytes.ts'
import type { GasShare, GasTraceReply } from '../../wire/SummarySchema.ts'

/** Most transactions to run before the requested one, so that a call takes less than a second. */
const mostBefore = 1_000

/** Gas use of a transaction: its block runs again up to it. @throws {UserError} without it, or the state before. */
export async function traceGas(chain: ChainReader, app: BaseApp, hash: string): Promise<GasTraceReply> {
	const bytes = fromHex(hash.replace(/^0x/i, ''))
	if (bytes?.length !== 32) {
		throw new UserError('That is not the hash of a transaction.', { next: 'It has 64 hexadecimal digits.' })
	}
	const record = await chain.tx(bytes)
	const found = record && { ...record, block: await chain.block(record.height) }
	if (found?.block === undefined) {
		throw new UserError(`tx (${toHexUpper(bytes)}) not found`, {
			next: 'A transaction is found once it is in a block; one the node refused never is.',
		})
	}
	const { height, index, tx, result, block } = found
	const { initialHeight } = await chain.genesis()
	assertTraceable(initialHeight, app, height, index)
	const traced = await app.traceInBlock(block.header, block.txs.slice(0, index), tx, headerHash(block.header))
	if (traced.result.gasUsed !== result.gasUsed || traced.result.code !== result.code) {
		throw new UserError('The block does not run as it did.', {
			why: `The transaction used ${result.gasUsed} gas in the block and ${traced.result.gasUsed} now.`,
			next: 'Start the node with the settings and the version of the program its blocks were made with.',
		})
	}
	return {
		hash: toHexUpper(bytes),
		height,
		index,
		gas_wanted: String(result.gasWanted),
		gas_used: String(result.gasUsed),
		charges: sharesOf(traced.charges),
	}
}

function assertTraceable(initialHeight: number, app: BaseApp, height: number, index: number): void {
	if (height === initialHeight) {
		throw new UserError('The gas use of this transaction is not available.', {
			why: `It is in block ${height}, the first one, which begins at the genesis and not at a version of the state.`,
			next: 'Ask for a transaction of a later block.',
		})
	}
	if (!app.store.hasVersion(height - 1)) {
		throw new UserError('The gas use of this transaction is not available.', {
			why: `The state before block ${height} is pruned; the earliest version kept is ${app.store.earliestVersion}.`,
			next: 'Run a node with --pruning nothing to keep every version.',
		})
	}
	if (index > mostBefore) {
		throw new UserError('The gas use of this transaction is not available.', {
			why: `${index} transactions are before it in its block; at most ${mostBefore} are run again.`,
			next: 'Ask for one of the first transactions of the block.',
		})
	}
}

function sharesOf(charges: readonly GasCharge[]): readonly GasShare[] {
	const shares = new Map<string, GasShare>()
	for (const { phase, store = '', descriptor, amount, bytes = 0 } of charges) {
		const key = JSON.stringify([phase, store, descriptor])
		const share = shares.get(key) ?? { phase, store, descriptor, times: 0, bytes: 0, amount: '0' }
		shares.set(key, {
			...share,
			times: share.times + 1,
			bytes: share.bytes + bytes,
			amount: String(BigInt(share.amount) + amount),
		})
	}
	return [...shares.values()]
}
