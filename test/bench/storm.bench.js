// How late blocks come while clients ask for the heaviest things there are, with everything on one thread and with the
// threads a node has by itself: a query must not delay a block.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './support/faucetTxs.js'
import { memoryOf, startNetwork, startNode, stopNode, writeGreetings } from './support/ourNode.js'
import { median } from './support/stats.js'
import { within } from './support/waits.js'

const greetings = 20_000
const intervalMs = 500
const clients = 12
const seconds = 12

/**
 * Prints the lateness of blocks at rest and in the storm, of a light node and of a validator under a real engine, with one
 * thread and with the default (aim there: at most 50 ms).
 */
export async function run({ print, row }) {
	const kinds = [
		['', (home, flags) => startNode(home, flags)],
		['network, ', (home, flags) => startNetwork(home, flags)],
	]
	for (const [kind, start] of kinds) {
		for (const threads of ['1', 'auto']) await measure(kind, start, threads, { print, row })
	}
}

async function measure(kind, start, threads, { print, row }) {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	const node = await start(home, ['--threads', threads, '--block-interval', `${intervalMs}ms`])
	try {
		await writeGreetings(node.rpc, greetings)
		const before = await height(node.rpc)
		await pause(6 * intervalMs)
		const calm = await latenessSince(node.rpc, before)
		const from = await height(node.rpc)
		const asked = await storm(node, kind !== '')
		await pause(4 * intervalMs)
		const late = await latenessSince(node.rpc, from)
		const { all } = memoryOf(node.pid ?? node.child.pid)
		const name = `${kind}${threads === 'auto' ? 'default threads' : '1 thread'}`
		print(
			`${name.padEnd(26)} at rest ${calm.worst.toFixed(0)} ms late at worst; under ${asked} heavy queries median ${late.median.toFixed(0)} ms, worst ${late.worst.toFixed(0)} ms of ${late.blocks} blocks; ${(all / 1e6).toFixed(0)} MB`,
		)
		row({
			what: `blocks late at worst under heavy queries, ${name}`,
			ours: late.worst,
			unit: 'ms',
			...(threads === 'auto' ? { aim: '<= 50' } : {}),
		})
		row({ what: `resident memory of the node after that, ${name}`, ours: all / 1e6, unit: 'MB' })
	} finally {
		await stopNode(node)
		rmSync(home, { recursive: true, force: true })
	}
}

/** Asks on all connections at once, each the next thing when the last is answered. Resolves with the number of answers. */
async function storm({ rpc, rest }, isNetwork) {
	const paths = [`${rest}/chain/swap/v1beta1/greetings?pagination.limit=100000`]
	// The RPC beside an application is another program's.
	if (!isNetwork) {
		const written = encodeURIComponent('"tx.height>0"')
		const { txs } = await ask(rpc, `tx_search?query=${written}&per_page=1&order_by=%22desc%22`)
		paths.push(
			`${rpc}/tx_search?query=${written}&per_page=100`,
			`${rest}/cosmos/tx/v1beta1/txs?events=${encodeURIComponent("message.action='/chain.greet.v1beta1.MsgCreateGreet'")}`,
			`${rpc}/block_results?height=${txs[0].height}`,
		)
	}
	const agent = new Agent({ keepAlive: true, maxSockets: clients })
	const until = performance.now() + seconds * 1000
	let answers = 0
	const client = async (index) => {
		for (let turn = index; performance.now() < until; turn++) {
			const path = paths[turn % paths.length]
			const status = await drain(path, agent)
			if (status === 200) answers++
			// A refusal costs the node nothing, and would be measured as a heavy query.
			else if (status !== undefined) throw new Error(`${path} is answered with status ${status}`)
		}
	}
	const clientsEnd = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
	await within('the last reply of the storm', seconds + 120, clientsEnd, () => `${answers} answers`)
	agent.destroy()
	return answers
}

/**
 * The status of an answer, if one came. It is read and forgotten: parsing it here would cost the node its processor. One that is ended,
 * since all clients together have taken too little of their replies, is asked for again.
 */
function drain(url, agent) {
	return new Promise((resolve) => {
		get(url, { agent }, (reply) => {
			reply.on('end', () => resolve(reply.statusCode))
			reply.on('error', () => resolve())
			reply.resume()
		}).on('error', () => resolve())
	})
}

async function height(rpc) {
	return Number((await ask(rpc, 'status')).sync_info.latest_block_height)
}

/** By how much the blocks since a height are further apart than their interval. */
async function latenessSince(rpc, from) {
	const times = []
	for (let at = from + 1; at <= (await height(rpc)); at++) {
		const { header } = (await ask(rpc, `block?height=${at}`)).block
		times.push(Date.parse(header.time))
	}
	const late = times.slice(1).map((time, index) => time - times[index] - intervalMs)
	return { worst: Math.max(0, ...late), median: Math.max(0, median(late)), blocks: late.length }
}
