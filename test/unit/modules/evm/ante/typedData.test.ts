import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { tableOf } from '../../../../../src/codec/proto/messageTable.ts'
import { MsgMultiSendSchema } from '../../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { PageRequestSchema } from '../../../../../src/gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { MsgCreateVestingAccountSchema } from '../../../../../src/gen/cosmos/vesting/v1beta1/tx_pb.js'
import { typedDataDigest } from '../../../../../src/modules/evm/ante/typedData.ts'
import { toHex } from '../../../../../src/util/bytes.ts'

const coin = { denom: 'uchain', amount: '5' }
const payer = 'chain1payer'

function digest<Desc extends DescMessage>(
	schema: Desc,
	message: MessageInitShape<Desc>,
	value: unknown,
	replaced: Readonly<Record<string, unknown>> = {},
): string {
	const document = {
		account_number: '7',
		chain_id: 'chain_2222-1',
		fee: { amount: [coin], gas: '200000' },
		memo: 'words',
		msgs: [{ type: 'a/Msg', value }],
		sequence: '3',
		...replaced,
	}
	const first = { message: create(schema, message), table: tableOf(schema) }
	return `0x${toHex(typedDataDigest(2222n, first, JSON.stringify(document), payer))}`
}

/** What viem makes of the same document, with the types that ethermint finds for the message. */
function expected(types: Readonly<Record<string, readonly { name: string; type: string }[]>>, value: unknown): string {
	return hashTypedData({
		domain: { name: 'Cosmos Web3', version: '1.0.0', chainId: 2222n, verifyingContract: 'cosmos', salt: '0' },
		primaryType: 'Tx',
		types: {
			EIP712Domain: [
				{ name: 'name', type: 'string' },
				{ name: 'version', type: 'string' },
				{ name: 'chainId', type: 'uint256' },
				{ name: 'verifyingContract', type: 'string' },
				{ name: 'salt', type: 'string' },
			],
			Tx: [
				{ name: 'account_number', type: 'string' },
				{ name: 'chain_id', type: 'string' },
				{ name: 'fee', type: 'Fee' },
				{ name: 'memo', type: 'string' },
				{ name: 'msgs', type: 'Msg[]' },
				{ name: 'sequence', type: 'string' },
			],
			Fee: [
				{ name: 'feePayer', type: 'string' },
				{ name: 'amount', type: 'Coin[]' },
				{ name: 'gas', type: 'string' },
			],
			Coin: [
				{ name: 'denom', type: 'string' },
				{ name: 'amount', type: 'string' },
			],
			Msg: [
				{ name: 'type', type: 'string' },
				{ name: 'value', type: 'MsgValue' },
			],
			...types,
		},
		message: {
			account_number: '7',
			chain_id: 'chain_2222-1',
			fee: { amount: [coin], gas: '200000', feePayer: payer },
			memo: 'words',
			msgs: [{ type: 'a/Msg', value }],
			sequence: '3',
		},
	} as never)
}

const text = (name: string) => ({ name, type: 'string' })
const vesting = { fromAddress: 'a', toAddress: 'b', amount: [coin], endTime: 9n, delayed: true }
const vestingValue = { from_address: 'a', to_address: 'b', amount: [coin], end_time: '9', delayed: true }
const vestingDigest = (value: object, replaced = {}): string =>
	digest(MsgCreateVestingAccountSchema, vesting, { ...vestingValue, ...value }, replaced)

