import { expect, test } from 'vitest'
import { AppContext } from '../../../src/app/AppContext.ts'
import { EventList } from '../../../src/app/EventList.ts'
import { infiniteGasMeter } from '../../../src/app/GasMeter.ts'
import { GasTrace } from '../../../src/app/GasTrace.ts'
import { zeroHeader } from '../../../src/app/lastHeader.ts'
import { StableReads } from '../../../src/app/stableReads.ts'
import { cacheMultiStore } from '../../../src/store/layers/cacheKv.ts'
import { MemoryKv } from '../../../src/store/layers/memoryKv.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

const key = utf8('key')

function opened() {
	const stores = new Map(['params', 'bank', 't'].map((name) => [name, new MemoryKv()]))
	const ctx = new AppContext({
		...{ header: zeroHeader, mode: 'deliver', store: cacheMultiStore((name) => stores.get(name)!) },
		...{ gasMeter: infiniteGasMeter(), blockGasMeter: infiniteGasMeter(), events: new EventList() },
		...{ consensusParams: undefined, params: new StableReads() },
	})
	return { stores, ctx }
}

const read = (ctx: AppContext, name: string): string | undefined => {
	const value = ctx.kvStore(name).get(key)
	return value && fromUtf8(value)
}

test('a context gives the same view of a store each time, and shares it with those that differ in neither state nor gas', () => {
	const { ctx } = opened()
	const views = (of: AppContext) => [of.kvStore('bank'), of.transientStore('t'), of.transientStore('bank')]
	const own = views(ctx)
	expect(new Set(own).size).toBe(3)
	for (const other of [ctx, ctx.with({ events: new EventList() }), ctx.withHeader(zeroHeader, key)]) {
		for (const [index, view] of views(other).entries()) expect(view).toBe(own[index])
	}
	for (const other of [
		ctx.with({ store: ctx.store.branch() }),
		ctx.withGasMeter(infiniteGasMeter()),
		ctx.with({ trace: new GasTrace() }),
		ctx.branch().ctx,
	]) {
		for (const [index, view] of views(other).entries()) expect(view).not.toBe(own[index])
	}
})

test('a view of a store charges the gas meter of its context and writes to the state of its context alone', () => {
	const { ctx } = opened()
	ctx.kvStore('bank').set(key, utf8('own'))
	const spent = ctx.gasMeter.consumed
	const other = ctx.withGasMeter(infiniteGasMeter())
	expect([read(other, 'bank'), other.gasMeter.consumed, ctx.gasMeter.consumed]).toEqual(['own', 1_009n, spent])
	const branch = ctx.branch()
	branch.ctx.kvStore('bank').set(key, utf8('of the branch'))
	expect([read(branch.ctx, 'bank'), read(ctx, 'bank')]).toEqual(['of the branch', 'own'])
	branch.write()
	expect(read(ctx, 'bank')).toBe('of the branch')
	const trace = new GasTrace()
	const traced = ctx.with({ trace, gasMeter: trace.over(infiniteGasMeter()) })
	trace.enter('a step')
	traced.transientStore('t').has(key)
	expect(trace.chargesOf(traced.gasMeter.consumed)).toEqual([
		expect.objectContaining({ phase: 'a step', store: 't', amount: 100n }),
	])
})

test('reads of parameters are remembered for all contexts over a state, and those of no other store', () => {
	const { ctx, stores } = opened()
	for (const [name, store] of stores) store.set(key, utf8(`of ${name}`))
	expect([read(ctx, 'params'), read(ctx, 'bank')]).toEqual(['of params', 'of bank'])
	for (const store of stores.values()) store.set(key, utf8('later'))
	const other = ctx.with({ store: cacheMultiStore((name) => stores.get(name)!) })
	expect([read(other, 'params'), read(other, 'bank')]).toEqual(['of params', 'later'])
	const fresh = other.with({ params: new StableReads(), gasMeter: infiniteGasMeter() })
	expect(read(fresh, 'params')).toBe('later')
	const plain = new AppContext({
		...{ header: zeroHeader, mode: 'query', store: other.store, events: new EventList() },
		...{ gasMeter: infiniteGasMeter(), blockGasMeter: infiniteGasMeter(), consensusParams: undefined },
	})
	expect([read(plain, 'params'), plain.txBytes.length, plain.headerHash.length]).toEqual(['later', 0, 0])
})
