import { describe, expect, test } from 'vitest'
import { readLegacyTx } from '../../../../src/codec/legacy/readLegacyTx.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { UserError } from '../../../../src/errors/UserError.ts'

const input = { registry: createRegistry(), brand: 'chain' } as const
const greet = { type: 'greet/CreateGreet', value: { message: 'hello', owner: 'chain1x' } }
const tx = { msg: [greet], fee: { amount: [], gas: '7' }, signatures: [], memo: 'm' }
const read = (value: unknown) => readLegacyTx(typeof value === 'string' ? value : JSON.stringify(value), input)

describe('a legacy transaction in any of its written forms', () => {
	test.each([
		['alone', tx, 'bare', undefined],
		['as a body', { tx, mode: 'block' }, 'body', 'block'],
		['as a body with a mode that is no text', { tx, mode: 5 }, 'body', undefined],
		['with its type', { type: 'chain-sdk/StdTx', value: tx }, 'wrapped', undefined],
		['with the framework’s type', { type: 'cosmos-sdk/StdTx', value: tx }, 'wrapped', undefined],
	])('a legacy transaction is read %s', (_, value, form, mode) => {
		const found = read(value)
		expect([found.form, found.mode, found.tx.memo, found.tx.fee.gas]).toEqual([form, mode, 'm', 7n])
		expect(found.tx.msgs[0]).toMatchObject({ message: 'hello', owner: 'chain1x' })
	})

	test('the names in a legacy transaction decide its brand, where they are of one', () => {
		const send = (type: string) => ({ ...tx, msg: [{ type, value: {} }] })
		expect(read(tx).brand).toBe('chain')
		expect(read(send('cosmos-sdk/MsgSend')).brand).toBe('cosmos')
		expect(read(send('chain-sdk/MsgSend')).brand).toBe('chain')
	})

	test.each([[{ body: {}, auth_info: {} }], [{ body: {}, signatures: [] }]])(
		'a transaction of generation 9 is told to be one: %j',
		(value) => {
			expect(() => read(value)).toThrow(
				expect.objectContaining({ message: 'This is a transaction of generation 9, in protobuf JSON.' }),
			)
		},
	)

	test.each([
		[{ ...tx, memo: 5 }, '.memo'],
		[{ tx: { ...tx, fee: { gas: 5 } } }, '.tx.fee.gas'],
		[
			{ type: 'cosmos-sdk/StdTx', value: { ...tx, msg: [greet, { ...greet, type: 'x/Unknown' }] } },
			'.value.msg[1].type',
		],
		[{ ...tx, msg: [greet, { ...greet, value: { message: 5 } }] }, '.msg[1].value.message'],
		[{ ...tx, fee: { amount: [{ denom: 'uchain', amount: 'x' }], gas: '1' } }, '.fee.amount[0].amount'],
		[{ body: 5, memo: 5 }, '.memo'],
		['[]', '.'],
		['5', '.'],
	])('the place that cannot be read is told: %j', (value, place) => {
		expect(() => read(value)).toThrow(UserError)
		expect(() => read(value)).toThrow(`This is no legacy transaction: ${place} cannot be read.`)
	})

	test('what is no JSON is told to be none', () => {
		expect(() => read('{')).toThrow('This is no JSON.')
	})
})