describe('the digest of a sign document as typed data', () => {
	test('numbers, truth values and lists of structs are hashed as viem does', () => {
		const types = {
			MsgValue: [
				text('from_address'),
				text('to_address'),
				{ name: 'amount', type: 'TypeAmount[]' },
				{ name: 'end_time', type: 'int64' },
				{ name: 'delayed', type: 'bool' },
			],
			TypeAmount: [text('denom'), text('amount')],
		}
		expect(vestingDigest({})).toBe(expected(types, vestingValue))
		for (const [written, number] of [
			['-9', -9n],
			['0x1f', 31n],
			[12, 12n],
			[0, 0n],
		] as const) {
			expect(vestingDigest({ end_time: written, delayed: false })).toBe(
				expected(types, { ...vestingValue, end_time: number, delayed: false }),
			)
		}
	})

	test('structs within structs take their names from the members on the way', () => {
		const value = { inputs: [{ address: 'a', coins: [coin, coin] }], outputs: [{ address: 'b', coins: [coin] }] }
		const side = (name: string) => [text('address'), { name: 'coins', type: `Type${name}Coins[]` }]
		expect(digest(MsgMultiSendSchema, value, value)).toBe(
			expected(
				{
					MsgValue: [
						{ name: 'inputs', type: 'TypeInputs[]' },
						{ name: 'outputs', type: 'TypeOutputs[]' },
					],
					TypeInputs: side('Inputs'),
					TypeOutputs: side('Outputs'),
					TypeInputsCoins: [text('denom'), text('amount')],
					TypeOutputsCoins: [text('denom'), text('amount')],
				},
				value,
			),
		)
	})

	// ethermint v0.14.1 ethereum/eip712/eip712.go traverseFields: an empty slice is left out, an empty text is not.
	test('lists of nothing are no members of a type, and empty texts are', () => {
		const inputs = [{ address: '', coins: [coin] }]
		expect(digest(MsgMultiSendSchema, { inputs, outputs: [] }, { inputs })).toBe(
			expected(
				{
					MsgValue: [{ name: 'inputs', type: 'TypeInputs[]' }],
					TypeInputs: [text('address'), { name: 'coins', type: 'TypeInputsCoins[]' }],
					TypeInputsCoins: [text('denom'), text('amount')],
				},
				{ inputs },
			),
		)
		const page = { offset: '0', limit: '5', count_total: true, reverse: false }
		const members = [
			{ name: 'offset', type: 'uint64' },
			{ name: 'limit', type: 'uint64' },
			{ name: 'count_total', type: 'bool' },
			{ name: 'reverse', type: 'bool' },
		]
		const paged = (key: number[], value: object) =>
			digest(PageRequestSchema, { key: Uint8Array.from(key), limit: 5n, countTotal: true }, value)
		expect(paged([], page)).toBe(expected({ MsgValue: members }, page))
		expect(paged([1], { key: 7, ...page })).toBe(
			expected({ MsgValue: [{ name: 'key', type: 'uint8' }, ...members] }, { key: 7, ...page }),
		)
		expect(() => paged([], { ...page, limit: '-1' })).toThrow('invalid negative value for unsigned type uint64')
	})

	// Texts of go-ethereum v1.10.16 signer/core/apitypes.
	test.each([
		[{ from_address: 5 }, "provided data '5' doesn't match type 'string'"],
		[{ from_address: null }, "provided data '<nil>' doesn't match type 'string'"],
		[{ from_address: undefined }, "provided data '<nil>' doesn't match type 'string'"],
		[{ delayed: 'yes' }, "provided data 'yes' doesn't match type 'bool'"],
		[{ amount: coin }, "provided data 'map[amount:5 denom:uchain]' doesn't match type 'TypeAmount[]'"],
		[{ amount: ['x'] }, "provided data 'x' doesn't match type 'TypeAmount'"],
		[{ amount: [[coin]] }, "provided data '[map[amount:5 denom:uchain]]' doesn't match type 'TypeAmount'"],
		[{ amount: [null] }, "provided data '<nil>' doesn't match type 'TypeAmount'"],
		[{ end_time: 'x1' }, 'invalid hex or decimal integer "x1"'],
		[{ end_time: '1x' }, 'invalid hex or decimal integer "1x"'],
		[{ end_time: 1.5 }, 'invalid integer value 1.5/float64 for type int64'],
		[{ end_time: true }, 'invalid integer value true/bool for type int64'],
		[{ end_time: null }, 'invalid integer value <nil>/<nil> for type int64'],
		[{ end_time: undefined }, 'invalid integer value <nil>/<nil> for type int64'],
		[
			{ end_time: { b: [1, { d: null, c: true }], a: 'x' } },
			'invalid integer value map[a:x b:[1 map[c:true d:<nil>]]]/map[string]interface {} for type int64',
		],
		[{ end_time: '0x' }, 'invalid hex or decimal integer "0x"'],
		[{ end_time: '-' }, 'invalid hex or decimal integer "-"'],
		[{ end_time: {} }, 'invalid integer value map[]/map[string]interface {} for type int64'],
		[{ end_time: [1, 'a'] }, 'invalid integer value [1 a]/[]interface {} for type int64'],
		[{ end_time: String(2n ** 64n) }, "integer larger than 'int64'"],
		[{ end_time: String(-(2n ** 64n)) }, "integer larger than 'int64'"],
		[{ other: '' }, 'there is extra data provided in the message (5 < 6)'],
	])('a value that is not of its type is refused: %o', (value, reason) => {
		expect(() => vestingDigest(value)).toThrow(
			`failed to pack and hash typedData primary type: ${reason} [tharsis/ethermint@v0.14.1/ethereum/eip712/eip712.go:31]`,
		)
	})

	test('a number of as many bits as its type is taken, whatever its sign', () => {
		const all = [2n ** 64n - 1n, -(2n ** 64n - 1n)].map((number) => vestingDigest({ end_time: String(number) }))
		expect(new Set(all).size).toBe(2)
	})
})
