import { expect, it } from 'vitest'
import { startNode } from '../../support/startNode.ts'

const { until, within } = await import(new URL('waits.js', import.meta.url).href)
const { faucetSigner } = await import(new URL('faucetTxs.js', import.meta.url).href)

it('a wait for what never comes ends at its limit and tells what it saw', async () => {
	let asked = 0
	const never = async () => {
		asked++
		return false
	}
	await expect(until('a second moon', never, { seconds: 0.1, everyMs: 5, saw: () => 'one moon' })).rejects.toThrow(
		'waited 0.1 s in vain for a second moon; saw: one moon',
	)
	expect(asked).toBeGreaterThan(2)
})

it('a wait whose questions fail tells the last fault', async () => {
	const refused = () => Promise.reject(new Error('nobody listens'))
	await expect(until('a node', refused, { seconds: 0.05, everyMs: 5 })).rejects.toThrow(
		'waited 0.05 s in vain for a node; saw: nobody listens',
	)
})

it('a wait for one answer that never comes ends at its limit too', async () => {
	const silent = new Promise(() => {})
	await expect(until('an answer', () => silent, { seconds: 0.05 })).rejects.toThrow('in vain for an answer')
	await expect(within('a frame', 0.05, silent, () => 'frame 60')).rejects.toThrow('saw: frame 60')
})

it('signing many transactions for a measurement lets the process hear others between any two', async () => {
	const node = await startNode({ on: ['rpc'] })
	try {
		const signer = await faucetSigner(node.addresses.rpc)
		let turns = 0
		let going = true
		const count = (): void => {
			turns++
			if (going) setImmediate(count)
		}
		count()
		for (let tx = 0; tx < 20; tx++) await signer.send()
		going = false
		expect(turns).toBeGreaterThanOrEqual(20)
	} finally {
		await node.close()
	}
})
