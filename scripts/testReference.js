// `npm run test:reference -- --reference PATH [--seeds N] [--txs N] [--seed FIRST] [--prefix P] [SCRIPT.json ...]`
// `npm run test:reference -- --rest --reference PATH | --reference8 PATH [--requests N] [--seed N] [--record FILE]`
// `npm run test:reference -- --rpc --reference PATH [--requests N] [--seed N]`
// `npm run test:reference -- --migrate --reference PATH [--seeds N] [--seed FIRST] [--record FILE]`
// `npm run test:reference -- --upgrade [--reference PATH] [--reference8 PATH]`
//
// Compares this chain with a node of the real framework, line by line. The reference program (also named by the variable
// REFNODE) must know `gen --seed N --txs N`, which prints a random script of ABCI calls, and `replay SCRIPT`, which prints
// one JSON line per call. The first difference is printed in full. Scripts given by name are replayed instead of new ones.
//
// With --migrate both migrate genesis documents of generation 8, most of them damaged: `migrate FILE`. --record writes what the
// reference made of each.
//
// With --upgrade both start the migrated genesis of a real network, and REST must say the same of each account and of the supply.
//
// With --rest both run as nodes with the same state, and mutated requests of every recorded kind are sent to both REST
// servers. --reference8 (REFNODE8) names the node of generation 8. --record writes a reply of each kind for the tests.
// With --rpc both get random calls of Tendermint's JSON-RPC: heights, pages, searches, evidence, queries of the modules.
import { spawnSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { bundledModule } from './bundledModule.js'

process.chdir(new URL('..', import.meta.url).pathname)

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		reference: { type: 'string' },
		seeds: { type: 'string', default: '5' },
		txs: { type: 'string', default: '2000' },
		seed: { type: 'string' },
		prefix: { type: 'string' },
		rest: { type: 'boolean', default: false },
		rpc: { type: 'boolean', default: false },
		migrate: { type: 'boolean', default: false },
		upgrade: { type: 'boolean', default: false },
		reference8: { type: 'string' },
		requests: { type: 'string', default: '20000' },
		record: { type: 'string' },
	},
})

if (values.rest || values.rpc) process.exit((await serverMode()) ? 0 : 1)
if (values.migrate) process.exit((await migrateMode()) ? 0 : 1)
if (values.upgrade) process.exit((await upgradeMode()) ? 0 : 1)

const reference = values.reference ?? process.env.REFNODE
if (reference === undefined) {
	fail('There is no reference to compare with.', 'Give the path of its program: --reference PATH, or REFNODE=PATH.')
}
const environment = values.prefix === undefined ? process.env : { ...process.env, REF_PREFIX: values.prefix }
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-reference-'))

let equal = 0
let total = 0
let different = 0
try {
	const { runReplay } = await bundledReplay()
	const first = values.seed === undefined ? randomInt(1, 1_000_000_000) : Number(values.seed)
	const names = positionals.length > 0 ? positionals : Array.from({ length: Number(values.seeds) }, (_, i) => first + i)
	for (const name of names) {
		const path = typeof name === 'number' ? generated(name) : name
		const wanted = run(['replay', path]).trimEnd().split('\n')
		const steps = JSON.parse(readFileSync(path, 'utf8')).steps
		const started = performance.now()
		const difference = await firstDifference(runReplay(readFileSync(path, 'utf8')), wanted)
		const seconds = ((performance.now() - started) / 1000).toFixed(1)
		const label = typeof name === 'number' ? `seed ${name}` : name
		total += wanted.length
		equal += difference?.line ?? wanted.length
		if (difference === undefined) {
			console.log(`${label}: ${wanted.length} lines equal (${seconds} s)`)
			continue
		}
		different++
		console.log(`${label}: line ${difference.line} of ${wanted.length} differs`)
		console.log(`  call      ${difference.line === 0 ? 'InitChain' : JSON.stringify(steps[difference.line - 1])}`)
		console.log(`  reference ${difference.wanted}`)
		console.log(`  ours      ${difference.got}`)
	}
} finally {
	rmSync(folder, { recursive: true, force: true })
}
console.log(`${equal} of ${total} lines equal up to the first difference; ${different} scripts differ`)
process.exit(different === 0 ? 0 : 1)

