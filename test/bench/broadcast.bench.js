// broadcast_tx_sync over HTTP: signed greetings a second that sixteen connections bring into the mempool of a running node, each
// connection the next when its last is accepted; against a node of the framework on the same genesis. Blocks go on meanwhile.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localGenesis, processorSeconds, startNodes } from './support/nodePair.js'
import { emptied } from './support/ourNode.js'
import { plainScript } from './support/replays.js'
import { median } from './support/stats.js'
import { within } from './support/waits.js'

const connections = 16
const perRound = 1_500
const rounds = 4

/** Prints both rates (aim: three times as many) and what a transaction costs. Needs a peer, which makes the transactions. */
export async function run({ peer, print, row }) {
	if (peer === undefined) return print('needs --peer PATH, a node of the framework')
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	// The first round warms both up.
	const script = plainScript(peer, perRound * (rounds + 1), 100)
	const genesis = join(folder, 'genesis.json')
	const { chain_id, genesis_time, app_state } = script
	writeFileSync(
		genesis,
		JSON.stringify({ ...JSON.parse(readFileSync(localGenesis, 'utf8')), chain_id, genesis_time, app_state }),
	)
	const txs = script.steps.filter(({ op }) => op === 'deliver').map(({ tx }) => tx)
	const nodes = await startNodes(peer, folder, genesis)
	try {
		const rates = new Map(nodes.map(({ name }) => [name, []]))
		const cost = new Map(nodes.map(({ name }) => [name, []]))
		for (let round = 0; round <= rounds; round++) {
			const part = txs.slice(round * perRound, (round + 1) * perRound)
			for (const { name, rpc, child } of nodes) {
				const before = processorSeconds(child.pid)
				const rate = await load(rpc, part)
				const micros = ((processorSeconds(child.pid) - before) * 1e6) / perRound
				await emptied(rpc)
				if (round === 0) continue
				rates.get(name).push(rate)
				cost.get(name).push(micros)
			}
		}
		const told = nodes.map(
			({ name }) =>
				`${name} ${median(rates.get(name)).toFixed(0)}/s, ${median(cost.get(name)).toFixed(0)} µs of processor each, blocks included`,
		)
		print(`broadcast_tx_sync   ${told.join(' · ')}`)
		const [ours, theirs] = [median(rates.get('ours')), median(rates.get('peer'))]
		row({
			what: `broadcast_tx_sync over HTTP, ${connections} connections`,
			ours,
			peer: theirs,
			unit: 'tx/s',
			ratio: ours / theirs,
			aim: '>= 3',
		})
	} finally {
		for (const { child } of nodes) child.kill('SIGKILL')
		rmSync(folder, { recursive: true, force: true })
	}
}

/** Transactions a second. Those of an account go over one connection: their sequences are in order. */
async function load(rpc, txs) {
	const queues = Array.from({ length: connections }, () => [])
	const places = new Map()
	for (const tx of txs) {
		const owner = /chain1[a-z0-9]{38}/.exec(Buffer.from(tx, 'base64').toString('latin1'))[0]
		if (!places.has(owner)) places.set(owner, places.size % connections)
		queues[places.get(owner)].push(tx)
	}
	const from = performance.now()
	const sending = Promise.all(queues.map((queue) => sendAll(rpc, queue)))
	await within('the last accepted transaction', 300, sending)
	return txs.length / ((performance.now() - from) / 1000)
}

/** Sends the next transaction when the last was accepted. A library's client would cost more than the servers. */
function sendAll(rpc, txs) {
	const { hostname, port, host } = new URL(rpc)
	return new Promise((resolve, reject) => {
		const socket = connect({ host: hostname, port: Number(port), noDelay: true })
		let next = 0
		let received = ''
		const send = () => {
			if (next === txs.length) {
				socket.destroy()
				return resolve()
			}
			const body = `{"jsonrpc":"2.0","id":1,"method":"broadcast_tx_sync","params":{"tx":"${txs[next++]}"}}`
			socket.write(
				`POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
			)
		}
		socket.setEncoding('latin1')
		socket.on('connect', send)
		socket.on('error', reject)
		socket.on('data', (text) => {
			received += text
			const end = received.indexOf('\r\n\r\n')
			if (end < 0) return
			const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
			if (received.length < end + 4 + length) return
			if (!/"code": ?0,/.test(received)) return reject(new Error(received))
			received = ''
			send()
		})
	})
}
