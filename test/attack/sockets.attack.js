// 1,500 hostile websockets and HTTP connections on the JSON-RPC listener: calls that are asked for and never read, queries of
// a megabyte, frames and heads that never end, batches of thousands, pipelines. Limits: no block later than a second, less
// than 400 MB, an honest answer within 100 ms at the 99th percentile; a new connection has to stand in the system's queue
// behind the hostile ones that come back, and may take longer.
import { printTable } from './support/printTable.js'
import { askOnce, openSocket, post } from './support/rpcClients.js'
import { startNode } from './support/startNode.js'
import { underAttack } from './support/underAttack.js'

const intervalMs = 1000
const kinds = [
	'unreadCalls',
	'unreadCalls',
	'readCalls',
	'hugeQueries',
	'halfFrame',
	'unreadEvents',
	'idle',
	'slowHead',
	'bigHead',
	'slowBody',
	'unreadBatch',
	'pipelined',
	'silent',
]

/** Prints the table and tells whether the limits held. */
export async function run({ print, sockets = 1500, seconds = 20, seed = Date.now() % 2_147_483_647, kinds }) {
	print(`seed ${seed}, ${sockets} hostile connections, ${seconds} s`)
	return printTable(print, await attack({ sockets, seconds, seed, ...(kinds === undefined ? {} : { kinds }) }))
}

/** What honest clients felt, how late blocks were and how much memory the node took. */
export async function attack({ sockets, seconds, seed, kinds: chosen = kinds }) {
	const off = ['--grpc', 'off', '--rest', 'off', '--endpoints', 'off']
	const node = await startNode(['--rpc', '127.0.0.1:0', ...off, '--admin'])
	const url = node.ready.rpc
	try {
		await post(url, 'admin_mine', { blocks: 50 })
		const socket = await openSocket(url)
		return await underAttack({
			node,
			intervalMs,
			attackers: [{ url, kinds: chosen, count: sockets, seed, path: '/blockchain?minHeight=1&maxHeight=20' }],
			clients: [
				{ name: 'websocket', p99Ms: 100, ask: () => socket.ask('status') },
				{ name: 'HTTP', p99Ms: 100, ask: () => post(url, 'abci_query', { path: '/app/version', data: '' }) },
				{ name: 'new websocket each time', p99Ms: 1000, ask: () => askOnce(url) },
			],
			seconds,
		})
	} finally {
		await node.close()
	}
}
