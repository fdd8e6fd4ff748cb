import { describe, expect, it } from 'vitest'
import { aminoPrefix } from '../../../src/codec/amino/aminoBinary.ts'
import { decodeStdTx } from '../../../src/codec/amino/decodeAminoJson.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { decodeStdTx8 } from '../../../src/codec/legacy/decodeStdTx8.ts'
import { encodeStdTx8, stdTx8Json } from '../../../src/codec/legacy/encodeStdTx8.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { plainError } from '../../../src/errors/ChainError.ts'
import { fromHex, toHex } from '../../../src/util/bytes.ts'

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
		['80', 'Bytes left over in UnmarshalBinaryLengthPrefixed, should read 0 more bytes but have 1'],
		['0101', 'expected to read prefix bytes 282816A9 (since it is registered concrete) but got 01'],
		['0401020304', 'expected to read prefix bytes 282816A9 (since it is registered concrete) but got 01020304...'],
		['050102030405', 'expected to read prefix bytes 282816A9 (since it is registered concrete) but got 01020304...'],
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

	/** Bytes behind a key and their length, as hexadecimal digits. */
	const field = (key: string, content: string): string =>
		`${key}${(content.length / 2).toString(16).padStart(2, '0')}${content}`
	const [one, two, three, four] = ['0a', '12', '1a', '22']
	const greet = toHex(aminoPrefix('greet/CreateGreet'))
	const send = toHex(aminoPrefix('cosmos-sdk/MsgSend'))
	const multiSend = toHex(aminoPrefix('cosmos-sdk/MsgMultiSend'))
	const [secp, edwardsKey, multisig] = ['eb5ae987', '1624de64', '22c1f7e2']
	const reading = 'error reading array contents: '
	const typeFault = (number: number, of: string): string =>
		`expected field type ByteLength for # ${number} of ${of}, got (U)Varint`

	it.each([
		['a field behind the last without its value', '28', 1, 'buffer too small'],
		[
			'a field behind a later one',
			'2a00120022',
			3,
			'encountered fieldnNum: 2, but we have already seen fnum: 5\nbytes:0022',
		],
		['a memo that is a number', '2005', 1, typeFault(4, 'types.StdTx')],
		['a fee that is a number', '1005', 1, typeFault(2, 'types.StdTx')],
		['signatures that are numbers', '1805', 0, 'expected repeated field type ByteLength, got (U)Varint'],
		['a fee with a field without its value', field(two, '18'), 3, 'buffer too small'],
		[
			'a fee whose gas is a text',
			field(two, '1200'),
			3,
			'expected field type (U)Varint for # 2 of types.StdFee, got ByteLength',
		],
		['a coin with a field without its value', field(two, field(one, '18')), 5, `${reading}buffer too small`],
		['a coin whose name is a number', field(two, field(one, '0805')), 5, `${reading}${typeFault(1, 'types.Coin')}`],
		['a coin whose amount is a number', field(two, field(one, '1005')), 5, `${reading}${typeFault(2, 'types.Coin')}`],
		[
			'a coin whose amount is no number',
			field(two, field(one, field(two, '2d'))),
			7,
			`${reading}math/big: cannot unmarshal "-" into a *big.Int`,
		],
		['a signature with a field without its value', field(three, '18'), 3, `${reading}buffer too small`],
		['a signature that is a number', field(three, '1005'), 3, `${reading}${typeFault(2, 'types.StdSignature')}`],
		['a key that is a number', field(three, '0805'), 3, `${reading}${typeFault(1, 'types.StdSignature')}`],
		['a key of three bytes', field(three, field(one, 'eb5ae9')), 4, `${reading}EOF while reading prefix bytes.`],
		['a key of another type', field(three, field(one, '01020304')), 8, `${reading}unrecognized prefix bytes 01020304`],
		[
			'a key of 31 bytes',
			field(three, field(one, `${secp}1f${'01'.repeat(31)}`)),
			8,
			`${reading}Insufficient bytes to decode [33]byte.`,
		],
		[
			'a key of 32 bytes',
			field(three, field(one, `${secp}20${'01'.repeat(32)}`)),
			41,
			`${reading}Mismatched byte array length: Expected 33, got 32`,
		],
		[
			'an Edwards key of 31 bytes',
			field(three, field(one, `${edwardsKey}1f${'01'.repeat(31)}`)),
			40,
			`${reading}Mismatched byte array length: Expected 32, got 31`,
		],
		[
			'a key with more behind it',
			field(three, field(one, `${secp}21${'01'.repeat(33)}00`)),
			42,
			`${reading}bytes left over after reading interface contents`,
		],
		[
			'a multisig key with a field without its value',
			field(three, field(one, `${multisig}18`)),
			9,
			`${reading}buffer too small`,
		],
		[
			'a multisig key whose threshold is a text',
			field(three, field(one, `${multisig}0a00`)),
			9,
			`${reading}expected field type (U)Varint for # 1 of multisig.PubKeyMultisigThreshold, got ByteLength`,
		],
		['a greeting that is a number', field(one, `${greet}0805`), 7, `${reading}${typeFault(1, 'greet.MsgCreateGreet')}`],
		['a greeter that is a number', field(one, `${greet}1005`), 7, `${reading}${typeFault(2, 'greet.MsgCreateGreet')}`],
		['a greeting with a field without its value', field(one, `${greet}18`), 7, `${reading}buffer too small`],
		['a sender that is a number', field(one, `${send}0805`), 7, `${reading}${typeFault(1, 'types.MsgSend')}`],
		['a recipient that is a number', field(one, `${send}1005`), 7, `${reading}${typeFault(2, 'types.MsgSend')}`],
		['a transfer with a field without its value', field(one, `${send}20`), 7, `${reading}buffer too small`],
		[
			'an input whose address is a number',
			field(one, `${multiSend}${field(one, '0805')}`),
			9,
			`${reading}${reading}${typeFault(1, 'types.Input')}`,
		],
		[
			'an output whose address is a number',
			field(one, `${multiSend}${field(two, '0805')}`),
			9,
			`${reading}${reading}${typeFault(1, 'types.Output')}`,
		],
		[
			'an input with a field without its value',
			field(one, `${multiSend}${field(one, '18')}`),
			9,
			`${reading}${reading}buffer too small`,
		],
	])('%s is refused with how far amino had read', (_, body, position, why) => {
		const bytes = fromHex(`${(body.length / 2 + 4).toString(16).padStart(2, '0')}282816a9${body}`)!
		expect(() => decodeStdTx8(bytes, input)).toThrow(
			plainError(`unmarshal to types.StdTx failed after ${position} bytes (${why}): ${body.toUpperCase()}`),
		)
	})

	it('bytes without a readable length, or without the prefix of a transaction, are refused', () => {
		const refusal = (...bytes: number[]) => {
			try {
				return decodeStdTx8(Uint8Array.from(bytes), input)
			} catch (error) {
				return (error as Error).message
			}
		}
		const binary = 'UnmarshalBinaryLengthPrefixed'
		expect(refusal(0x80)).toBe(`Bytes left over in ${binary}, should read 0 more bytes but have 1`)
		expect(refusal(...Array<number>(11).fill(0xff))).toBe('Error reading msg byte-length prefix: got code -11')
		expect(refusal(...Array<number>(9).fill(0xff), 2)).toBe('Error reading msg byte-length prefix: got code -10')
		const expected = 'UnmarshalBinaryBare expected to read prefix bytes 282816A9 (since it is registered concrete)'
		expect(refusal(3, 1, 2, 3)).toBe(`${expected} but got 010203`)
		expect(refusal(4, 1, 2, 3, 4)).toBe(`${expected} but got 01020304...`)
	})

	it('an amount of nothing is written as zero', () => {
		const message = { from_address: alice, to_address: bob, amount: [{ denom: 'uchain' }] }
		const tx = decodeStdTx(parseJson(JSON.stringify({ msg: [{ type: 'cosmos-sdk/MsgSend', value: message }] })), input)
		expect(stdTx8Json(decodeStdTx8(encodeStdTx8(tx, input), input), input)).toContain('"amount":"0"')
	})

	it('a transaction keeps its fields when it has others behind them', () => {
		const parts = `${one}00${two}00${three}00${field(four, '6d')}2801${field('32', '0102')}`
		const bytes = fromHex(`${(parts.length / 2 + 4).toString(16).padStart(2, '0')}282816a9${parts}`)!
		expect(decodeStdTx8(bytes, input)).toEqual({
			msgs: [undefined],
			fee: { amount: [], gas: 0n },
			signatures: [{ pubKey: undefined, signature: new Uint8Array(0) }],
			memo: 'm',
			timeoutHeight: 0n,
		})
	})
})
