// 300 hostile connections on the EVM's JSON-RPC: endless loops in calls, estimates and traces, memory bombs, recursion, hashing,
// calldata and overrides of megabytes, RLP and JSON that are lists in lists, a thousand filters and a thousand subscriptions
// each, replies that nobody takes. Limits: no block later than a second, less than 700 MB (a node with an EVM has more than one
// without), what needs no code within a second at the 99th percentile; an honest call stands in line with the hostile ones, and is
// told within ten seconds if its turn does not come. On two cores the chain's own JSON-RPC has the same thread.

import { bundledModule } from '../../scripts/bundledModule.js'
import { makeEndpoint } from '../bench/support/ownEndpoint.js'
import {
	deepRlp,
	endless,
	ethereumSubscriptions,
	ethereumWrites,
	hashing,
	memoryBomb,
	modexp,
	recursion,
} from './support/ethereumWrites.js'
import { printTable } from './support/printTable.js'
import { post } from './support/rpcClients.js'
import { startNode } from './support/startNode.js'
import { heightOf, lateness, underAttack } from './support/underAttack.js'
import { worstCases } from './support/worstCases.js'

const limits = { lateMs: 1000, rssMb: 700 }

/** Prints what was bounded and tells whether the limits held. */
export async function run({ print, sockets = 300, seconds = 20, seed = Date.now() % 2_147_483_647, kinds }) {
	const chosen = kinds ?? [...Object.keys(ethereumWrites), 'ethSubscriptions']
	print(`seed ${seed}, ${sockets} hostile connections, ${seconds} s: ${chosen.join(', ')}`)
	const off = ['--grpc', 'off', '--rest', 'off', '--endpoints', 'off']
	const loopback = '127.0.0.1:0'
	const node = await startNode(['--rpc', loopback, '--eth', loopback, '--chain-id', 'chain_2222-1', ...off])
	const { eth, rpc } = node.ready
	try {
		await askEth(eth, 'eth_call', [{ data: '0x00' }, 'latest'])
		const result = await underAttack({
			node,
			intervalMs: 1000,
			attackers: [{ url: eth, kinds: chosen, count: sockets, seed }],
			clients: [
				{ name: 'eth_blockNumber', p99Ms: 1000, ask: () => asked(eth, 'eth_blockNumber', []) },
				{ name: 'eth_call', p99Ms: 10_000, ask: () => asked(eth, 'eth_call', [{ data: one }, 'latest']) },
				{ name: 'JSON-RPC of the chain', p99Ms: 1000, ask: () => post(rpc, 'status') },
			],
			seconds,
		})
		const held = printTable(print, result, limits)
		if (!(await printBounds(print, eth))) return false
		if (!held) return false
	} finally {
		await node.close()
	}
	return printWorstCases(print)
}

/** How a node is started, and the longest that a block may be late beside four of the dearest calls, in milliseconds. */
const modes = {
	'default threads': { flags: [], lateMs: 300 },
	'one thread': { flags: ['--threads', '1'], lateMs: 2_000 },
	'--admin': { flags: ['--admin'], lateMs: 2_000 },
	'a private endpoint': { flags: [], lateMs: 300, isPrivate: true },
}

/** The node promises an answer in 10 s, a private endpoint in 5 s; what is sent and waits for its turn has two more. */
const promisedMs = { node: 12_000, endpoint: 7_000 }

/** A question for each bound of the table, at its limit and one beyond; what it must be told, if it is refused. */
async function boundCases() {
	const { bounds, boundRequests } = await bundledModule(
		`export { bounds } from './src/api/eth/bounds.ts'; export { boundRequests } from './test/attack/support/boundRequests.ts'`,
	)
	const cases = {}
	for (const [name, request] of Object.entries(boundRequests)) {
		const { most, counts, dialect, refusal } = bounds[name]
		if (dialect === 'ethermint') continue
		for (const count of [most, most + 1]) {
			// To make 10,000 blocks is the work of blocks, not of a question.
			if (name === 'minedBlocks' && count === most) continue
			const [method, params] = request(count)
			const refused = count === most ? undefined : refusal?.message.replace('…', String(count))
			cases[`${count} ${counts}`] = { method, params, refused }
		}
	}
	return cases
}

