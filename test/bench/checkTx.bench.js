// CheckTx of signed greetings per second: against the Go framework.

import { inFolder, ourSeconds, peerSeconds, plainScript } from './support/replays.js'
import { median } from './support/stats.js'

const txs = 20_000
const rounds = 3

/** Prints both rates and their ratio (aim: at least 2). Needs a peer for its script. */
export async function run({ peer, print, row }) {
	if (peer === undefined) return print('needs --peer PATH, a node of the framework that knows gen and replay')
	await inFolder((folder) => {
		const script = plainScript(peer, txs, 12)
		const checks = script.steps.filter(({ op }) => op === 'deliver').map(({ tx }) => ({ op: 'check', tx }))
		// The check state is that of the last commit, so one empty block comes first.
		const checking = { ...script, steps: [{ op: 'begin' }, { op: 'end' }, { op: 'commit' }, ...checks] }
		const [peerRates, ourRates] = [[], []]
		for (let round = 0; round < rounds; round++) {
			const peerTime = peerSeconds(peer, checking, folder)
			const ourTime = ourSeconds(checking, folder)
			peerRates.push(txs / peerTime)
			ourRates.push(txs / ourTime)
			print(`peer ${(txs / peerTime).toFixed(0)} checks/s   ours ${(txs / ourTime).toFixed(0)} checks/s`)
		}
		const [theirs, ours] = [median(peerRates), median(ourRates)]
		row({
			what: 'CheckTx of signed greetings',
			ours,
			peer: theirs,
			unit: 'checks/s',
			ratio: ours / theirs,
			aim: '>= 2',
		})
	})
}
