// Builds the real engine of the network tests, CometBFT 0.34.34, from the Go module proxy into test/engine/cometbft; does
// nothing when it is there. Prints its path.
import { spawnSync } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'

const folder = new URL('../test/engine/', import.meta.url).pathname
const program = `${folder}cometbft`

if (!existsSync(program)) {
	console.error('chain-tui: building the engine of the network tests …')
	// CometBFT 0.34 still declares the module path of its predecessor; go.mod replaces it.
	const target = 'github.com/tendermint/tendermint/cmd/cometbft'
	const { status, error } = spawnSync('go', ['build', '-o', `${program}.new`, target], {
		cwd: folder,
		stdio: 'inherit',
	})
	if (error !== undefined || status !== 0) {
		console.error(
			`The engine was not built: ${error?.message ?? `go ended with ${status}`}. Go 1.21 or newer is needed.`,
		)
		process.exit(1)
	}
	renameSync(`${program}.new`, program)
}
console.log(program)
