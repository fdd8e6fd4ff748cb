import { cpSync, existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { statePrefix } from '../../app/BaseApp.ts'
import { type VerifiedBlocks, verifyBlocks } from '../../engine/blocks/verifyBlocks.ts'
import { openGenesis } from '../../engine/genesisRecord.ts'
import { prefixes } from '../../engine/store/keys.ts'
import { parseValidatorKey, type ValidatorKey } from '../../engine/validatorKey.ts'
import { UserError } from '../../errors/UserError.ts'
import { checkLevelDb } from '../../store/check/checkLevelDb.ts'
import { HeightMark } from '../../store/kv/HeightMark.ts'
import { lacksRoom, openLevelDb } from '../../store/kv/levelDb.ts'
import { type VerifiedState, verifyState } from '../../store/multi/verifyState.ts'
import { concatBytes, equalBytes } from '../../util/bytes.ts'
import { isAlive } from '../../util/isAlive.ts'
import { homePaths } from './home.ts'
import { readNetworkHome, refuseNetworkHome } from './networkHome.ts'
import { planGoBack, refuseHeight, wholeHeight } from './planGoBack.ts'

/** Result of `verify`. */
export interface HomeReport {
	/** Newest and oldest block. */
	readonly height: number
	readonly earliest: number
	/** Only of a network's node, whose engine keeps the blocks: the newest height of the state. */
	readonly stateOnly?: number
	/** Number of kept state versions. */
	readonly versions: number
	/** Faults, one sentence each; empty if the home is intact. */
	readonly faults: readonly string[]
	/** Possible next steps, or what is still intact. */
	readonly advice: readonly string[]
	/** What was repaired. */
	readonly repaired: readonly string[]
	/** Whether no fault remains. */
	readonly mended: boolean
}

/** Receives the progress of each part, from 0 to 1. */
export type VerifyProgress = (part: 'files' | 'blocks' | 'state', share: number) => void

/** Changes that `verify` may make. */
export interface VerifyOptions {
	/** Rebuilds data that follows from the rest. */
	readonly repair: boolean
	/** Goes back to this height, or to the last complete one. */
	readonly toHeight?: number | 'whole'
}

/**
 * Checks a home on which no node runs: the files of its database, every block, index entry and state version. It works
 * on a copy whose tables are hard links, so that nothing changes unless requested. It can then rebuild derived data,
 * accept a loss of the newest blocks, or go back to a complete height.
 * @throws {UserError} if there is no chain, or it cannot go back to the height.
 */
export async function verifyHome(home: string, options: VerifyOptions, progress: VerifyProgress): Promise<HomeReport> {
	const { data, mark: markFile } = homePaths(home)
	if (!existsSync(data)) {
		throw new UserError(`There is no chain in ${home}.`, { next: 'Choose the folder of a chain with --home.' })
	}
	if (readNetworkHome(home) !== undefined) return verifyNetworkHome(home, options, progress)
	const { repair, toHeight } = options
	const mark = new HeightMark(markFile, data)
	const share = shareOf(progress)
	const files = await checkLevelDb(data, mark.last?.manifest, { progress: share('files') })
	const faults = files.map(({ file, why }) => `${file}: ${why}.`)
	const work = copyOf(data, home)
	let blocks: VerifiedBlocks
	let state: VerifiedState
	let whole: number
	let goBack: (() => Promise<string>) | undefined
	try {
		const db = await openLevelDb(work)
		try {
			state = await verifyState(db.prefixed(concatBytes(prefixes.application, statePrefix)), share('state'))
			const parts = { genesis: await openGenesis(db, undefined), key: keyOf(home), appHashes: state.appHashes }
			blocks = await verifyBlocks(db, parts, share('blocks'))
			whole = wholeHeight(blocks, state)
			const target = toHeight === 'whole' ? whole : toHeight
			if (target !== undefined) {
				refuseHeight(target, whole, blocks, files)
				goBack = await planGoBack({ home, db, work, mark, blocks, target })
			}
		} finally {
			await db.close()
		}
		if (goBack !== undefined) return { ...reportOf(blocks, state), repaired: [await goBack()], mended: true }
	} catch (cause) {
		if (toHeight !== undefined) throw cause
		return {
			...emptyReport,
			faults: [...faults, whyUnreadable(cause)],
			advice: ['Nothing can be read. Restore the home from a copy, or begin a new chain with `chain-tui reset`.'],
		}
	} finally {
		rmSync(work, { recursive: true, force: true })
	}
	const { height } = blocks
	const report = reportOf(blocks, state)
	faults.push(...faultsOf(blocks, state))
	const others = faults.length
	const lost = Math.max(0, (mark.last?.height ?? height) - height)
	if (lost > 0)
		faults.push(`The newest blocks are lost: the chain was at height ${height + lost}, it ends at height ${height}.`)
	if (blocks.missingEntries > 0)
		faults.push(`${blocks.missingEntries} index entries are missing: searches would leave out what they name.`)
	faults.push(...blocks.mendable)
	// Writing to a database with a damaged file could spread the damage.
	const repaired = repair && files.length === 0 ? await repairHome(home, mark, blocks, others === 0 ? lost : 0) : []
	const advice =
		others === 0
			? faults.length === 0 || repaired.length > 0
				? []
				: ['Run `chain-tui verify --repair` to mend it.']
			: adviceFor(blocks, state, { whole, damagedFiles: files.length > 0 })
	return { ...report, faults, advice, repaired, mended: repaired.length > 0 && others === 0 }
}

/** Checks the home of a network's node: database files and every kept state. Its engine checks the blocks. */
async function verifyNetworkHome(
	home: string,
	{ repair, toHeight }: VerifyOptions,
	progress: VerifyProgress,
): Promise<HomeReport> {
	if (repair || toHeight !== undefined) {
		refuseNetworkHome(
			home,
			`${home} is the home of a node of a network: it cannot be mended alone.`,
			'Without --repair and --to-height it is checked. If it is damaged, `chain-tui node reset --keep-keys` has the node take its state from the others again.',
		)
	}
	const { data } = homePaths(home)
	const share = shareOf(progress)
	const files = await checkLevelDb(data, undefined, { progress: share('files') })
	const faults = files.map(({ file, why }) => `${file}: ${why}.`)
	const work = copyOf(data, home)
	let state: VerifiedState | undefined
	try {
		const db = await openLevelDb(work)
		try {
			state = await verifyState(db.prefixed(concatBytes(prefixes.application, statePrefix)), share('state'))
		} finally {
			await db.close()
		}
		for (const [at, why] of state.faults) faults.push(`State of height ${at}: ${why}`)
	} catch (cause) {
		faults.push(whyUnreadable(cause))
	} finally {
		rmSync(work, { recursive: true, force: true })
	}
	const advice =
		faults.length === 0
			? []
			: ['Stop the node, run `chain-tui node reset --keep-keys`: it takes the chain from the others.']
	return { ...emptyReport, stateOnly: state?.latest ?? 0, versions: state?.versions.length ?? 0, faults, advice }
}

/** The fault of a database of which nothing can be read. Throws what is no fault of it, such as a full disk. */
function whyUnreadable(cause: unknown): string {
	if (!(cause instanceof UserError) || lacksRoom(cause.why)) throw cause
	return `${cause.message} ${cause.why}`
}

const none: readonly string[] = []
const emptyReport = { height: 0, earliest: 0, versions: 0, faults: none, advice: none, repaired: none, mended: false }

/** Passes on how much of a part is done. */
function shareOf(progress: VerifyProgress) {
	return (part: Parameters<VerifyProgress>[0]) => (done: number, all: number) => progress(part, done / all)
}

/** Describes a home without its faults. */
function reportOf(blocks: VerifiedBlocks, state: VerifiedState): HomeReport {
	const { height, earliest } = blocks
	return { ...emptyReport, height, earliest, versions: state.versions.length }
}

/** Faults that cannot be rebuilt. */
function faultsOf(blocks: VerifiedBlocks, state: VerifiedState): readonly string[] {
	const faults: string[] = []
	const { height } = blocks
	for (const [at, why] of blocks.faults) faults.push(`Block ${at}: ${why}`)
	for (const [at, why] of state.faults) faults.push(`State of height ${at}: ${why}`)
	if (state.latest !== height) faults.push(`The blocks end at height ${height}, the state at height ${state.latest}.`)
	for (const [at, hash] of state.appHashes) {
		const named = blocks.appHashes.get(at)
		if (named !== undefined && !equalBytes(named, hash))
			faults.push(`State of height ${at}: it is not the one the chain names.`)
	}
	return faults
}

async function repairHome(home: string, mark: HeightMark, blocks: VerifiedBlocks, lost: number): Promise<string[]> {
	const { missingEntries, mendable } = blocks
	if (missingEntries === 0 && mendable.length === 0 && lost === 0) return []
	const repaired: string[] = []
	const db = await openLevelDb(homePaths(home).data)
	try {
		if (missingEntries > 0 || mendable.length > 0) {
			const batch = db.batch()
			blocks.rebuild(batch)
			await db.write(batch, { sync: true })
		}
		if (missingEntries > 0) repaired.push(`${missingEntries} index entries were made anew from their blocks.`)
		if (mendable.length > 0) {
			const what = mendable.length === 1 ? 'record of a block was' : 'records of blocks were'
			repaired.push(`${mendable.length} ${what} made anew; each has the hash that the chain names.`)
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

function adviceFor(
	blocks: VerifiedBlocks,
	state: VerifiedState,
	{ whole, damagedFiles }: { readonly whole: number; readonly damagedFiles: boolean },
): readonly string[] {
	const readable = Math.max(0, blocks.height - Math.max(1, blocks.earliest) + 1 - blocks.faults.size)
	const copy =
		'Restore the home from a copy, or begin a new chain with `chain-tui reset`. Keys and settings are not touched by either.'
	const said = `${readable} blocks and ${state.appHashes.size} versions of the state can still be read.`
	if (damagedFiles || whole === 0) return [said, copy]
	const given = blocks.height - whole
	return [
		said,
		given === 0
			? copy
			: `Run \`chain-tui verify --to-height whole\` to go on from height ${whole}, up to which all is whole; ${given} newer blocks are given up. ${copy}`,
	]
}

/** The block-signing key; undefined if it is missing. */
function keyOf(home: string): ValidatorKey | undefined {
	const { validatorKey } = homePaths(home)
	return existsSync(validatorKey) ? parseValidatorKey(readFileSync(validatorKey, 'utf8'), validatorKey) : undefined
}

/** Copies a database folder, because opening changes it. Tables never change, so they are hard links. */
function copyOf(data: string, home: string): string {
	let target: string | undefined
	try {
		removeCutOff(home)
		target = mkdtempSync(join(home, `.verify-${process.pid}-`))
		for (const file of readdirSync(data)) {
			if (file === 'LOCK') continue
			const [from, to] = [join(data, file), join(target, file)]
			if (!file.endsWith('.ldb') || !tryLink(from, to)) cpSync(from, to)
		}
		return target
	} catch (cause) {
		if (target !== undefined) rmSync(target, { recursive: true, force: true })
		throw new UserError(`The check cannot make its copy of the newest records in ${home}.`, {
			because: cause,
			next: 'Make room on the disk and let the folder be written, then check again. Nothing was changed.',
		})
	}
}

/** Removes the copies of checks that were cut off, as by Ctrl+C: their links keep tables on the disk that nobody has any more. */
function removeCutOff(home: string): void {
	for (const name of readdirSync(home)) {
		const pid = /^\.verify-(\d+)-/.exec(name)?.[1]
		if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(home, name), { recursive: true, force: true })
	}
}

function tryLink(from: string, to: string): boolean {
	try {
		linkSync(from, to)
		return true
	} catch {
		return false
	}
}
