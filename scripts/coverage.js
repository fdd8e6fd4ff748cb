// `npm run coverage [-- FILE ...]` runs the tests with V8's coverage and prints a table of statements and branches by room of src.
// Fails when a run of all tests leaves a room below the aim. `node scripts/coverage.js --table` prints the table of the last run.
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

/** What the tests run of each room at least, of 100. */
const aim = { statements: 90, branches: 80 }

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
const low = print(byRoom(JSON.parse(readFileSync(summary, 'utf8'))))
// A part of the tests says nothing of a room's coverage.
const whole = args.filter((arg) => !arg.startsWith('-')).length === 0
process.exit(status || (whole && low > 0 ? 1 : 0))

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

/** Prints the table; the number of rooms that are below the aim. */
function print(rooms) {
	let low = 0
	console.log(
		`room                      statements   branches   (at least ${aim.statements} and ${aim.branches} of 100)`,
	)
	for (const [name, { statements, branches }] of rooms) {
		const isLow = name !== elsewhereName && (below(statements, aim.statements) || below(branches, aim.branches))
		if (isLow) low++
		const cells = `${percent(statements).padStart(10)}  ${percent(branches).padStart(9)}`
		console.log(`${name.padEnd(24)}  ${cells}${isLow ? '   too low' : ''}`)
	}
	console.log(
		'Only the test processes are counted. What tests start besides (the built program, worker threads, `chain-tui abci`',
	)
	console.log(
		'and testnets) runs the same rooms uncounted, so that cli, node and abciSocket are proved by more than this says.',
	)
	if (low > 0) console.error(`${low} rooms are too low.`)
	return low
}

function below([covered, total], least) {
	return total > 0 && (covered / total) * 100 < least
}

function percent([covered, total]) {
	return total === 0 ? '-' : ((covered / total) * 100).toFixed(1)
}
