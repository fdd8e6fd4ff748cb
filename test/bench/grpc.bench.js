// Replies a second of each kind of gRPC query, 64 calls at once over eight connections: against a node of the framework on the
// same genesis. The load runs in a process of its own; a peer in Go may use every core for its replies.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { processorSeconds, startNodePair } from './support/nodePair.js'
import { median } from './support/stats.js'

const load = new URL('support/grpcLoad.js', import.meta.url).pathname
const streams = 64
const seconds = 3
const rounds = 3

/** Prints both rates of each query and their ratio (aim: at least 1). Without a peer ours alone. */
export async function run({ peer, print, row }) {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	const { nodes, address } = await startNodePair(peer, folder)
	try {
		for (const [path, request] of queries(address)) {
			const rates = new Map(nodes.map(({ name }) => [name, []]))
			const cost = new Map(nodes.map(({ name }) => [name, []]))
			for (let round = 0; round <= rounds; round++) {
				for (const { name, grpc, child } of nodes) {
					const before = processorSeconds(child.pid)
					const args = [load, grpc, path, request.toString('base64'), String(streams), String(seconds)]
					const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 120_000 }).catch(
						({ stderr }) => {
							throw new Error(`${name}: ${stderr}`)
						},
					)
					const { rate, replies } = JSON.parse(stdout)
					if (round === 0) continue
					rates.get(name).push(rate)
					cost.get(name).push(((processorSeconds(child.pid) - before) * 1e6) / replies)
				}
			}
			const told = nodes.map(
				({ name }) =>
					`${name} ${median(rates.get(name)).toFixed(0)}/s, ${median(cost.get(name)).toFixed(0)} µs of processor a reply`,
			)
			print(`${path.slice(1).padEnd(48)} ${told.join(' · ')}`)
			const ours = median(rates.get('ours'))
			const theirs = peer === undefined ? undefined : median(rates.get('peer'))
			const ratio = theirs === undefined ? {} : { peer: theirs, ratio: ours / theirs, aim: '>= 1' }
			row({ what: path.slice(1), ours, unit: 'replies/s', ...ratio })
		}
	} finally {
		for (const { child } of nodes) child.kill('SIGKILL')
		rmSync(folder, { recursive: true, force: true })
	}
}

/** One query of each kind: a value, a sum, a list, parameters, a block, a transaction. */
function queries(address) {
	const text = (number, value) => Buffer.concat([Buffer.from([(number << 3) | 2, value.length]), Buffer.from(value)])
	return [
		['/cosmos.auth.v1beta1.Query/Account', text(1, address)],
		['/cosmos.auth.v1beta1.Query/Params', Buffer.alloc(0)],
		['/cosmos.bank.v1beta1.Query/Balance', Buffer.concat([text(1, address), text(2, 'uchain')])],
		['/cosmos.bank.v1beta1.Query/AllBalances', text(1, address)],
		['/cosmos.bank.v1beta1.Query/TotalSupply', Buffer.alloc(0)],
		['/chain.greet.v1beta1.Query/Greet', text(1, '0')],
		['/chain.greet.v1beta1.Query/GreetAll', Buffer.alloc(0)],
		['/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock', Buffer.alloc(0)],
		['/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo', Buffer.alloc(0)],
		['/cosmos.tx.v1beta1.Service/GetTxsEvent', text(1, `message.sender='${address}'`)],
	]
}
