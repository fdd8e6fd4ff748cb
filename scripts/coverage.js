// `npm run coverage [-- FILE ...]` runs the tests with V8's coverage and prints a table of statements and branches by room of src.
// `node scripts/coverage.js --table` prints the table of the last run, such as one with CHAIN_TUI_COVERAGE=1 npm test.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'

process.chdir(new URL('..', import.meta.url).pathname)

/**
 * What begins other processes and threads, where V8's coverage of the test process does not reach. Nearly all of it shows 0
 * whatever the tests do: it has a row of its own, and the row of its room is without it.
 */
const elsewhere = [
	'src/cli/main.ts',
	'src/cli/processIo.ts',
	'src/keyring/keytarProcess.ts',
	'src/node/worker.ts',
	'src/node/threads/servingWorker.ts',
	'src/node/threads/verifyingWorker.ts',
]
const elsewhereName = 'other processes, threads'

const summary = 'node_modules/.cache/coverage/coverage-summary.json'
const args = process.argv.slice(2)
let status = 0
if (!args.includes('--table')) {
	const env = { ...process.env, CHAIN_TUI_COVERAGE: '1' }
	status = spawnSync('npx', ['vitest', 'run', ...args], { stdio: 'inherit', env }).status ?? 1
}
if (!existsSync(summary)) {
	console.error('There is no coverage to print.')
	console.error('Run `npm run coverage`, or `CHAIN_TUI_COVERAGE=1 npm test`.')
	process.exit(1)
}
print(byRoom(JSON.parse(readFileSync(summary, 'utf8'))))
process.exit(status)

/** Covered and total statements and branches of each room, a folder of src; api has one for each protocol. */
function byRoom(files) {
	const rooms = new Map()
	for (const [path, { statements, branches }] of Object.entries(files)) {
		if (path === 'total') continue
		const parts = path.slice(process.cwd().length + 1).split(sep)
		const depth = ['api', 'modules', 'tui'].includes(parts[1]) ? 3 : 2
		const folder = parts.slice(1, Math.min(depth, parts.length - 1)).join('/') || parts[1]
		const name = elsewhere.includes(parts.join('/')) ? elsewhereName : folder
		const room = rooms.get(name) ?? { statements: [0, 0], branches: [0, 0] }
		for (const [kind, { covered, total }] of Object.entries({ statements, branches })) {
			room[kind][0] += covered
			room[kind][1] += total
		}
		rooms.set(name, room)
	}
	return [...rooms].sort(([a], [b]) => (a < b ? -1 : 1))
}

function print(rooms) {
	console.log('room                      statements   branches   (aim: 90 and 80 of 100; no threshold)')
	for (const [name, { statements, branches }] of rooms) {
		console.log(`${name.padEnd(24)}  ${percent(statements).padStart(10)}  ${percent(branches).padStart(9)}`)
	}
	console.log(
		'Only the test processes are counted. What tests start besides (the built program, worker threads, `chain-tui abci`',
	)
	console.log(
		'and testnets) runs the same rooms uncounted, so that cli, node and abciSocket are proved by more than this says.',
	)
}

function percent([covered, total]) {
	return total === 0 ? '-' : ((covered / total) * 100).toFixed(1)
}
