import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ask, broadcast, faucetSigner } from './faucetTxs.js'
import { until, within } from './waits.js'

const program = process.env.CHAIN_TUI_BENCH_PROGRAM ?? new URL('../../../bin/chain-tui.js', import.meta.url).pathname
const any = '127.0.0.1:0'

/** Starts a node of ours on free ports and waits for its line `ready {...}`: `child` and the addresses by name. */
export function startNode(home, flags = [], listeners = ['rpc', 'rest', 'grpc']) {
	const all = ['rpc', 'rest', 'grpc', 'endpoints', 'eth'].flatMap((name) => [
		`--${name}`,
		listeners.includes(name) ? any : 'off',
	])
	return startProgram([program, 'start', '--home', home, ...all, ...flags])
}

/** Starts a program with Node and waits for its line `ready {...}`: `child` and what the line says. */
export async function startProgram(args, env = process.env) {
	const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
	let errors = ''
	child.stderr.on('data', (data) => {
		errors = (errors + data).slice(-10_000)
	})
	const ready = new Promise((resolve, reject) => {
		child.on('exit', (code) => reject(new Error(`the program ended with ${code} before it was ready:\n${errors}`)))
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (line.startsWith('ready ')) resolve({ child, ...JSON.parse(line.slice(6)) })
		})
	})
	try {
		return await within('the line "ready" of a node', 120, ready, () => errors)
	} catch (error) {
		child.kill('SIGKILL')
		throw error
	}
}

/**
 * Starts a network of one validator on free ports: an application of ours under a real engine. `pid` is that of the
 * application; the flags go to `testnet init`, and to the application as well where it has them.
 */
export async function startNetwork(folder, flags = []) {
	const net = `${folder}/net`
	const engine = process.env.CHAIN_TUI_ENGINE ?? new URL('../../engine/cometbft', import.meta.url).pathname
	if (!existsSync(engine)) throw new Error(`${engine} is missing: node scripts/engine.js builds it`)
	const threads = flags.indexOf('--threads')
	const [, count = 'auto'] = threads < 0 ? [] : flags.splice(threads, 2)
	const init = spawnSync(process.execPath, [
		program,
		'testnet',
		'init',
		'--validators',
		'1',
		'--output-dir',
		net,
		...flags,
	])
	if (init.status !== 0) throw new Error(String(init.stderr))
	const env = { ...process.env, CHAIN_TUI_THREADS: count }
	const { child, nodes } = await startProgram([program, 'testnet', 'start', net, '--engine', engine], env)
	const { pid } = JSON.parse(readFileSync(`${net}/node0/app/node.json`, 'utf8'))
	return { child, pid, ...nodes[0] }
}

/** Ends a node in its own way; one that does not end is killed, and the measurement fails. */
export async function stopNode({ child }) {
	const ended = new Promise((resolve) => child.once('exit', resolve))
	child.kill('SIGTERM')
	try {
		await within('the end of a node', 60, ended)
	} catch (error) {
		child.kill('SIGKILL')
		throw error
	}
}

/** Writes so many greetings of the faucet account into a running chain, 500 in a transaction. */
export async function writeGreetings(rpc, count, perTx = 500) {
	const signer = await faucetSigner(rpc)
	for (let made = 0; made < count; made += perTx) {
		const texts = Array.from({ length: Math.min(perTx, count - made) }, (_, index) => `greeting number ${made + index}`)
		await broadcast(rpc, [await signer.greetings(texts)])
	}
	await emptied(rpc)
	return signer
}

/** Waits until blocks have taken all there was in the mempool. */
export async function emptied(rpc) {
	let left = 'nothing'
	const isEmpty = async () => {
		left = (await ask(rpc, 'num_unconfirmed_txs')).n_txs
		return Number(left) === 0
	}
	await until('an empty mempool', isEmpty, { seconds: 300, saw: () => `${left} transactions` })
}

/** Resident bytes of a process and those that are no mapped files, from /proc where there is one, else 0. */
export function memoryOf(pid) {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8')
		const bytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
		return { all: bytes('VmRSS'), own: bytes('RssAnon') }
	} catch {
		return { all: 0, own: 0 }
	}
}
