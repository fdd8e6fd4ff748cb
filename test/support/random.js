// The one generator of random numbers of the tests: mulberry32, repeatable by its seed (CHAIN_TUI_SEED, printed by each run).

/** The seed of this run. */
export const runSeed = Number(process.env.CHAIN_TUI_SEED ?? 1)

/** Random numbers from 0 to below 1. */
export function seededRandom(seed = runSeed) {
	let state = seed >>> 0
	return () => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
	}
}

/** Random whole numbers below a limit; a name makes those of one test others than those of the next. */
export function randomSource(name = '', seed = runSeed) {
	let own = seed >>> 0
	for (const char of name) own = Math.imul(own ^ char.charCodeAt(0), 16_777_619) >>> 0
	const random = seededRandom(own)
	return (below) => Math.floor(random() * below)
}
