import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const root = new URL('../../../', import.meta.url).pathname

/** The real engine that network tests run, or why there is none. */
export interface EngineProgram {
	readonly path: string
	/** Why networks cannot be tested here; empty when they can. */
	readonly missing: string
}

/**
 * CHAIN_TUI_ENGINE, or the one `node scripts/engine.js` has built; builds it where Go is there. In CI its absence is an error,
 * never a reason to leave the tests out.
 */
export function engineProgram(): EngineProgram {
	const named = process.env.CHAIN_TUI_ENGINE
	if (named !== undefined && named !== '')
		return { path: named, missing: existsSync(named) ? '' : `${named} is missing` }
	const built = `${root}test/engine/cometbft`
	if (!existsSync(built) && spawnSync('go', ['version']).status !== 0) {
		if (process.env.CI) throw new Error('CI needs Go: it builds the real engine of the network tests')
		return { path: '', missing: 'there is no Go to build the real engine with' }
	}
	const { status, stderr } = spawnSync(process.execPath, [`${root}scripts/engine.js`], { encoding: 'utf8' })
	if (status !== 0) throw new Error(stderr)
	return { path: built, missing: '' }
}

/**
 * The same engine with a clock that CLOCK_OFFSET moves (`2s`, `-2s`); built when it is first asked for.
 *
 * @throws RangeError with Go's words when it cannot be built.
 */
export function engineWithClock(): string {
	const { status, stderr } = spawnSync(process.execPath, [`${root}scripts/engine.js`, '--clock'], { encoding: 'utf8' })
	if (status !== 0) throw new RangeError(stderr)
	return `${root}test/engine/cometbft-clock`
}
