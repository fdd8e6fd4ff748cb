/** Random numbers below a limit, repeatable by the run's seed (CHAIN_TUI_SEED) and a name that tells tests apart. */
export function randomSource(name: string): (below: number) => number {
	let state = Number(process.env.CHAIN_TUI_SEED ?? 1) >>> 0
	for (const char of name) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619) >>> 0
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * below)
	}
}