/** Compares servers; true when nothing differs but what is documented. */
async function serverMode() {
	const program8 = values.reference8 ?? (values.reference === undefined ? process.env.REFNODE8 : undefined)
	const program = program8 ?? values.reference ?? process.env.REFNODE
	if (program === undefined) {
		fail('There is no reference to compare with.', 'Give its program: --reference PATH, or --reference8 PATH.')
	}
	const options = {
		program,
		count: Number(values.requests),
		seed: values.seed === undefined ? randomInt(1, 1_000_000) : Number(values.seed),
		print: (line) => console.log(line),
	}
	if (values.rpc) {
		const { fuzzRpc } = await bundledModule(`export { fuzzRpc } from './test/reference/fuzzRpc.ts'`)
		return fuzzRpc(options)
	}
	const { fuzzRest } = await bundledModule(`export { fuzzRest } from './test/reference/fuzzRest.ts'`)
	return fuzzRest({ ...options, generation: program8 === undefined ? 9 : 8, record: values.record })
}

/** Compares the chains of a migrated genesis; true when nothing differs. */
async function upgradeMode() {
	const [program9, program8] = [values.reference ?? process.env.REFNODE, values.reference8 ?? process.env.REFNODE8]
	if (program9 === undefined && program8 === undefined) {
		fail('There is no reference to compare with.', 'Give its program: --reference PATH, --reference8 PATH, or both.')
	}
	const { compareUpgrade } = await bundledModule(`export { compareUpgrade } from './test/reference/compareUpgrade.ts'`)
	return compareUpgrade({ program9, program8, print: (line) => console.log(line) })
}

/** Compares migrations; true when none differs. */
async function migrateMode() {
	const program = values.reference ?? process.env.REFNODE
	if (program === undefined) {
		fail('There is no reference to compare with.', 'Give the path of its program: --reference PATH, or REFNODE=PATH.')
	}
	const { fuzzMigrate } = await bundledModule(`export { fuzzMigrate } from './test/reference/fuzzMigrate.ts'`)
	return fuzzMigrate({
		program,
		count: Number(values.seeds),
		seed: values.seed === undefined ? randomInt(1, 1_000_000) : Number(values.seed),
		print: (line) => console.log(line),
		record: values.record,
	})
}

/** Our replay, built from the sources as they are now. */
async function bundledReplay() {
	const outfile = join('node_modules', '.cache', 'chain-tui', 'replay.mjs')
	mkdirSync(join('node_modules', '.cache', 'chain-tui'), { recursive: true })
	await build({
		entryPoints: ['src/node/replay/replay.ts'],
		bundle: true,
		platform: 'node',
		format: 'esm',
		packages: 'external',
		outfile,
		logLevel: 'error',
	})
	const print = createHash('sha256').update(readFileSync(outfile)).digest('hex')
	return import(`${pathToFileURL(outfile).href}?${print}`)
}

/** Writes the random script of a seed and gives its path. */
function generated(seed) {
	const path = join(folder, `${seed}.json`)
	writeFileSync(path, run(['gen', '--seed', String(seed), '--txs', values.txs]))
	return path
}

function run(args) {
	const result = spawnSync(reference, args, { encoding: 'utf8', env: environment, maxBuffer: 1 << 30 })
	if (result.error !== undefined) fail(`The reference does not start: ${result.error.message}.`, 'Check its path.')
	if (result.status !== 0) fail(`The reference failed on "${args.join(' ')}".`, result.stderr)
	return result.stdout
}

/** The first line that differs, or undefined. */
async function firstDifference(lines, wanted) {
	let line = 0
	try {
		for await (const got of lines) {
			const expected = wanted[line]
			if (expected === undefined || !sameStep(expected, got)) {
				return { line, wanted: expected ?? '(no such line)', got }
			}
			line++
		}
	} catch (error) {
		return { line, wanted: wanted[line] ?? '(no such line)', got: error.stack }
	}
	return line === wanted.length ? undefined : { line, wanted: wanted[line], got: '(no such line)' }
}

function sameStep(a, b) {
	return a === b || JSON.stringify(comparable(a)) === JSON.stringify(comparable(b))
}

/**
 * The gas of a transaction refused before its gas meter was set belongs to a shared context and is not compared. Go's
 * protobuf writes a space or a no-break space into its errors, by the hash of the program (internal/detrand).
 */
function comparable(line) {
	const step = JSON.parse(line.replaceAll('proto:\u00a0', 'proto: '))
	if (step.result?.code && !step.result.gas_wanted) delete step.result.gas_used
	return step
}

function fail(what, next) {
	console.error(what)
	console.error(next)
	process.exit(1)
}
