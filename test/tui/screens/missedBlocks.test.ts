import { it } from 'vitest'
import { addressOf } from '../support/chainDouble.ts'
import { digitOf, testApp } from '../support/testApp.ts'

it('each screen reads everything again when blocks went by untold, as after a node was away', async () => {
	const t = await testApp({ keys: ['alice'], greetings: ['one', 'two'], columns: 80, rows: 24 })
	const { app, chain } = t
	chain.makeBlock()
	await t.until(() => app.state.status?.height === 2)
	t.press('2')
	await t.until('Greetings 2')
	// Made by others while nobody told this app.
	const subscribed = chain.emit.bind(chain)
	chain.emit = () => {}
	for (const message of ['three', 'four', 'five']) {
		chain.greetings.push({ id: String(chain.greetings.length), owner: addressOf('bob'), message })
		chain.makeBlock()
	}
	const first = chain.blockList.at(-1)!
	chain.emit = subscribed
	chain.emit({ type: 'block', block: first, txs: [] })
	await t.until('Greetings 5')
	await t.until(() => /▸ +4 +\S+ +five/.test(t.screen()))
	t.press(digitOf('blocks'))
	await t.until('5 blocks')
	await t.stop()
})
