// How long after a block its last subscriber has it: as many subscriptions to NewBlock as Tendermint's limits allow, as late as
// the slowest.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { startNode, stopNode } from './support/ourNode.js'
import { median } from './support/stats.js'
import { within } from './support/waits.js'

/** Tendermint's limits (v0.34.15 config.DefaultRPCConfig), which the node keeps to: a hundred clients, of whom the last gets no second query, with five queries each. */
const [sockets, perSocket] = [99, 5]
const subscribers = sockets * perSocket
const blocks = 10

const client = `
const { parentPort, workerData } = require('node:worker_threads')
const { WebSocket } = require(workerData.ws)
const { url, sockets, perSocket, blocks } = workerData
const heights = new Map()
for (let index = 0; index < sockets; index++) {
	const socket = new WebSocket(url)
	socket.on('open', () => {
		for (let id = 0; id < perSocket; id++) {
			// The same query spelled otherwise is another subscription.
			const query = 'tm.event' + ' '.repeat(id) + "='NewBlock'"
			socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'subscribe', params: { query } }))
		}
	})
	socket.on('error', (error) => parentPort.postMessage({ error: error.message }))
	socket.on('message', (data) => {
		const now = Date.now()
		if (data.length < 200) {
			const text = String(data)
			if (text.includes('"error"')) parentPort.postMessage({ error: text })
			return
		}
		const text = data.toString('latin1')
		const time = /"time": ?"([^"]+)"/.exec(text)?.[1]
		const told = heights.get(time) ?? { count: 0, last: 0 }
		told.count++
		told.last = now
		heights.set(time, told)
		if (told.count === sockets * perSocket) parentPort.postMessage({ time, last: now })
	})
}
`

/** Prints the median over blocks of the time from the block's own time to its last subscriber (aim: 50 ms). */
export async function run({ print, row }) {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	const node = await startNode(home, ['--block-interval', '1s'], ['rpc'])
	const { createRequire } = await import('node:module')
	const url = `${node.rpc.replace('http', 'ws')}/websocket`
	const ws = createRequire(import.meta.url).resolve('ws')
	const workerData = { url, ws, sockets, perSocket, blocks }
	const worker = new Worker(client, { eval: true, workerData })
	try {
		const late = []
		const told = new Promise((resolve, reject) => {
			worker.on('error', reject)
			worker.on('message', ({ error, time, last }) => {
				if (error !== undefined) return reject(new Error(error))
				if (time === undefined) return
				late.push(last - Date.parse(time))
				if (late.length === blocks) resolve()
			})
		})
		await within(`${blocks} blocks at every subscriber`, blocks + 60, told, () => `${late.length} blocks`)
		print(
			`a block reaches ${subscribers} subscriptions within ${median(late).toFixed(0)} ms, at worst ${Math.max(...late)} ms`,
		)
		row({ what: `a block to ${subscribers} subscriptions`, ours: median(late), unit: 'ms', aim: '<= 50' })
	} finally {
		await worker.terminate()
		await stopNode(node)
		rmSync(home, { recursive: true, force: true })
	}
}
