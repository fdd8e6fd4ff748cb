// Signed greetings per second through DeliverTx and Commit, state on disk, in blocks of 500: against the Go framework.

import { inFolder, ourSeconds, peerSeconds, plainScript } from './support/replays.js'
import { median } from './support/stats.js'

const txs = 20_000
const rounds = 3

/** Prints both rates and their ratio (aim: at least 2). Needs a peer for its script. */
export async function run({ peer, print, row }) {
	if (peer === undefined) return print('needs --peer PATH, a node of the framework that knows gen and replay')
	await inFolder((folder) => {
		const script = plainScript(peer, txs, 11)
		const [peerRates, ourRates] = [[], []]
		for (let round = 0; round < rounds; round++) {
			const peerTime = peerSeconds(peer, script, folder)
			const ourTime = ourSeconds(script, folder)
			peerRates.push(txs / peerTime)
			ourRates.push(txs / ourTime)
			print(`peer ${(txs / peerTime).toFixed(0)} tx/s   ours ${(txs / ourTime).toFixed(0)} tx/s`)
		}
		const [theirs, ours] = [median(peerRates), median(ourRates)]
		row({
			what: 'greetings in durable blocks of 500',
			ours,
			peer: theirs,
			unit: 'tx/s',
			ratio: ours / theirs,
			aim: '>= 2',
		})
	})
}
