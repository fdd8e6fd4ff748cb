import { describe, expect, test } from 'vitest'
import { plainError } from '../../../../../src/errors/ChainError.ts'
import { messageOf, parseCallArguments, senderOf } from '../../../../../src/modules/evm/queries/callArguments.ts'
import { toHex, utf8 } from '../../../../../src/util/bytes.ts'

const address = `0x${'ab'.repeat(20)}`
const slot = `0x${'cd'.repeat(32)}`
const parse = (json: string) => parseCallArguments(utf8(json))
const parsed = (value: unknown) => parse(JSON.stringify(value))

describe('the arguments of a call', () => {
	test('every argument is read, in letters of any case', () => {
		const wanted = {
			from: 'ab'.repeat(20),
			to: 'ab'.repeat(20),
			gas: 2n ** 64n - 1n,
			gasPrice: 1n,
			maxFeePerGas: 2n ** 256n - 1n,
			maxPriorityFeePerGas: 0n,
			value: 255n,
			data: '12ef',
			accessList: [['ab'.repeat(20), ['cd'.repeat(32)]]],
		}
		const json = {
			from: address,
			to: address,
			gas: '0xffffffffffffffff',
			gasPrice: '0x1',
			maxFeePerGas: `0x${'f'.repeat(64)}`,
			maxPriorityFeePerGas: '0x0',
			value: '0XfF',
			nonce: '0x5',
			chainId: '0x8ae',
			data: '0x12eF',
			accessList: [{ address, storageKeys: [slot] }],
		}
		const upper = Object.fromEntries(Object.entries(json).map(([name, value]) => [name.toUpperCase(), value]))
		for (const given of [json, upper]) {
			const { from, to, data, accessList, ...numbers } = parsed(given)
			expect({
				...numbers,
				from: toHex(from!),
				to: toHex(to!),
				data: toHex(data),
				accessList: accessList!.map((entry) => [toHex(entry.address), entry.storageKeys.map(toHex)]),
			}).toEqual(wanted)
		}
	})

	test('arguments that are null, empty or unknown are none', () => {
		const none = {
			from: undefined,
			to: undefined,
			gas: undefined,
			gasPrice: undefined,
			maxFeePerGas: undefined,
			maxPriorityFeePerGas: undefined,
			value: undefined,
			data: new Uint8Array(0),
			accessList: undefined,
		}
		for (const json of ['null', '{}', '{"from":null,"gas":null,"accessList":null}', '{"type":"0x2","other":5}']) {
			expect(parse(json)).toEqual(none)
		}
		expect(parse('{"gas":"","value":"","data":"","input":""}')).toEqual({ ...none, gas: 0n, value: 0n })
		expect(toHex(senderOf(parse('{}')))).toBe('00'.repeat(20))
	})

	test('the input of a call goes before its data, and the last of equal names counts', () => {
		expect(toHex(parse('{"data":"0x01","input":"0x02"}').data)).toBe('02')
		expect(toHex(parse('{"input":"0x02","data":"0x01"}').data)).toBe('02')
		expect(toHex(parse('{"data":"0x01"}').data)).toBe('01')
		expect(parse('{"gas":"0x1","gas":"0x2"}').gas).toBe(2n)
	})

	const field = (text: string, name: string, type: string): string =>
		`json: cannot unmarshal ${text} into Go struct field TransactionArgs.${name} of type ${type}`
	const [uint64, big, bytes] = ['hexutil.Uint64', '*hexutil.Big', 'hexutil.Bytes']

	// go-ethereum v1.10.16 common/hexutil and common/types.go; encoding/json.
	test.each<[string, string]>([
		['5', 'json: cannot unmarshal number into Go value of type types.TransactionArgs'],
		['[]', 'json: cannot unmarshal array into Go value of type types.TransactionArgs'],
		['{"gas":5}', field('non-string', 'gas', uint64)],
		['{"gas":"5"}', field('hex string without 0x prefix', 'gas', uint64)],
		['{"gas":"x5"}', field('hex string without 0x prefix', 'gas', uint64)],
		['{"gas":"0x"}', field('hex string "0x"', 'gas', uint64)],
		['{"gas":"0x05"}', field('hex number with leading zero digits', 'gas', uint64)],
		['{"gas":"0x00"}', field('hex number with leading zero digits', 'gas', uint64)],
		['{"gas":"0x10000000000000000"}', field('hex number > 64 bits', 'gas', uint64)],
		['{"gas":"0xg"}', field('invalid hex string', 'gas', uint64)],
		['{"nonce":"0xg"}', field('invalid hex string', 'nonce', uint64)],
		['{"value":"0x1g"}', field('invalid hex string', 'value', big)],
		['{"chainId":true}', field('non-string', 'chainId', big)],
		[`{"value":"0x1${'0'.repeat(64)}"}`, field('hex number > 256 bits', 'value', big)],
		['{"data":"12"}', field('hex string without 0x prefix', 'data', bytes)],
		['{"data":"0x1"}', field('hex string of odd length', 'data', bytes)],
		['{"input":"0xzz"}', field('invalid hex string', 'input', bytes)],
		['{"to":{}}', field('non-string', 'to', 'common.Address')],
		['{"to":""}', 'hex string has length 0, want 40 for common.Address'],
		[`{"to":"0x${'ab'.repeat(19)}"}`, 'hex string has length 38, want 40 for common.Address'],
		[`{"to":"0x${'ab'.repeat(21)}"}`, 'hex string has length 42, want 40 for common.Address'],
		[`{"to":"0x${'a'.repeat(39)}"}`, field('hex string of odd length', 'to', 'common.Address')],
		[`{"to":"0x${'zz'.repeat(20)}"}`, field('invalid hex string', 'to', 'common.Address')],
		['{"accessList":{}}', field('object', 'accessList', 'types.AccessList')],
		['{"accessList":[5]}', field('number', 'accessList', 'types.AccessTuple')],
		['{"accessList":[null]}', "missing required field 'address' for AccessTuple"],
		['{"accessList":[{}]}', "missing required field 'address' for AccessTuple"],
		[`{"accessList":[{"address":"${address}"}]}`, "missing required field 'storageKeys' for AccessTuple"],
		[`{"accessList":[{"address":"${address}","storageKeys":"0x"}]}`, field('string', 'accessList', '[]common.Hash')],
		[
			`{"accessList":[{"address":"${address}","storageKeys":["0x00"]}]}`,
			'hex string has length 2, want 64 for common.Hash',
		],
		// The first fault in the order of the document counts.
		['{"value":"x","gas":"5"}', field('hex string without 0x prefix', 'value', big)],
		['{"gas":"5","value":"x"}', field('hex string without 0x prefix', 'gas', uint64)],
	])('the arguments %s are refused in the words of Go', (json, reason) => {
		expect(() => parse(json)).toThrow(plainError(reason))
	})
})

