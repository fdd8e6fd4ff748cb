import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/errors/ChainError.ts'
import type { KVStore } from '../../../src/store/KVStore.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { CacheKv } from '../../../src/store/layers/cacheKv.ts'
import { gasKv, kvGasConfig } from '../../../src/store/layers/gasKv.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { fromHex, toHex } from '../../../src/util/bytes.ts'
import { recording } from './recording.ts'

interface Step {
	op: 'get' | 'has' | 'set' | 'delete' | 'iterator' | 'reverse' | 'write' | 'discard' | 'commit' | 'bulk'
	key?: string
	value?: string
	end?: string
	limit?: number
	result?: unknown
	gas?: [string, number][]
	panic?: string
}

const scripts = recording<Step[][]>('layers')
const stacks = ['gas over two caches over a tree', 'gas over two caches over a tree, other values']
const bytes = (hex = '') => fromHex(hex) ?? new Uint8Array()
const bound = (hex: string | undefined) => (hex === undefined ? undefined : bytes(hex))

function pairs(store: KVStore, { op, key, end, limit = 0 }: Step): [string, string][] {
	const it = op === 'iterator' ? store.iterator(bound(key), bound(end)) : store.reverseIterator(bound(key), bound(end))
	const found: [string, string][] = []
	for (; it.valid() && found.length < limit; it.next()) found.push([toHex(it.key()), toHex(it.value())])
	it.close()
	return found
}

describe.each(stacks.map((name, index) => ({ name, index })))('$name', ({ index }) => {
	test('every read, iteration, charge and refusal is the recorded one', () => {
		const db = createMemoryDb()
		const multi = createCommitMultiStore({ db, kvStores: ['main'], pruning: 'nothing' })
		let gas: [string, number][] = []
		const meter = { consume: (amount: bigint, descriptor: string) => void gas.push([descriptor, Number(amount)]) }
		const below = new CacheKv(multi.kvStore('main'))
		let above = new CacheKv(below)
		const build = () => {
			return gasKv(above, meter, kvGasConfig)
		}
		let top = build()
		const run = (step: Step): unknown => {
			const key = bytes(step.key)
			switch (step.op) {
				case 'get': {
					const value = top.get(key)
					return value === undefined ? undefined : toHex(value)
				}
				case 'has':
					return top.has(key)
				case 'set':
					return top.set(key, bytes(step.value))
				case 'delete':
					return top.delete(key)
				case 'iterator':
				case 'reverse':
					return pairs(top, step)
				case 'write':
					return above.write()
				case 'discard':
					above = new CacheKv(below)
					top = build()
					return undefined
				case 'bulk':
					return (step.key ?? '').split(',').forEach((text, i) => {
						below.set(bytes(text), Uint8Array.of(i))
					})
				case 'commit': {
					above.write()
					below.write()
					const batch = db.batch()
					const { hash } = multi.commit(batch)
					void db.write(batch, { sync: false })
					return toHex(hash)
				}
			}
		}
		for (const [number, step] of (scripts[index] ?? []).entries()) {
			gas = []
			let result: unknown
			let panic: string | undefined
			try {
				result = run(step)
			} catch (error) {
				if (!(error instanceof ChainError)) throw error
				panic = error.log
			}
			expect({ result, gas, panic }, `step ${number}: ${step.op} ${step.key} ${step.end}`).toEqual({
				result: step.result ?? undefined,
				gas: step.gas ?? [],
				panic: step.panic === undefined ? undefined : `${step.panic}: panic`,
			})
		}
	})
})
