import { expect, it } from 'vitest'
import { emptyTxResult } from '../../../src/abci/Application.ts'
import type { Block, BlockResults } from '../../../src/chain/blockTypes.ts'
import type { ChainEvent } from '../../../src/chain/ChainEvent.ts'
import { EventBus } from '../../../src/engine/EventBus.ts'

const event = (type: string, key: string, value: string) => ({ type, attributes: [{ key, value, index: true }] })
const block = { header: { height: 1 }, txs: [] } as unknown as Block
const results = {
	txs: [],
	beginBlockEvents: [event('begin', 'a', '1'), event('', 'b', '2'), event('begin', '', '3')],
	endBlockEvents: [event('begin', 'a', '4')],
} as unknown as BlockResults

it('a listener of blocks that fails is told in the log, and the others hear the block', () => {
	const told: string[][] = []
	const bus = new EventBus((...line) => told.push(line))
	expect(bus.isHeard).toBe(false)
	const heard: unknown[] = []
	bus.subscribe("tm.event='NewBlock'", () => {
		throw new RangeError('no room')
	})
	const stop = bus.subscribe("tm.event='NewBlock' AND begin.a='4'", ({ type, keys }) => heard.push([type, [...keys]]))
	bus.publishBlock(block, results, [])
	const keys = [
		['begin.a', ['1', '4']],
		['tm.event', ['NewBlock']],
	]
	expect(heard).toEqual([['NewBlock', keys]])
	expect(told).toEqual([['error', 'engine', `A listener to "tm.event='NewBlock'" failed: no room`]])
	stop()
	bus.publishBlock(block, results, [])
	expect([heard.length, told.length]).toEqual([1, 2])
})

it.each([
	["tm.event='Tx'", ['Tx']],
	["tm.event='NewBlock'", ['NewBlock']],
	["tm.event='NewBlockHeader'", ['NewBlockHeader']],
	["tm.event CONTAINS 'T'", ['Tx']],
	["tm.event CONTAINS 'New' AND tm.event='NewBlock'", ['NewBlock']],
	['tm.event EXISTS', ['NewBlock', 'NewBlockHeader', 'Tx']],
	['tm.event=5', []],
	["begin.a='1'", ['NewBlock', 'NewBlockHeader']],
	["app.b='5'", ['Tx']],
	["tx.hash='AB'", ['Tx']],
	['tx.height=7', ['Tx']],
	['tx.height>7', []],
])('a listener to %s alone hears of a block with a transaction: %o', (query, wanted) => {
	const bus = new EventBus(() => undefined)
	const heard: ChainEvent[] = []
	bus.subscribe(query, (each) => heard.push(each))
	const record = {
		hash: Uint8Array.of(0xab),
		height: 7,
		index: 0,
		tx: new Uint8Array(),
		result: { ...emptyTxResult, events: [event('app', 'b', '5')] },
	}
	bus.publishBlock({ ...block, txs: [record.tx] }, results, [record])
	expect(heard.map(({ type }) => type)).toEqual(wanted)
	for (const each of heard) {
		if (each.type === 'NewBlockHeader') expect([each.header, each.numTxs]).toEqual([block.header, 1])
	}
})
