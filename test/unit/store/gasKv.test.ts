import { expect, test } from 'vitest'
import { gasKv, kvGasConfig, transientGasConfig } from '../../../src/store/layers/gasKv.ts'
import { MemoryKv } from '../../../src/store/layers/memoryKv.ts'
import { utf8 } from '../../../src/util/bytes.ts'

// cosmos-sdk v0.44.5 store/types/gas.go KVGasConfig and TransientGasConfig.
test.each([
	['a persistent store', kvGasConfig, { flat: 1000, perByte: 3, write: 2000, writePerByte: 30, next: 30 }],
	['a transient store', transientGasConfig, { flat: 100, perByte: 0, write: 200, writePerByte: 3, next: 3 }],
] as const)('every access to %s costs what the framework takes for it', (_name, config, costs) => {
	let charged: [string, number][] = []
	const consume = (amount: bigint, descriptor: string) => void charged.push([descriptor, Number(amount)])
	const store = gasKv(new MemoryKv(), { consume }, config)
	const cost = (access: () => unknown) => {
		charged = []
		access()
		return charged
	}
	const { flat, perByte, write, writePerByte, next } = costs
	const [key, later, none] = [utf8('key'), utf8('later'), utf8('none')]
	const set = (length: number) => [
		['WriteFlat', write],
		['WritePerByte', length * writePerByte],
	]
	expect(cost(() => store.set(key, new Uint8Array(5)))).toEqual(set(5))
	expect(cost(() => store.set(later, new Uint8Array(2)))).toEqual(set(2))
	const get = (length: number) => [
		['ReadFlat', flat],
		['ReadPerByte', length * perByte],
	]
	expect(cost(() => store.get(key))).toEqual(get(5))
	expect(cost(() => store.get(none))).toEqual(get(0))
	expect(cost(() => store.has(key))).toEqual([['Has', flat]])
	const pair = (length: number) => [
		['ValuePerByte', length * perByte],
		['IterNextFlat', next],
	]
	for (const [walk, first, second] of [
		[() => store.iterator(undefined, undefined), 5, 2],
		[() => store.reverseIterator(undefined, undefined), 2, 5],
	] as const) {
		charged = []
		const it = walk()
		expect(charged).toEqual(pair(first))
		// Each step pays for the pair that it leaves.
		expect(cost(() => it.next())).toEqual(pair(first))
		expect([cost(() => it.value()), it.value().length]).toEqual([[], second])
		expect(cost(() => it.next())).toEqual(pair(second))
		expect([it.valid(), cost(() => it.close())]).toEqual([false, []])
	}
	const closed = store.iterator(undefined, undefined)
	closed.close()
	expect(closed.valid()).toBe(false)
	// A key that no store takes costs nothing.
	expect(cost(() => expect(() => store.set(new Uint8Array(0), key)).toThrow('key'))).toEqual([])
	expect(cost(() => store.iterator(none, undefined))).toEqual([])
	expect(cost(() => store.delete(key))).toEqual([['Delete', flat]])
	expect(store.has(key)).toBe(false)
})
