// 1,000 hostile connections on each of the other listeners in turn: REST, gRPC and the private endpoints. Heads and bodies
// that never end, heads of a megabyte, pipelines of thousands, floods of HTTP/2 frames, silence. The limits are those of the
// sockets.
import { credentials, makeGenericClientConstructor } from '@grpc/grpc-js'
import { printTable } from './support/printTable.js'
import { post } from './support/rpcClients.js'
import { startNode } from './support/startNode.js'
import { underAttack } from './support/underAttack.js'

const http = ['slowHead', 'bigHead', 'slowBody', 'pipelined', 'silent', 'unreadBatch']
const loopback = '127.0.0.1:0'

const listeners = [
	{
		name: 'rest',
		kinds: http,
		path: '/cosmos/base/tendermint/v1beta1/blocks/latest',
		ask: (url) => get(`${url}/cosmos/base/tendermint/v1beta1/syncing`),
	},
	{ name: 'grpc', kinds: ['noHttp2', 'slowHttp2', 'manySettings', 'silent', 'slowHead'], ask: grpcAsk },
	{ name: 'endpoints', kinds: http, path: `/v1/${'0'.repeat(32)}`, ask: (url) => get(`${url}/openapi.json`) },
]

/** Prints a table for each listener and tells whether the limits held. */
export async function run({ print, sockets = 1000, seconds = 10, seed = Date.now() % 2_147_483_647 }) {
	let held = true
	for (const { name, kinds, path, ask } of listeners) {
		print(`${name}: seed ${seed}, ${sockets} hostile connections, ${seconds} s`)
		const off = listeners.flatMap((listener) => [`--${listener.name}`, listener.name === name ? loopback : 'off'])
		const node = await startNode(['--rpc', loopback, ...off])
		const address = node.ready[name]
		try {
			await ask(address)
			const result = await underAttack({
				node,
				intervalMs: 1000,
				attackers: [{ url: name === 'grpc' ? `http://${address}` : address, kinds, count: sockets, seed, path }],
				clients: [
					{ name: `${name}, a connection kept`, p99Ms: 100, ask: () => ask(address) },
					{ name: 'JSON-RPC', p99Ms: 100, ask: () => post(node.ready.rpc, 'status') },
				],
				seconds,
			})
			held = printTable(print, result) && held
		} finally {
			await node.close()
		}
	}
	return held
}

async function get(url) {
	const reply = await fetch(url)
	await reply.text()
	if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
}

const clients = new Map()

function grpcAsk(address) {
	const Client = makeGenericClientConstructor({}, 'any')
	const client = clients.get(address) ?? new Client(address, credentials.createInsecure())
	clients.set(address, client)
	const same = (bytes) => bytes
	return new Promise((resolve, reject) => {
		const path = '/cosmos.base.tendermint.v1beta1.Service/GetSyncing'
		client.makeUnaryRequest(path, same, same, Buffer.alloc(0), (fault) => (fault ? reject(fault) : resolve()))
	})
}
