import { expect, test } from 'vitest'
import type { BaseApp } from '../../../../src/app/BaseApp.ts'
import { txDecoder } from '../../../../src/app/tx/runTx.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { createGreetModule } from '../../../../src/modules/greet/index.ts'
import { utf8 } from '../../../../src/util/bytes.ts'
import { chainId, genesisState, greetTx, makeBlock, openApp, startChain } from '../testChain.ts'

test('a transaction that waits is decoded once for all its rechecks, and anew for its check and its block', () => {
	const settings = defaultChainSettings
	const decode = txDecoder([createGreetModule({ settings })], createRegistry({ evm: false }), settings.prefix)
	const bytes = greetTx()
	const first = decode(bytes, 'check')
	const checked = decode(bytes, 'recheck')
	expect(checked).not.toBe(first)
	expect(decode(bytes, 'recheck')).toBe(checked)
	expect(decode(bytes, 'check')).not.toBe(checked)
	const delivered = decode(bytes, 'deliver')
	expect(delivered).not.toBe(checked)
	expect(delivered.decoded).toEqual(checked.decoded)
	// The same bytes told once more are another transaction to check.
	expect(decode(bytes.slice(), 'recheck')).not.toBe(checked)
})

/** A chain whose block of this gas limit has begun. */
async function inBlock(maxGas: bigint): Promise<BaseApp> {
	const app = openApp()
	startChain(app, maxGas)
	await makeBlock(app)
	const time = { seconds: 1_767_225_601n, nanos: 0 }
	app.beginBlock({ header: { chainId, height: 2, time, proposerAddress: new Uint8Array(20) } })
	return app
}

test.each([
	['cannot be read', new Uint8Array(3), 2, 'tx parse error'],
	['has no message', greetTx({ greetings: [] }), 18, 'must contain at least one message: invalid request'],
	['has one message that is refused', greetTx({ greetings: [' '] }), 2, 'must provide a greeting message'],
	['has a second message that is refused', greetTx({ greetings: ['a', ''] }), 2, 'must provide a greeting message'],
])('a transaction that %s is refused before it asks for gas, and uses up no sequence', async (_, tx, code, log) => {
	const app = await inBlock(-1n)
	const answers = [await app.checkTx({ tx, type: 'new' }), await app.deliverTx(tx), await app.simulate(tx)]
	for (const answer of answers)
		expect(answer).toMatchObject({ code, log: expect.stringContaining(log), gasWanted: 0n, events: [], data: utf8('') })
	expect((await app.deliverTx(greetTx())).code).toBe(0)
})

test('a transaction that is delivered has the events of its checks before those of its message, and keeps both', async () => {
	const app = await inBlock(-1n)
	const shown = ({ events }: { events: Awaited<ReturnType<BaseApp['deliverTx']>>['events'] }) =>
		events.map(({ type, attributes }) => `${type} ${attributes.map(({ key }) => key)}`)
	expect(shown(await app.simulate(greetTx()))).toEqual(['message action'])
	for (const type of ['new', 'recheck'] as const) {
		const checked = await app.checkTx({ tx: greetTx(), type })
		expect([checked.code, checked.log, shown(checked), checked.data.length]).toEqual([0, '[]', [], 0])
	}
	expect(shown(await app.deliverTx(greetTx()))).toEqual([
		'coin_spent spender,amount',
		'coin_received receiver,amount',
		'transfer recipient,sender,amount',
		'message sender',
		'tx fee',
		'tx acc_seq',
		'tx signature',
		'message action',
	])
	app.endBlock({ height: 2 })
	await app.commit()
	const kept = (height: number) => app.store.branchAt(height).kvStore('greet').has(utf8('greet-count-greet-count-'))
	expect([kept(1), kept(2)]).toEqual([false, true])
})

// cosmos-sdk v0.44.5 baseapp/abci.go DeliverTx marks the events of a success alone.
test('events can be found where a transaction was executed, and not where it failed or was only tried', async () => {
	const app = await inBlock(-1n)
	const marks = ({ events }: { events: Awaited<ReturnType<BaseApp['deliverTx']>>['events'] }) => [
		...new Set(events.flatMap(({ attributes }) => attributes.map(({ index }) => index))),
	]
	expect(marks(await app.simulate(greetTx()))).toEqual([false])
	const { gasUsed } = await app.simulate(greetTx())
	const failed = await app.deliverTx(greetTx({ gas: gasUsed - 1n }))
	expect([failed.code, failed.events.length > 0, marks(failed)]).toEqual([11, true, [false]])
	const done = await app.deliverTx(greetTx({ sequence: 1n }))
	expect([done.code, marks(done)]).toEqual([0, [true]])
})

test('gas of more than a signed number holds is told as Go casts it, in a block and in a simulation', async () => {
	const app = openApp()
	const state = JSON.parse(genesisState())
	state.auth.params.tx_size_cost_per_byte = `${2n ** 63n}`
	startChain(app, -1n, JSON.stringify(state))
	await makeBlock(app)
	// So many bytes cost half of what 64 bits hold, when their number is odd.
	const tx = ['a', 'ab', 'abc'].map((text) => greetTx({ greetings: [text] })).find(({ length }) => length % 2 === 1)!
	const { results } = await makeBlock(app, tx)
	expect(results[0]).toMatchObject({ code: 11, log: expect.stringContaining('out of gas in location: txSize') })
	for (const { gasUsed } of [results[0]!, await app.simulate(tx)])
		expect([gasUsed >= -(2n ** 63n), gasUsed < -(2n ** 63n) + 200_000n]).toEqual([true, true])
})

test('a transaction that is checked or simulated takes no gas of the block, and passes where none is left', async () => {
	const app = await inBlock(100_000n)
	for (let sequence = 0n; sequence < 3n; sequence++)
		expect((await app.checkTx({ tx: greetTx({ sequence }), type: 'new' })).code).toBe(0)
	for (let round = 0; round < 3; round++) expect((await app.simulate(greetTx({ sequence: 3n }))).code).toBe(0)
	expect((await app.deliverTx(greetTx())).code).toBe(0)
	expect((await app.deliverTx(greetTx({ sequence: 1n }))).code).toBe(11)
	expect((await app.deliverTx(greetTx({ sequence: 2n }))).log).toBe('no block gas left to run tx: out of gas')
	expect((await app.checkTx({ tx: greetTx({ sequence: 3n }), type: 'new' })).code).toBe(0)
	expect((await app.simulate(greetTx({ sequence: 4n }))).code).toBe(0)
})

test('a transaction that fails takes its gas from the block, as far as its limit', async () => {
	const app = await inBlock(100_000n)
	const failed = await app.deliverTx(greetTx({ gas: 60_000n }))
	expect([failed.code, failed.gasWanted, failed.gasUsed > 60_000n]).toEqual([11, 60_000n, true])
	expect((await app.deliverTx(greetTx({ sequence: 1n }))).log).toContain('out of gas in location: block gas meter')
	expect((await app.deliverTx(greetTx({ sequence: 2n }))).log).toBe('no block gas left to run tx: out of gas')
})
