import { describe, expect, it } from 'vitest'
import { decodeStdTx } from '../../../src/codec/amino/decodeAminoJson.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { decodeStdTx8 } from '../../../src/codec/legacy/decodeStdTx8.ts'
import { encodeStdTx8, stdTx8Json } from '../../../src/codec/legacy/encodeStdTx8.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { fromHex } from '../../../src/util/bytes.ts'

const input = { registry: createRegistry(), brand: 'cosmos', prefix: 'chain' } as const
const alice = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
const bob = 'chain1as2lvck2uulnarf3nxtt8yhwwc5rw7w58085nr'
const single = { type: 'tendermint/PubKeySecp256k1', value: 'Ay2xDbGJTOGA7A107aY0ua6j/WyGMhoFmBk29Ze81OsH' }
const edwards = { type: 'tendermint/PubKeyEd25519', value: 'xP0bw9r4z9OHHYTfuXQqrfI0F/wefrdjkKoxWuW0zF8=' }
const coins = [{ denom: 'uchain', amount: '12' }]

describe('the binary form of generation 8', () => {
	it('comes back the same, with every kind of message and key', () => {
		const json = JSON.stringify({
			msg: [
				{ type: 'greet/CreateGreet', value: { message: 'hello <é>', owner: alice } },
				{ type: 'cosmos-sdk/MsgSend', value: { from_address: alice, to_address: bob, amount: coins } },
				{
					type: 'cosmos-sdk/MsgMultiSend',
					value: { inputs: [{ address: alice, coins }], outputs: [{ address: bob, coins }] },
				},
				null,
			],
			fee: { amount: [{ denom: 'busd', amount: '1' }, ...coins], gas: '18446744073709551615' },
			signatures: [
				{ pub_key: single, signature: 'AQID' },
				{
					pub_key: {
						type: 'tendermint/PubKeyMultisigThreshold',
						value: { threshold: '2', pubkeys: [single, edwards] },
					},
				},
				{},
			],
			memo: 'memo',
		})
		const tx = decodeStdTx(parseJson(json), input)
		const bytes = encodeStdTx8(tx, input)
		expect(stdTx8Json(decodeStdTx8(bytes, input), input)).toBe(stdTx8Json(tx, input))
		const empty = decodeStdTx(parseJson('{}'), input)
		expect(stdTx8Json(decodeStdTx8(encodeStdTx8(empty, input), input), input)).toBe(stdTx8Json(empty, input))
	})

	it('comes back with zeros where a fee has no gas and a multisig key no threshold', () => {
		const key = { type: 'tendermint/PubKeyMultisigThreshold', value: { threshold: '0', pubkeys: [single] } }
		const json = JSON.stringify({ fee: { amount: coins, gas: '0' }, signatures: [{ pub_key: key }] })
		const tx = decodeStdTx(parseJson(json), input)
		const read = decodeStdTx8(encodeStdTx8(tx, input), input)
		expect(read.fee).toEqual({ amount: coins, gas: 0n })
		expect(read.signatures[0]?.pubKey).toMatchObject({ threshold: 0, publicKeys: [{}] })
	})

	/** Texts of go-amino v0.15.1. */
	it.each([
		['', 'UnmarshalBinaryLengthPrefixed cannot decode empty bytes'],
		['000000', 'Bytes left over in UnmarshalBinaryLengthPrefixed, should read 0 more bytes but have 2'],
		['0501', 'Not enough bytes to read in UnmarshalBinaryLengthPrefixed, want 5 more bytes but only have 1'],
		['ffffffffffffffffffffff01', 'Error reading msg byte-length prefix: got code -11'],
		['0101', 'expected to read prefix bytes 282816A9 (since it is registered concrete) but got 01'],
		['0401020304', 'expected to read prefix bytes 282816A9 (since it is registered concrete) but got 01020304...'],
		['06282816a90800', 'failed after 0 bytes (expected repeated field type ByteLength, got (U)Varint): 0800'],
		['06282816a92201', 'failed after 2 bytes (insufficient bytes decoding []byte of length 1): 2201'],
		['08282816a90a020102', 'failed after 2 bytes (error reading array contents: EOF while reading prefix bytes.)'],
		[
			'0a282816a90a0401020304',
			'failed after 6 bytes (error reading array contents: unrecognized prefix bytes 01020304)',
		],
	])('refuses the bytes %s as amino does', (hex, why) => {
		expect(() => decodeStdTx8(fromHex(hex) ?? new Uint8Array(0), input)).toThrow(why)
	})
})
