import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ask, broadcast, faucetSigner } from './faucetTxs.js'

const program = process.env.CHAIN_TUI_BENCH_PROGRAM ?? new URL('../../../bin/chain-tui.js', import.meta.url).pathname
const any = '127.0.0.1:0'

/** Starts a node of ours on free ports and waits for its line `ready {...}`: `child` and the addresses by name. */
export function startNode(home, flags = [], listeners = ['rpc', 'rest', 'grpc']) {
	const all = ['rpc', 'rest', 'grpc', 'endpoints'].flatMap((name) => [
		`--${name}`,
		listeners.includes(name) ? any : 'off',
	])
	const args = [program, 'start', '--home', home, ...all, ...flags]
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
		let errors = ''
		child.stderr.on('data', (data) => {
			errors = (errors + data).slice(-10_000)
		})
		child.on('exit', (code) => reject(new Error(`our node ended with ${code} before it was ready:\n${errors}`)))
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (line.startsWith('ready ')) resolve({ child, ...JSON.parse(line.slice(6)) })
		})
	})
}

/** Ends a node in its own way. */
export function stopNode({ child }) {
	return new Promise((resolve) => {
		child.once('exit', resolve)
		child.kill('SIGTERM')
	})
}

/** Writes so many greetings of the faucet account into a running chain, 500 in a transaction. */
export async function writeGreetings(rpc, count, perTx = 500) {
	const signer = await faucetSigner(rpc)
	for (let made = 0; made < count; made += perTx) {
		const texts = Array.from({ length: Math.min(perTx, count - made) }, (_, index) => `greeting number ${made + index}`)
		await broadcast(rpc, [await signer.greetings(texts)])
	}
	while (Number((await ask(rpc, 'num_unconfirmed_txs')).n_txs) > 0) await new Promise((done) => setTimeout(done, 20))
	return signer
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
