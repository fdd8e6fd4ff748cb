/** Repeatable random numbers (mulberry32) from the printed CHAIN_TUI_SEED. */
export function randomSource(seed = Number(process.env.CHAIN_TUI_SEED ?? 1)): { below(limit: number): number } {
	let state = seed >>> 0
	return {
		below(limit) {
			state = (state + 0x6d2b79f5) >>> 0
			let mixed = Math.imul(state ^ (state >>> 15), state | 1)
			mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
			return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
		},
	}
}