/** Asks each of the worst cases four times at once, in every mode: when the slowest answer came, and how late blocks were. */
export async function printWorstCases(print) {
	let held = true
	const cases = { ...worstCases, ...(await boundCases()) }
	for (const [mode, { flags, lateMs, isPrivate = false }] of Object.entries(modes)) {
		let latest = 0
		const off = ['--grpc', 'off', '--rest', 'off', '--rpc', '127.0.0.1:0', '--chain-id', 'chain_2222-1']
		const listeners = isPrivate ? ['--endpoints', '127.0.0.1:0'] : ['--endpoints', 'off', '--eth', '127.0.0.1:0']
		const node = await startNode([...off, ...listeners, ...flags])
		try {
			const place = isPrivate ? await makeEndpoint(node.ready.endpoints) : { url: node.ready.eth }
			const headers = place.key === undefined ? {} : { 'x-api-key': place.key }
			const limitMs = isPrivate ? promisedMs.endpoint : promisedMs.node
			for (const [name, { method, params, refused }] of Object.entries(cases)) {
				const from = await heightOf(node)
				const answers = await Promise.all(
					Array.from({ length: 4 }, async () => {
						const began = performance.now()
						const reply = await askEth(place.url, method, params, headers).catch(({ message }) => ({ status: message }))
						return { ms: performance.now() - began, reply }
					}),
				)
				const slowest = answers.reduce((a, b) => (a.ms > b.ms ? a : b))
				const late = Math.max(0, await lateness(node, from, 1_000))
				latest = Math.max(latest, late)
				const { error } = slowest.reply
				// Where a method is not served, everything is refused.
				const isTold = refused === undefined || error?.message === refused || error?.code === -32601
				const isHeld = slowest.ms <= limitMs && late <= lateMs && isTold
				held = isHeld && held
				print(
					`${isHeld ? 'held  ' : 'BROKEN'} ${mode}, ${name}: ${(slowest.ms / 1000).toFixed(1)} s, block ${late.toFixed(0)} ms late, ${told(slowest.reply)}`,
				)
			}
			print(`${mode}: the latest block was ${latest.toFixed(0)} ms late (aim ${lateMs})`)
		} finally {
			await node.close()
		}
	}
	return held
}

/** MSTORE 1, RETURN 32 bytes. */
const one = '0x600160005260206000f3'
const gas = '0x2faf080'

/** What each hostile question gets when it is asked alone; an answer has to come, and within a quarter of a minute. */
async function printBounds(print, url) {
	const to = `0x${'00'.repeat(19)}05`
	const questions = [
		['an endless loop', 'eth_call', [{ data: endless, gas }, 'latest']],
		['its estimate', 'eth_estimateGas', [{ data: endless }]],
		['its trace', 'debug_traceCall', [{ data: endless, gas }, 'latest', {}]],
		['four megabytes of memory', 'eth_call', memoryBomb],
		['memory of 2^64', 'eth_call', [{ data: '0x600067ffffffffffffffdf52' }, 'latest']],
		['creations in creations', 'eth_call', [{ data: recursion, gas }, 'latest']],
		['hashes of a megabyte', 'eth_call', [{ data: hashing, gas }, 'latest']],
		['modexp of kilobytes', 'eth_call', [{ to, data: modexp, gas }, 'latest']],
		['calldata of six megabytes', 'eth_call', [{ to, data: `0x${'ab'.repeat(3_000_000)}` }, 'latest']],
		['RLP, 200,000 deep', 'eth_sendRawTransaction', [deepRlp]],
	]
	let held = true
	const line = (isHeld, text) => {
		held = isHeld && held
		print(`${isHeld ? 'held  ' : 'BROKEN'} ${text}`)
	}
	for (const [name, method, params] of questions) {
		const from = performance.now()
		// A body that is too long is refused while it is still sent.
		const reply = await askEth(url, method, params).catch(() => ({ status: 'connection closed' }))
		const ms = performance.now() - from
		line(ms < 15_000, `${name}: ${told(reply)} after ${ms.toFixed(0)} ms`)
	}
	const make = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_newFilter', params: [{}] })
	for (let batch = 0; batch < 2; batch++) await body(url, `[${Array.from({ length: 1_000 }, () => make).join(',')}]`)
	const { result: last } = await askEth(url, 'eth_newFilter', [{}])
	const polled = await askEth(url, 'eth_getFilterChanges', [last])
	line(polled.error === undefined, `2,001 filters: the newest answers, the longest unused made place`)
	const { taken, refused } = await subscriptions(url)
	line(taken === 1_000 && refused === 1, `1,001 subscriptions of a connection: ${taken} taken, ${refused} refused`)
	return held
}

function told({ status, error, result }) {
	if (error !== undefined) return `"${error.message}"`
	return result === undefined
		? `HTTP status ${status}`
		: `a result of ${String(JSON.stringify(result).length)} characters`
}

async function subscriptions(url) {
	const { default: WebSocket } = await import('ws')
	const socket = new WebSocket(url.replace('http', 'ws'))
	await new Promise((resolve, reject) => {
		socket.once('open', resolve)
		socket.once('error', reject)
	})
	const counts = { taken: 0, refused: 0 }
	const all = new Promise((resolve) => {
		socket.on('message', (data) => {
			const { id, error } = JSON.parse(String(data))
			if (id === undefined) return
			if (error === undefined) counts.taken++
			else counts.refused++
			if (counts.taken + counts.refused === 1_001) resolve()
		})
	})
	for (const text of ethereumSubscriptions) socket.send(text)
	socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1_000, method: 'eth_subscribe', params: ['newHeads'] }))
	await all
	socket.terminate()
	return counts
}

async function asked(url, method, params) {
	const { error, status } = await askEth(url, method, params)
	if (error !== undefined) throw new Error(`${method}: ${error.message}`)
	if (status !== 200) throw new Error(`${method}: HTTP status ${status}`)
}

function askEth(url, method, params, headers) {
	return body(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers)
}

async function body(url, text, headers = {}) {
	const reply = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: text,
	})
	const said = await reply.text()
	return { status: reply.status, ...(reply.ok ? JSON.parse(said) : {}) }
}
