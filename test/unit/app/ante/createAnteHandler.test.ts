import { expect, test } from 'vitest'
import { AppContext } from '../../../../src/app/AppContext.ts'
import { type AnteStep, createAnteHandler } from '../../../../src/app/ante/createAnteHandler.ts'
import type { RunMode } from '../../../../src/app/Context.ts'
import { EventList } from '../../../../src/app/EventList.ts'
import { infiniteGasMeter } from '../../../../src/app/GasMeter.ts'
import { GasTrace } from '../../../../src/app/GasTrace.ts'
import { zeroHeader } from '../../../../src/app/lastHeader.ts'
import { StableReads } from '../../../../src/app/stableReads.ts'
import type { AppTx } from '../../../../src/app/tx/AppTx.ts'
import { PanicError, plainError, sdkErrors } from '../../../../src/errors/ChainError.ts'
import { cacheMultiStore } from '../../../../src/store/layers/cacheKv.ts'
import { MemoryKv } from '../../../../src/store/layers/memoryKv.ts'

const contextOf = (mode: RunMode, height: number, trace?: GasTrace) =>
	new AppContext({
		...{ header: { ...zeroHeader, height }, mode, store: cacheMultiStore(() => new MemoryKv()) },
		...{ gasMeter: infiniteGasMeter(), blockGasMeter: infiniteGasMeter(), events: new EventList() },
		...{ consensusParams: undefined, params: new StableReads(), ...(trace === undefined ? {} : { trace }) },
	})
const tx = { fee: { gasLimit: 100n } } as AppTx
const uses = (name: string, amount: bigint): AnteStep => ({
	name,
	run: (ctx) => ctx.gasMeter.consume(amount, name),
})

// cosmos-sdk v0.44.5 x/auth/ante/setup.go SetGasMeter, NewContextWithMeter.
test('a transaction has as much gas as it names, and in a simulation and before the first block as much as it needs', async () => {
	const told = async (mode: RunMode, height: number, amount = 101n) => {
		const { ctx, error } = await createAnteHandler([uses('step', amount)])(contextOf(mode, height), tx)
		return [ctx.gasMeter.limit, ctx.gasMeter.consumed, error?.log]
	}
	const over = 'out of gas in location: step; gasWanted: 100, gasUsed: 101: out of gas'
	expect(await told('deliver', 1, 100n)).toEqual([100n, 100n, undefined])
	for (const mode of ['check', 'recheck', 'deliver'] as const) expect(await told(mode, 1)).toEqual([100n, 101n, over])
	expect(await told('simulate', 1)).toEqual([0n, 101n, undefined])
	expect(await told('deliver', 0)).toEqual([0n, 101n, undefined])
})

test('steps are run in order up to one that refuses, each with its name in a trace, also where one waits', async () => {
	const ran: string[] = []
	const step = (name: string, fault?: Error, waits = false): AnteStep => ({
		name,
		run(ctx) {
			ran.push(name)
			ctx.gasMeter.consume(1n, 'one')
			if (waits) return fault === undefined ? Promise.resolve() : Promise.reject(fault)
			if (fault !== undefined) throw fault
			return undefined
		},
	})
	const trace = new GasTrace()
	const refusal = sdkErrors.unauthorized.wrap('no')
	for (const waits of [false, true]) {
		const steps = [step('first'), step('second', undefined, waits), step('third', refusal, waits), step('fourth')]
		const { error } = await createAnteHandler(steps)(contextOf('deliver', 1, trace), tx)
		expect(error).toBe(refusal)
		expect(ran.splice(0)).toEqual(['first', 'second', 'third'])
	}
	expect(trace.chargesOf(6n).map(({ phase }) => phase)).toEqual([
		'first',
		'second',
		'third',
		'first',
		'second',
		'third',
	])
	// What the framework panics with, and faults of this program, are no refusals.
	for (const fault of [new PanicError('end'), sdkErrors.panic.wrap('end'), new RangeError('bug')]) {
		const run = async (waits: boolean) => createAnteHandler([step('only', fault, waits)])(contextOf('deliver', 1), tx)
		await expect(run(false)).rejects.toBe(fault)
		await expect(run(true)).rejects.toBe(fault)
	}
	const plain = plainError('plain')
	expect((await createAnteHandler([step('only', plain)])(contextOf('deliver', 1), tx)).error).toBe(plain)
})
