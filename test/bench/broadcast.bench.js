// broadcast_tx_sync over HTTP: transactions a second that sixteen connections bring into the mempool of a running node, each
// the next when the last is answered; against a node of the framework on the same genesis.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNodePair } from './support/nodePair.js'
import { plainScript } from './support/replays.js'
import { median } from './support/stats.js'

const connections = 16
const perRound = 1_500
const rounds = 3

/** Prints both rates (aim: three times as many). Needs a peer, which makes the transactions too. */
export async function run({ peer, print, row }) {
	if (peer === undefined) return print('needs --peer PATH, a node of the framework')
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	const { nodes } = await startNodePair(peer, folder)
	try {
		const rates = new Map(nodes.map(({ name }) => [name, []]))
		for (let round = 0; round <= rounds; round++) {
			// Of accounts this chain does not know: each is decoded and refused by CheckTx, and the next may be sent at once.
			const txs = plainScript(peer, perRound, 100 + round)
				.steps.filter(({ op }) => op === 'deliver')
				.map(({ tx }) => tx)
			for (const { name, rpc } of nodes) {
				const rate = await load(rpc, txs)
				if (round > 0) rates.get(name).push(rate)
			}
		}
		const [ours, theirs] = [median(rates.get('ours')), median(rates.get('peer'))]
		print(`broadcast_tx_sync   ours ${ours.toFixed(0)}/s, peer ${theirs.toFixed(0)}/s`)
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

async function load(rpc, txs) {
	const agent = new Agent({ keepAlive: true, maxSockets: connections })
	let next = 0
	const from = performance.now()
	const one = async () => {
		for (let at = next++; at < txs.length; at = next++) await post(rpc, agent, txs[at])
	}
	await Promise.all(Array.from({ length: connections }, one))
	agent.destroy()
	return txs.length / ((performance.now() - from) / 1000)
}

function post(rpc, agent, tx) {
	const body = `{"jsonrpc":"2.0","id":1,"method":"broadcast_tx_sync","params":{"tx":${JSON.stringify(tx)}}}`
	return new Promise((resolve, reject) => {
		const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
		const sent = request(rpc, { method: 'POST', agent, headers }, (reply) => {
			let text = ''
			reply.on('data', (part) => {
				text += part
			})
			reply.on('end', () => (text.includes('"hash"') ? resolve() : reject(new Error(text))))
		})
		sent.on('error', reject)
		sent.end(body)
	})
}
