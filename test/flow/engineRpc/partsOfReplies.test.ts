import { afterAll, expect, test } from 'vitest'
import type { ChainEvent } from '../../../src/chain/ChainEvent.ts'
import { createEngineReader } from '../../../src/engineRpc/createEngineReader.ts'
import { createEngineTxPool } from '../../../src/engineRpc/createEngineTxPool.ts'
import { EngineClient } from '../../../src/engineRpc/EngineClient.ts'
import { subscribeToEngine } from '../../../src/engineRpc/subscribeToEngine.ts'
import { until } from '../../support/until.ts'
import { type AnsweringEngine, answeringEngine } from './answeringEngine.ts'

const engines: AnsweringEngine[] = []
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

async function answering(...replies: Parameters<typeof answeringEngine>): Promise<string> {
	const engine = await answeringEngine(...replies)
	engines.push(engine)
	return engine.url
}

test('a subscription passes over events of other kinds, and those without what their kind has', async () => {
	const kinds = ['NewBlock', 'NewBlockHeader', 'Tx', 'Vote'].map((kind) => `tendermint/event/${kind}`)
	const TxResult = { height: '7', tx: 'AQI=', result: {} }
	const values = [{}, { block: {} }, { header: {} }, { TxResult }]
	const data = kinds.flatMap((type, own) =>
		values.filter((_, member) => member !== own + 1 || type.endsWith('Vote')).map((value) => ({ type, value })),
	)
	const good = { type: 'tendermint/event/Tx', value: { TxResult } }
	const replies = [{ result: {} }, ...[...data, good].map((one) => ({ result: { data: one } }))]
	const heard: ChainEvent[] = []
	const stop = await subscribeToEngine(await answering({}, replies), "tm.event='Tx'", (event) => heard.push(event))
	await until(() => heard.length > 0)
	stop()
	expect(heard).toMatchObject([{ type: 'Tx', record: { height: 7, index: 0, tx: Uint8Array.of(1, 2) } }])
})

test.each([
	['0', undefined],
	['1', 5],
])('an engine that tells height %s of a transaction tells the code %s of its delivery', async (height, code) => {
	const result = { check_tx: { code: 3 }, deliver_tx: { code: 5 }, hash: '0A', height }
	const pool = createEngineTxPool(new EngineClient(await answering({ result })))
	// Who waits no time for the block still waits for the answer.
	const found = await pool.broadcastTxCommit(new Uint8Array(1), 0)
	expect([found.checkTx.code, found.deliverTx?.code, found.height]).toEqual([3, code, Number(height)])
	expect(found.hash).toEqual(Uint8Array.of(10))
})

test('a block that updates some parameters of consensus tells only those', async () => {
	const parts = {
		block: [
			{ max_bytes: '1', max_gas: '2' },
			{ maxBytes: 1n, maxGas: 2n },
		],
		evidence: [
			{ max_age_num_blocks: '3', max_age_duration: '4', max_bytes: '5' },
			{ maxAgeNumBlocks: 3n, maxAgeDuration: 4n, maxBytes: 5n },
		],
		validator: [{ pub_key_types: ['ed25519'] }, { pubKeyTypes: ['ed25519'] }],
		version: [{}, { appVersion: 0n }],
	} as const
	const none = { txs_results: null, begin_block_events: null, end_block_events: null, validator_updates: null }
	for (const [name, [written, read]] of Object.entries(parts)) {
		const result = { ...none, height: '7', consensus_param_updates: { [name]: written } }
		const reader = createEngineReader(new EngineClient(await answering({ result })))
		expect((await reader.blockResults(7))?.consensusParamUpdates, name).toEqual({ [name]: read })
	}
})
