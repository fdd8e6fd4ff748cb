/** Prints the seed of this run, so that any random test can be repeated with CHAIN_TUI_SEED. */
export function setup(): void {
	const seed = process.env.CHAIN_TUI_SEED ?? String(Date.now() % 2_147_483_647)
	process.env.CHAIN_TUI_SEED = seed
	process.stdout.write(`CHAIN_TUI_SEED=${seed}\n`)
}
