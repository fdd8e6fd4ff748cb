import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ChainDouble } from '../../support/chainDouble.ts'
import { keysApp } from './keysApp.ts'

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)

it('Keys tells faucet and transactions of the place in use, whatever one that was left answers late', async () => {
	const { app, model, chain } = await keysApp()
	const answers: ((found: object) => void)[] = []
	let answer = (_has: boolean): void => {}
	chain.listTxs = () => new Promise((resolve) => answers.push(resolve as (found: object) => void))
	Object.assign(chain.admin!, {
		hasFaucet: () =>
			new Promise((resolve) => {
				answer = resolve
			}),
	})
	model.connected()
	await until(() => answers.length > 0)
	const next = new ChainDouble({ keys: ['alice', 'bob'], remote: true })
	next.listTxs = async () => ({ txs: [], total: 0 })
	app.client = next
	model.connected()
	await until(() => model.activity !== undefined)
	for (const tell of answers) tell({ txs: [{ hash: 'old', height: 1, index: 0 }], total: 1 })
	answer(true)
	await allThatIsDue()
	expect([model.activity, model.hasFaucet]).toEqual([[], false])
})
