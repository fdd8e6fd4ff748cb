import { expect, test } from 'vitest'
import type { AbciEvent, BlockHeader } from '../../../src/abci/Application.ts'
import type { AppModule, MsgType } from '../../../src/app/AppModule.ts'
import { createAnteHandler } from '../../../src/app/ante/createAnteHandler.ts'
import { BaseApp, statePrefix } from '../../../src/app/BaseApp.ts'
import { withBlockGas } from '../../../src/app/blockSteps.ts'
import type { Context } from '../../../src/app/Context.ts'
import { baseAppSubspace, writeConsensusParams } from '../../../src/app/consensusParams.ts'
import type { AppTx } from '../../../src/app/tx/AppTx.ts'
import { PanicError } from '../../../src/errors/ChainError.ts'
import { ParamsKeeper } from '../../../src/modules/params/ParamsKeeper.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { createModuleBench } from '../modules/moduleBench.ts'
import { chainId, chainRequest } from './testChain.ts'

const key = utf8('begun')

/** A chain of a module that notes at each begin of a block which one it is, and answers messages with that. */
function notingChain(withBlockers = true) {
	const noting = {
		name: 'noting',
		storeKeys: ['noting'],
		messages: [],
		queries: [],
		beginBlock: (ctx) => {
			ctx.kvStore('noting').set(key, utf8(`${ctx.header.height} ${ctx.headerHash.join()}`))
			ctx.events.emit('begun', [['height', `${ctx.header.height}`]])
		},
		endBlock: (ctx) => ctx.events.emit('ended', [['height', `${ctx.header.height}`]]),
		validateGenesis: () => undefined,
		initGenesis: () => undefined,
		exportGenesis: () => null,
	} satisfies AppModule
	const { beginBlock: _, endBlock: __, ...others } = noting
	const silent: AppModule = { ...others, name: 'silent' }
	const type = {
		handle: (ctx: Context) => ctx.kvStore('noting').get(key)!,
		validateBasic: () => undefined,
	} satisfies Partial<MsgType>
	const tx = { messages: [{ type, typeUrl: '/noted', value: {} }], fee: { gasLimit: 100_000n } } as unknown as AppTx
	const db = createMemoryDb()
	const blockers = withBlockers ? { beginBlockers: [silent, noting], endBlockers: [noting, silent] } : {}
	const app = new BaseApp({
		name: 'noting',
		version: '1',
		store: createCommitMultiStore({ db: db.prefixed(statePrefix), kvStores: ['noting', 'params'], pruning: 'nothing' }),
		db,
		modules: [noting],
		pipeline: {
			decode: () => tx,
			ante: createAnteHandler([{ name: 'Waits', run: () => Promise.resolve() }]),
			consensusParams: new ParamsKeeper().subspace(baseAppSubspace),
		},
		...blockers,
	})
	app.initChain(chainRequest(-1n, '{}'))
	return app
}

const headerOf = (height: number): BlockHeader => ({
	chainId,
	height,
	time: { seconds: 1n, nanos: 0 },
	proposerAddress: new Uint8Array(20),
})

const event = (type: string, height: number): AbciEvent => ({
	type,
	attributes: [{ key: 'height', value: `${height}`, index: true }],
})

test('modules run at the begin and the end of a block, and their events can be found', async () => {
	const app = notingChain()
	for (const height of [1, 2]) {
		expect(app.beginBlock({ header: headerOf(height) }).events).toEqual([event('begun', height)])
		expect(app.endBlock({ height }).events).toEqual([event('ended', height)])
		await app.commit()
	}
	const without = notingChain(false)
	expect(without.beginBlock({ header: headerOf(1) }).events).toEqual([])
	expect(without.endBlock({ height: 1 }).events).toEqual([])
})

test('a transaction that is traced runs over what its block began with, as it did in the block', async () => {
	const app = notingChain()
	const hash = Uint8Array.of(7, 8)
	const results = []
	for (const [height, given] of [
		[1, {}],
		[2, { hash }],
		[3, {}],
	] as const) {
		app.beginBlock({ header: headerOf(height), ...given })
		results.push(await app.deliverTx(new Uint8Array()))
		app.endBlock({ height })
		await app.commit()
	}
	const noted = results.map(({ data }) => Buffer.from(data).toString())
	expect(noted.map((text) => text.replace(/^.*(?=\d )/s, ''))).toEqual(['1 ', '2 7,8', '3 '])
	expect((await app.traceInBlock(headerOf(2), [], new Uint8Array(), hash)).result).toEqual(results[1])
	expect((await app.traceInBlock(headerOf(3), [], new Uint8Array())).result).toEqual(results[2])
})

test('a block has the gas of its parameters, any gas for -1 and 0, and is a panic below', () => {
	const ctx = createModuleBench().contextAt(0n)
	const subspace = new ParamsKeeper().subspace(baseAppSubspace)
	const meterOf = (maxGas: bigint) => {
		const { consensusParams } = chainRequest(maxGas, '')
		writeConsensusParams(ctx, subspace, consensusParams)
		const { blockGasMeter } = withBlockGas(ctx, subspace)
		blockGasMeter.consume(1n, 'one')
		return [blockGasMeter.limit, blockGasMeter.isOutOfGas()]
	}
	expect([meterOf(-1n), meterOf(0n), meterOf(1n), meterOf(2n)]).toEqual([
		[0n, false],
		[0n, false],
		[1n, true],
		[2n, false],
	])
	expect(() => meterOf(-2n)).toThrow(new PanicError('invalid maximum block gas: -2'))
})
