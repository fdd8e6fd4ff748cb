import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stateRoom } from '../app/BaseApp.ts'
import { rooms } from '../engine/store/keys.ts'
import { type VerifiedBlocks, verifyBlocks } from '../engine/verifyBlocks.ts'
import { UserError } from '../errors/UserError.ts'
import { checkLevelDb } from '../store/check/checkLevelDb.ts'
import { HeightMark } from '../store/kv/HeightMark.ts'
import { openLevelDb } from '../store/kv/levelDb.ts'
import { type VerifiedState, verifyState } from '../store/multi/verifyState.ts'
import { concatBytes, equalBytes } from '../util/bytes.ts'
import { homePaths } from './home.ts'

/** What `verify` finds out about a home. */
export interface HomeReport {
	/** Newest and oldest block there are. */
	readonly height: number
	readonly earliest: number
	/** How many versions of the state are kept. */
	readonly versions: number
	/** What is wrong, a sentence each; empty when the home is whole. */
	readonly faults: readonly string[]
	/** What can be done about it, or what is still there. */
	readonly advice: readonly string[]
	/** What was repaired. */
	readonly repaired: readonly string[]
}

/** Hears of each part how much of it is done, from 0 to 1. */
export type VerifyProgress = (part: 'files' | 'blocks' | 'state', share: number) => void

/**
 * Checks a home that no node runs on: the files of its database, every block, index entry and version of the state. Works on a
 * copy whose tables are links, so that nothing changes unless `repair` is set: then missing index entries are written
 * anew and a loss of the newest blocks is accepted.
 *
 * @throws UserError when there is no chain or its database cannot be opened at all.
 */
export async function verifyHome(home: string, repair: boolean, progress: VerifyProgress): Promise<HomeReport> {
	const { data, mark: markFile } = homePaths(home)
	if (!existsSync(data)) {
		throw new UserError(`There is no chain in ${home}.`, { next: 'Choose the folder of a chain with --home.' })
	}
	const mark = new HeightMark(markFile, data)
	const share = (part: Parameters<VerifyProgress>[0]) => (done: number, all: number) =>
		progress(part, done / (all || 1))
	const files = await checkLevelDb(data, mark.last?.manifest, { progress: share('files') })
	const faults = files.map(({ file, why }) => `${file}: ${why}.`)
	const work = copyOf(data, home)
	let blocks: VerifiedBlocks
	let state: VerifiedState
	try {
		const db = await openLevelDb(work)
		try {
			blocks = await verifyBlocks(db, share('blocks'))
			state = await verifyState(db.prefixed(concatBytes(rooms.application, stateRoom)), share('state'))
		} finally {
			await db.close()
		}
	} catch (cause) {
		if (!(cause instanceof UserError)) throw cause
		return {
			height: 0,
			earliest: 0,
			versions: 0,
			faults: [...faults, `${cause.message} ${cause.why}`],
			advice: ['Nothing can be read. Restore the home from a copy, or begin a new chain with `chain-tui reset`.'],
			repaired: [],
		}
	} finally {
		rmSync(work, { recursive: true, force: true })
	}
	const { height, earliest } = blocks
	for (const [at, why] of blocks.faults) faults.push(`Block ${at}: ${why}`)
	for (const [at, why] of state.faults) faults.push(`State of height ${at}: ${why}`)
	if (state.latest !== height) faults.push(`The blocks end at height ${height}, the state at height ${state.latest}.`)
	for (const [at, hash] of state.appHashes) {
		const named = blocks.appHashes.get(at)
		if (named !== undefined && !equalBytes(named, hash))
			faults.push(`State of height ${at}: it is not the one the chain names.`)
	}
	const others = faults.length
	const lost = Math.max(0, (mark.last?.height ?? 0) - height)
	if (lost > 0)
		faults.push(`The newest blocks are lost: the chain was at height ${height + lost}, it ends at height ${height}.`)
	if (blocks.missingEntries > 0)
		faults.push(`${blocks.missingEntries} index entries are missing: searches would leave out what they name.`)
	const repaired = repair && others === 0 ? await repairHome(home, mark, blocks, lost) : []
	return {
		height,
		earliest,
		versions: state.versions.length,
		faults,
		advice: repaired.length > 0 ? [] : adviceFor(blocks, state, others, faults.length),
		repaired,
	}
}

async function repairHome(home: string, mark: HeightMark, blocks: VerifiedBlocks, lost: number): Promise<string[]> {
	const repaired: string[] = []
	const db = await openLevelDb(homePaths(home).data)
	try {
		if (blocks.missingEntries > 0) {
			const batch = db.batch()
			blocks.rebuild(batch)
			await db.write(batch, { sync: true })
			repaired.push(`${blocks.missingEntries} index entries were made anew from their blocks.`)
		}
		if (lost > 0) {
			mark.write(blocks.height)
			repaired.push(`The chain goes on at height ${blocks.height}; ${lost} of its blocks are given up.`)
		}
	} finally {
		mark.close()
		await db.close()
	}
	return repaired
}

function adviceFor(blocks: VerifiedBlocks, state: VerifiedState, others: number, all: number): readonly string[] {
	if (all === 0) return []
	if (others === 0) return ['Run `chain-tui verify --repair` to mend it.']
	const whole = blocks.height - Math.max(1, blocks.earliest) + 1 - blocks.faults.size
	return [
		`${Math.max(0, whole)} blocks and ${state.appHashes.size} versions of the state can still be read.`,
		'Restore the home from a copy, or begin a new chain with `chain-tui reset`. Keys and settings are not touched by either.',
	]
}

/** A copy of a database folder beside it: opening changes a folder. Tables never change, so links do for them. */
function copyOf(data: string, home: string): string {
	const target = mkdtempSync(join(home, '.verify-'))
	mkdirSync(target, { recursive: true })
	for (const file of readdirSync(data)) {
		if (file === 'LOCK') continue
		const [from, to] = [join(data, file), join(target, file)]
		if (!file.endsWith('.ldb') || !tryLink(from, to)) cpSync(from, to)
	}
	return target
}

function tryLink(from: string, to: string): boolean {
	try {
		linkSync(from, to)
		return true
	} catch {
		return false
	}
}
