import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'

let chain: Chain
/** What nobody caught. Each of it ends a node. */
const uncaught: unknown[] = []
const note = (fault: unknown): void => void uncaught.push(fault)

beforeAll(async () => {
	process.on('uncaughtException', note)
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
	process.off('uncaughtException', note)
})

/** Asks for a websocket, and resets the connection when the refusal has come; resolves with that. */
function askAndReset(url: string, path: string, headers: readonly string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const { hostname, port } = new URL(url)
		const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
		let answer = ''
		socket.once('data', (data) => {
			answer = String(data)
			socket.resetAndDestroy()
		})
		socket.on('error', reject)
		socket.on('close', () => resolve(answer))
		const lines = [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', ...headers]
		socket.write(`${lines.join('\r\n')}\r\n\r\n`)
	})
}

test.each([
	['the RPC', () => chain.rpcUrl, '/websocket', ['Origin: http://evil.example'], '403 Forbidden'],
	['the RPC at another path', () => chain.rpcUrl, '/other', [], '404 Not Found'],
	['the Ethereum JSON-RPC', () => chain.ethUrl!, '/', ['Origin: http://evil.example'], '403 Forbidden'],
] as const)(
	'%s goes on when a websocket that it refuses is reset by its client',
	async (_, url, path, headers, status) => {
		for (let time = 0; time < 3; time++) expect(await askAndReset(url(), path, headers)).toContain(`HTTP/1.1 ${status}`)
		// The next request comes after what the resets did.
		const answer = await fetch(url(), { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"health"}' })
		await answer.text()
		expect(uncaught).toEqual([])
	},
)
