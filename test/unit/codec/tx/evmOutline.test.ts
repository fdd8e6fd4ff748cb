import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../../../../src/codec/tx/encodeTx.ts'
import { evmOutline, outlineTx, shortened } from '../../../../src/codec/tx/outlineTx.ts'
import { MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { AuthInfoSchema, TxBodySchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'

const event = (type: string, attributes: Readonly<Record<string, string>>) => ({
	type,
	attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
})
const sent = event('message', { module: 'evm', sender: '0xA', txType: '2' })

describe('what events tell of Ethereum transactions', () => {
	test('nothing where there are none, also when other modules speak', () => {
		expect(evmOutline([event('message', { module: 'bank', sender: 'chain1x' })])).toBeUndefined()
		expect(evmOutline([])).toBeUndefined()
	})

	test('their senders once each, not those of other modules', () => {
		const bank = event('message', { sender: 'chain1x' })
		const other = event('message', { module: 'evm', sender: '0xB' })
		expect(evmOutline([bank, event('ethereum_tx', {}), sent, sent, other])).toEqual({
			senders: ['0xA', '0xB'],
			fault: '',
		})
	})

	test('the module of an event counts for messages alone', () => {
		const other = event('transfer', { module: 'evm', sender: '0xC' })
		expect(evmOutline([event('ethereum_tx', {}), other, sent])?.senders).toEqual(['0xA'])
	})

	test('the first failure, cut short', () => {
		const failed = (why: string) => event('ethereum_tx', { ethereumTxFailed: why })
		expect(evmOutline([event('ethereum_tx', {}), failed('x'.repeat(300)), failed('second')])?.fault).toBe(
			'x'.repeat(200),
		)
	})
})

describe('the outline of a transaction', () => {
	const registry = createRegistry()
	const none = { messageTypes: [], signers: [], fee: [], memo: '', first: {} }

	test('the outline of bytes that are no transaction, or one of nothing, is empty', () => {
		expect(outlineTx(Uint8Array.of(1, 2, 3), registry)).toEqual(none)
		expect(outlineTx(new Uint8Array(0), registry)).toEqual(none)
	})

	test('the outline of a transaction has its types, fee and first message, with texts and lists cut short', () => {
		const fromAddress = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
		const coin = (place: number) => ({ denom: `coin${place}`, amount: '5' })
		const send = (toAddress: string) =>
			create(MsgSendSchema, { fromAddress, toAddress, amount: Array.from({ length: 9 }, (_, place) => coin(place)) })
		const messages = [packAny(MsgSendSchema, send('first')), packAny(MsgSendSchema, send('second'))]
		const bytes = encodeTxRaw(
			encodeTxBody(create(TxBodySchema, { messages, memo: 'm'.repeat(201) })),
			encodeAuthInfo(create(AuthInfoSchema, { fee: { amount: [coin(1)], gasLimit: 7n } })),
			[],
		)
		const type = '/cosmos.bank.v1beta1.MsgSend'
		expect(outlineTx(bytes, registry)).toEqual({
			messageTypes: [type, type],
			signers: [fromAddress],
			fee: [coin(1)],
			memo: 'm'.repeat(200),
			first: { from_address: fromAddress, to_address: 'first', amount: Array.from({ length: 8 }, (_, at) => coin(at)) },
		})
	})

	test('a JSON value is cut short wherever a text or list is in it, and keeps everything else', () => {
		const long = 'x'.repeat(201)
		const list = [1, 2, 3, 4, 5, 6, 7, 8, 9]
		expect(shortened({ a: [long, null, true, 1.5, { b: list }], c: undefined })).toEqual({
			a: [long.slice(1), null, true, 1.5, { b: list.slice(0, 8) }],
			c: undefined,
		})
		expect([shortened(''), shortened(null), shortened(0), shortened([])]).toEqual(['', null, 0, []])
	})
})
