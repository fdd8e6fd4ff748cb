import { expect, it } from 'vitest'
import type { Block, BlockResults } from '../../../src/chain/blockTypes.ts'
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
