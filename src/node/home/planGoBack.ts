import { statePrefix } from '../../app/BaseApp.ts'
import { putLastHeader } from '../../app/lastHeader.ts'
import { ClockHistory } from '../../engine/blocks/ClockHistory.ts'
import type { VerifiedBlocks } from '../../engine/blocks/verifyBlocks.ts'
import { putStateAt } from '../../engine/rewind.ts'
import { Snapshots } from '../../engine/Snapshots.ts'
import { BlockStore } from '../../engine/store/BlockStore.ts'
import { decodeState } from '../../engine/store/EngineState.ts'
import { prefixes, recordsAbove, stateKey } from '../../engine/store/keys.ts'
import { BugError, UserError } from '../../errors/UserError.ts'
import type { KvDatabase } from '../../store/KvDatabase.ts'
import type { HeightMark } from '../../store/kv/HeightMark.ts'
import { openLevelDb } from '../../store/kv/levelDb.ts'
import { rawRecords } from '../../store/kv/recordSeal.ts'
import { writeOpsOf } from '../../store/kv/writeOps.ts'
import { putVersionAt } from '../../store/multi/putVersionAt.ts'
import type { VerifiedState } from '../../store/multi/verifyState.ts'
import { concatBytes, equalBytes } from '../../util/bytes.ts'
import { homePaths } from './home.ts'

/** Input of a plan to go back. */
export interface GoBackParts {
	readonly home: string
	/** The open copy of the database. */
	readonly db: KvDatabase
	/** Its folder. */
	readonly work: string
	readonly mark: HeightMark
	readonly blocks: VerifiedBlocks
	readonly target: number
}

/** The newest height up to which all blocks and states are complete and its state is kept; 0 if there is none. */
export function wholeHeight(blocks: VerifiedBlocks, state: VerifiedState): number {
	const bad = [...blocks.faults.keys(), ...state.faults.keys()]
	for (const [at, hash] of state.appHashes) {
		const named = blocks.appHashes.get(at)
		if (named !== undefined && !equalBytes(named, hash)) bad.push(at)
	}
	const top = Math.min(blocks.height, ...bad.map((height) => height - 1))
	// The following block holds the app hash of the state, so it must be complete too.
	const start = blocks.faults.has(top + 1) ? top - 1 : top
	for (let height = start; height >= blocks.earliest; height--) {
		if (state.appHashes.has(height) && blocks.appHashes.has(height)) return height
	}
	return 0
}

/** Checks that it is sound to go back to a height. @throws {UserError} if it is not. */
export function refuseHeight(
	target: number,
	whole: number,
	blocks: VerifiedBlocks,
	damagedFiles: readonly { readonly file: string; readonly why: string }[],
): void {
	const [first] = damagedFiles
	if (first !== undefined) {
		throw new UserError('The chain cannot go back: a file of its database is damaged.', {
			why: `${first.file}: ${first.why}. What else was in it is not known, so that no height is known to be whole.`,
			next: 'Restore the home from a copy, or begin a new chain with `chain-tui reset`. Keys and settings are not touched by either.',
		})
	}
	if (target >= Math.max(1, blocks.earliest) && target <= whole) return
	throw new UserError(target === 0 ? 'There is no height to go back to.' : `Height ${target} cannot be gone back to.`, {
		why:
			whole === 0
				? 'No kept height has all its blocks and state whole.'
				: `All is whole from height ${Math.max(1, blocks.earliest)} to ${whole}.`,
		next: whole === 0 ? 'Restore the home from a copy.' : 'Choose a height in that range, or the word `whole`.',
	})
}

/**
 * Plans how a damaged chain goes back to a complete height. Blocks above it are removed by key alone, because they may
 * be unreadable; everything below is read on the copy.
 * @returns A function that carries out the plan once the copy is closed, and says what was done.
 * @throws {UserError} if the state cannot go back.
 */
export async function planGoBack(parts: GoBackParts): Promise<() => Promise<string>> {
	const { home, db, work, mark, blocks, target } = parts
	const { height: latest } = blocks
	if (target === latest) return async () => `The chain stays at height ${latest}: all is whole.`
	const own = db.prefixed(prefixes.engine)
	const store = new BlockStore(own)
	const batch = db.batch()
	const mine = batch.prefixed(prefixes.engine)
	const record = own.get(stateKey)
	const header = store.meta(target)?.header
	if (record === undefined || header === undefined) throw new BugError('a chain that was verified has no state')
	blocks.rebuild(batch, target)
	putStateAt(store, decodeState(record), target, mine)
	new Snapshots(own).dropAbove(target, mine)
	const clock = new ClockHistory(own)
	clock.rewind(target, clock.at(target), mine)
	const prefix = concatBytes(prefixes.application, statePrefix)
	putVersionAt(db.prefixed(prefix), target, batch.prefixed(prefix))
	putLastHeader(header, batch.prefixed(prefixes.application))
	return async () => {
		const above = await recordsAbove(rawRecords(work), target)
		const real = await openLevelDb(homePaths(home).data)
		try {
			const all = real.batch()
			// Deleted before the rebuild, because these include a damaged index entry of a kept block.
			for (const key of above) all.delete(key)
			for (const { key, value } of writeOpsOf(batch)) value === undefined ? all.delete(key) : all.put(key, value)
			mark.write(target)
			await real.write(all, { sync: true })
		} finally {
			mark.close()
			await real.close()
		}
		return `The chain is back at height ${target}; ${latest - target} newer blocks are gone.`
	}
}
