// Starts go-ethereum's development chain for comparison: `geth --dev`, in memory, a block at once for each transaction.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePorts } from './peerNode.js'
import { until } from './waits.js'

/** `geth --dev` at a path, with the address of its JSON-RPC and the account that it signs for. */
export async function startGeth(path, folder) {
	const [port, auth] = await freePorts(2)
	const http = ['--http', '--http.addr', '127.0.0.1', '--http.port', `${port}`, '--http.api', 'eth,net,web3']
	const quiet = ['--verbosity', '0', '--ipcdisable', '--nodiscover', '--authrpc.port', `${auth}`]
	const args = ['--dev', '--dev.gaslimit', '2000000000', '--datadir', join(folder, 'geth'), ...http, ...quiet]
	const child = spawn(path, args, { stdio: 'ignore' })
	const eth = `http://127.0.0.1:${port}`
	try {
		const account = await until('an account of geth', async () => (await askGeth(eth, 'eth_accounts', []))[0])
		return { child, eth, account }
	} catch (error) {
		child.kill('SIGKILL')
		throw error
	}
}

/** One call's result. Throws on a refusal. */
export async function askGeth(url, method, params) {
	const headers = { 'content-type': 'application/json' }
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const { result, error } = await (
		await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) })
	).json()
	if (error !== undefined) throw new Error(error.message)
	return result
}
