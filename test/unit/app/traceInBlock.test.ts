import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BlockHeader, BlockTime, TxResult } from '../../../src/abci/Application.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import type { GasCharge } from '../../../src/app/GasTrace.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { createApp } from '../../../src/node/createApp.ts'
import {
	consensusParamsOf,
	parseReplayScript,
	prefixOf,
	type ReplayScript,
} from '../../../src/node/replay/replayScript.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { readRecording } from '../../wire/replay/compareReplay.ts'
import { chainId, greetTx, makeBlock, openApp, startChain } from './testChain.ts'

const header = (height: number): BlockHeader => ({
	chainId,
	height,
	time: { seconds: 1_767_225_600n, nanos: 0 },
	proposerAddress: new Uint8Array(20),
})

const sumOf = (charges: readonly GasCharge[]): bigint => charges.reduce((sum, { amount }) => sum + amount, 0n)

describe('the gas of a transaction in a block', () => {
	it('adds up for the first and a later one, also many blocks afterwards', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const txs = [0n, 1n, 2n].map((sequence) => greetTx({ sequence }))
		const { results } = await makeBlock(app, ...txs)
		for (const sequence of [3n, 4n, 5n]) await makeBlock(app, greetTx({ sequence }))
		for (const [index, tx] of txs.entries()) {
			const { result, charges } = await app.traceInBlock(header(2), txs.slice(0, index), tx)
			expect(result).toEqual(results[index])
			expect(sumOf(charges)).toBe(results[index]?.gasUsed)
			expect(charges[0]).toMatchObject({ phase: 'ValidateMemo', store: 'params' })
		}
		// The first of the account also stores its key: the trace saw the state of then.
		expect(new Set(results.map(({ gasUsed }) => gasUsed)).size).toBeGreaterThan(1)
	})

	it('traces gas to the unit, also of a transaction that fails', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const failing = await app.traceInBlock(header(2), [], greetTx({ sequence: 7n }))
		expect(failing.result.code).toBe(32)
		expect(sumOf(failing.charges)).toBe(failing.result.gasUsed)
		const { result, charges } = await app.traceInBlock(header(2), [], greetTx())
		expect(sumOf(charges)).toBe(result.gasUsed)
		expect(new Set(charges.map(({ phase }) => phase))).toEqual(
			new Set([
				'ValidateMemo',
				'ConsumeTxSizeGas',
				'DeductFee',
				'SetPubKey',
				'ValidateSigCount',
				'SigGasConsume',
				'SigVerification',
				'IncrementSequence',
				'message 0 /chain.greet.v1beta1.MsgCreateGreet',
			]),
		)
		const [count] = charges.filter(({ phase }) => phase.startsWith('message'))
		expect(count).toMatchObject({ store: 'greet', descriptor: 'ReadFlat', amount: 1000n, bytes: undefined })
		const writes = charges.filter(({ store, descriptor }) => store === 'greet' && descriptor === 'WritePerByte')
		expect(writes.map(({ amount, bytes }) => [amount, bytes])).toEqual([
			[30n * 56n, 56],
			[30n, 1],
		])
	})

	it('leaves state, checks and the block in progress as they were', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		await makeBlock(app, greetTx())
		const before = app.store.dump()
		app.beginBlock({ header: header(3) })
		const first = await app.deliverTx(greetTx({ sequence: 1n }))
		await app.traceInBlock(header(2), [], greetTx())
		const second = await app.deliverTx(greetTx({ sequence: 2n }))
		expect([first.code, second.code]).toEqual([0, 0])
		expect(app.store.dump()).toEqual(before)
		expect((await app.checkTx({ tx: greetTx({ sequence: 1n }), type: 'new' })).code).toBe(0)
	})

	it('names what a block had counted before for one that finds no gas left or cannot be read', async () => {
		const app = openApp()
		startChain(app, 60_000n)
		await makeBlock(app)
		const txs = [new Uint8Array([1, 2, 3]), greetTx(), greetTx({ sequence: 1n })]
		const { results } = await makeBlock(app, ...txs)
		expect(results.map(({ code }) => code)).toEqual([2, 11, 11])
		for (const index of [0, 2]) {
			const { result, charges } = await app.traceInBlock(header(2), txs.slice(0, index), txs[index]!)
			expect(result).toEqual(results[index])
			expect(charges).toEqual([
				{
					phase: 'block',
					store: undefined,
					descriptor: 'counted before the transaction',
					amount: result.gasUsed,
					bytes: undefined,
				},
			])
		}
	})
})

const golden = new URL('../../golden/', import.meta.url)
const scripts = readdirSync(golden).filter((name) => /^replay-(?!seed).*\.json(\.gz)?$/.test(name))

describe('the gas of every recorded transaction adds up', () => {
	it('the recorded transactions have multisig, vesting and failing ones to trace', () => {
		expect(scripts).toEqual(
			expect.arrayContaining(['replay-multisig.json', 'replay-vesting.json', 'replay-errors.json']),
		)
	})

	/** Two recordings have no transaction: an empty chain and the import of a genesis. */
	const withTxs = scripts.filter((name) => !/empty|genesis-import/.test(name))
	it.each(withTxs)('the gas of every transaction of %s adds up', async (name) => {
		const script = parseReplayScript(readRecording(new URL(name, golden)))
		expect(script.steps.length).toBeGreaterThan(0)
		const app = openScript(script)
		let time: BlockTime = script.genesis_time
		let block: { header: BlockHeader; txs: Uint8Array[]; results: TxResult[] } | undefined
		for (const step of script.steps) {
			if (step.op === 'begin') {
				time = step.time ?? { seconds: time.seconds + 5n, nanos: time.nanos }
				const height = (block?.header.height ?? (script.initial_height || 1) - 1) + 1
				const proposerAddress = step.proposer ?? new Uint8Array(20)
				block = { header: { chainId: script.chain_id, height, time, proposerAddress }, txs: [], results: [] }
				app.beginBlock(block)
			}
			if (step.op === 'deliver') {
				block!.txs.push(step.tx!)
				block!.results.push(await app.deliverTx(step.tx!))
			}
			if (step.op !== 'commit' || block === undefined) continue
			app.endBlock(block.header)
			await app.commit()
			if (!app.store.hasVersion(block.header.height - 1)) continue
			for (const [index, tx] of block.txs.entries()) {
				// A trace runs all earlier ones: those far back in a long block are sampled.
				if (index > 10 && index % 7 !== 0) continue
				const { result, charges } = await app.traceInBlock(block.header, block.txs.slice(0, index), tx)
				if (charges.some(({ phase }) => phase === 'block')) expect(charges).toHaveLength(1)
				expect(result).toEqual(block.results[index])
				expect(BigInt.asIntN(64, sumOf(charges))).toBe(result.gasUsed)
			}
		}
	})
})

function openScript(script: ReplayScript): BaseApp {
	const prefix = prefixOf(script) ?? defaultChainSettings.prefix
	const app = createApp({
		db: createMemoryDb(),
		settings: { ...defaultChainSettings, denom: `u${prefix}`, aminoBrand: 'cosmos', prefix },
		minGasPrices: script.min_gas_prices,
		pruning: 'nothing',
		name: 'chain',
		version: '0.0.0',
	})
	app.initChain({
		chainId: script.chain_id,
		time: script.genesis_time,
		initialHeight: script.initial_height || 1,
		consensusParams: consensusParamsOf(script),
		validators: [],
		appState: JSON.stringify(script.app_state),
	})
	return app
}
