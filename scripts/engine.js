// Builds the real engine of the network tests, CometBFT 0.34.34, from the Go module proxy into test/engine/cometbft; does
// nothing when it is there. With --clock: the same engine whose clock is off by CLOCK_OFFSET (such as 2s or -2s), into
// test/engine/cometbft-clock. Prints the program's path.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = new URL('../test/engine/', import.meta.url).pathname
const isOff = process.argv.includes('--clock')
const program = `${folder}${isOff ? 'cometbft-clock' : 'cometbft'}`
// CometBFT 0.34 still declares the module path of its predecessor; go.mod replaces it.
const module = 'github.com/tendermint/tendermint'

/** A copy of the engine's source in which the one function that tells the time adds the offset. */
function copyWithClock(scratch) {
	const go = (...args) => execFileSync('go', args, { cwd: folder, encoding: 'utf8' }).trim()
	const source = join(scratch, 'engine')
	cpSync(go('list', '-m', '-f', '{{.Dir}}', module), source, { recursive: true })
	const path = join(source, 'types/time/time.go')
	const now = 'return Canonical(time.Now())'
	const text = readFileSync(path, 'utf8')
	if (!text.includes(now)) throw new RangeError(`${path} tells the time in a way that is not known here.`)
	const changed = text
		.replace(now, 'return Canonical(time.Now().Add(clockOffset))')
		.replace('import (', 'import (\n\t"os"')
		.concat('\nvar clockOffset, _ = time.ParseDuration(os.Getenv("CLOCK_OFFSET"))\n')
	// The module cache is read-only, and so is what is copied from it.
	chmodSync(path, 0o644)
	writeFileSync(path, changed)
	const modules = join(scratch, 'go.mod')
	for (const name of ['go.mod', 'go.sum']) cpSync(join(folder, name), join(scratch, name))
	go('mod', 'edit', '-replace', `${module}=${source}`, modules)
	return ['-modfile', modules]
}

if (!existsSync(program)) {
	console.error('chain-tui: building the engine of the network tests …')
	const scratch = mkdtempSync(join(tmpdir(), 'chain-tui-engine-'))
	const flags = isOff ? copyWithClock(scratch) : []
	// Two files of tests may build it at once.
	const built = `${program}.${process.pid}`
	const { status, error } = spawnSync('go', ['build', ...flags, '-o', built, `${module}/cmd/cometbft`], {
		cwd: folder,
		stdio: 'inherit',
	})
	rmSync(scratch, { recursive: true, force: true })
	if (error !== undefined || status !== 0) {
		console.error(
			`The engine was not built: ${error?.message ?? `go ended with ${status}`}. Go 1.21 or newer is needed.`,
		)
		process.exit(1)
	}
	renameSync(built, program)
}
console.log(program)