describe('the message of a call', () => {
	const message = (json: object, options: { gasCap?: bigint; baseFee?: bigint } = {}) =>
		messageOf(parsed(json), { gasCap: 0n, baseFee: undefined, nonce: 7n, ...options })

	test('a call of nothing is from the zero address, with all gas and no price', () => {
		expect(message({})).toEqual({
			from: new Uint8Array(20),
			to: undefined,
			nonce: 7n,
			value: 0n,
			gas: 2n ** 63n - 1n,
			gasPrice: 0n,
			data: new Uint8Array(0),
			accessList: undefined,
		})
	})

	// ethermint v0.14.1 x/evm/types/tx_args.go ToMessage.
	test.each<[string, object, bigint, bigint]>([
		['its own', { gas: '0x5208' }, 0n, 21_000n],
		['its own up to the cap', { gas: '0x5208' }, 21_000n, 21_000n],
		['the cap where it wants more', { gas: '0x5209' }, 21_000n, 21_000n],
		['the cap where it names none', {}, 50_000n, 50_000n],
	])('the gas of a call is %s', (_name, json, gasCap, gas) => {
		expect(message(json, { gasCap }).gas).toBe(gas)
	})

	test.each<[string, object, bigint | undefined, bigint]>([
		['its gas price', { gasPrice: '0x9' }, 5n, 9n],
		['its gas price of nothing', { gasPrice: '0x0' }, 5n, 0n],
		['nothing without a base fee', { maxFeePerGas: '0x9' }, undefined, 0n],
		['nothing where it names none', {}, 5n, 0n],
		['nothing where it names nothing', { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }, 5n, 0n],
		['base fee and tip', { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x3' }, 5n, 8n],
		['the cap where base fee and tip are more', { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x5' }, 5n, 9n],
		['the base fee where it names no tip', { maxFeePerGas: '0x9' }, 5n, 5n],
		['a cap of nothing with a tip', { maxPriorityFeePerGas: '0x1' }, 5n, 0n],
	])('the price of a call is %s', (_name, json, baseFee, price) => {
		expect(message(json, baseFee === undefined ? {} : { baseFee }).gasPrice).toBe(price)
	})

	test.each([[{ maxFeePerGas: '0x1' }], [{ maxPriorityFeePerGas: '0x0' }]])(
		'a call with a gas price and %o is refused',
		(caps) => {
			expect(() => message({ gasPrice: '0x1', ...caps })).toThrow(
				'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
			)
		},
	)
})
