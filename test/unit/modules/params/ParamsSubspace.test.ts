import { expect, test } from 'vitest'
import { infiniteGasMeter } from '../../../../src/app/GasMeter.ts'
import { GasTrace } from '../../../../src/app/GasTrace.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { ParamsKeeper } from '../../../../src/modules/params/ParamsKeeper.ts'
import { utf8 } from '../../../../src/util/bytes.ts'
import { createModuleBench, refusal } from '../moduleBench.ts'

test('a parameter is stored under the name of its module, and is nothing before it is written', () => {
	const ctx = createModuleBench().contextAt(0n)
	const subspace = new ParamsKeeper().subspace('mine')
	expect(refusal(() => subspace.get(ctx, 'Key'))).toEqual(new PanicError('UnmarshalJSON cannot decode empty bytes'))
	expect([subspace.getIfExists(ctx, 'Key'), subspace.has(ctx, 'Key')]).toEqual([undefined, false])
	subspace.set(ctx, 'Key', '"7"')
	expect(ctx.kvStore('params').get(utf8('mine/Key'))).toEqual(utf8('"7"'))
	expect([subspace.get(ctx, 'Key'), subspace.getIfExists(ctx, 'Key'), subspace.has(ctx, 'Key')]).toEqual([
		'"7"',
		'"7"',
		true,
	])
})

// cosmos-sdk v0.44.5 x/params/types/subspace.go: Set writes a mark of the change into a transient store too.
test('a parameter costs its write and the mark of a change, and one read each time it is asked for', () => {
	const trace = new GasTrace()
	const gasMeter = trace.over(infiniteGasMeter())
	const ctx = createModuleBench().contextAt(0n).with({ gasMeter })
	const subspace = new ParamsKeeper().subspace('mine')
	subspace.set(ctx, 'Key', '"7"')
	subspace.get(ctx, 'Key')
	subspace.has(ctx, 'Key')
	const charges = trace.chargesOf(gasMeter.consumed).map(({ descriptor, amount }) => `${descriptor} ${amount}`)
	// Three bytes, by the prices of the store and those of transient ones (store/types/gas.go).
	const [write, mark, read, look] = [
		['WriteFlat 2000', 'WritePerByte 90'],
		'WriteFlat 200',
		'ReadFlat 1000',
		'Has 1000',
	]
	expect(charges).toEqual([write, mark, read, 'ReadPerByte 9', look].flat())
})
