import { fromHex, toHex } from '@cosmjs/encoding'
import { Tendermint34Client } from '@cosmjs/tendermint-rpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/engine/Engine.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { testEngine } from '../../unit/engine/testEngine.ts'
import { rpcServer } from './rpcServer.ts'

let engine: Engine
let server: Awaited<ReturnType<typeof rpcServer>>
let client: Tendermint34Client

beforeAll(async () => {
	engine = await testEngine({ config: { blockMode: 'instant' } })
	await engine.start()
	server = await rpcServer(engine)
	client = await Tendermint34Client.connect(server.url)
})

afterAll(async () => {
	client.disconnect()
	await server.close()
	await engine.stop()
})

describe('the native 0.34 client of CosmJS', () => {
	it('reads the status', async () => {
		const status = await client.status()
		expect(status.nodeInfo.network).toBe('kv-chain')
		expect(status.syncInfo.latestBlockHeight).toBe(1)
		expect(status.validatorInfo?.votingPower).toBe(10n)
	})

	it('broadcasts, finds by hash and by event, and proves the transaction', async () => {
		const { hash, deliverTx, height } = await client.broadcastTxCommit({ tx: utf8('cosm=js') })
		expect(deliverTx?.code).toBe(0)
		const found = await client.tx({ hash, prove: true })
		expect(found.height).toBe(height)
		const { block } = await client.block(height)
		expect(toHex(found.proof!.rootHash)).toBe(toHex(block.header.dataHash))
		const byEvent = await client.txSearch({ query: "app.key='cosm'" })
		expect(byEvent.txs.map((tx) => toHex(tx.hash))).toEqual([toHex(hash)])
		const query = await client.abciQuery({ path: '', data: utf8('cosm') })
		expect(new TextDecoder().decode(query.value)).toBe('js')
	})

	it('reads blocks, results, commits, validators and genesis', async () => {
		await client.broadcastTxCommit({ tx: utf8('some=thing') })
		const { block } = await client.block()
		const { height } = block.header
		expect((await client.blockResults(height)).results.length).toBe(1)
		expect((await client.commit(height - 1)).canonical).toBe(true)
		expect((await client.commit(height)).canonical).toBe(false)
		expect((await client.validatorsAll(height)).validators.length).toBe(1)
		expect((await client.genesis()).chainId).toBe('kv-chain')
		expect((await client.blockchain()).lastHeight).toBe(height)
		expect((await client.blockSearch({ query: 'block.height>1' })).totalCount).toBe(height - 1)
		expect((await client.abciInfo()).lastBlockHeight).toBe(height)
		expect((await client.numUnconfirmedTxs()).total).toBe(0)
		await client.health()
	})

	it('hears of blocks and transactions over the websocket', async () => {
		const ws = await Tendermint34Client.connect(server.url.replace('http', 'ws'))
		const blocks: number[] = []
		const txs: string[] = []
		const heard = new Promise<void>((resolve) => {
			const done = () => blocks.length > 0 && txs.length > 0 && resolve()
			ws.subscribeNewBlock().addListener({
				next: (event) => {
					blocks.push(event.header.height)
					done()
				},
			})
			ws.subscribeTx("app.key='heard'").addListener({
				next: (event) => {
					txs.push(toHex(event.hash))
					done()
				},
			})
		})
		// Both subscriptions are answered before this request is.
		await ws.status()
		await ws.broadcastTxSync({ tx: utf8('unheard=1') })
		const { hash } = await ws.broadcastTxSync({ tx: utf8('heard=1') })
		await heard
		expect(txs).toEqual([toHex(hash)])
		expect(blocks[0]).toBeGreaterThan(1)
		ws.disconnect()
	})

	it('gets the text of an unknown transaction', async () => {
		await expect(client.tx({ hash: fromHex('AB'.repeat(32)) })).rejects.toThrow('not found')
	})
})
