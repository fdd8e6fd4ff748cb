import { describe, expect, it } from 'vitest'
import { encodeAminoMultisignature } from '../../../src/codec/amino/aminoBinary.ts'
import { aminoNames } from '../../../src/codec/amino/aminoNames.ts'
import { decodeStdTx } from '../../../src/codec/amino/decodeAminoJson.ts'
import { encodeStdFee, encodeWrappedStdTx } from '../../../src/codec/amino/stdTx.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { decodeAminoMultisignature } from '../../../src/codec/legacy/legacySignature.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { adr36SignBytes } from '../../../src/codec/signDoc/aminoSignBytes.ts'
import { fromHex, fromUtf8 } from '../../../src/util/bytes.ts'

const registry = createRegistry()

describe('legacy transactions', () => {
	it('legacy transactions have zero values for what is missing, and null for empty lists', () => {
		const tx = decodeStdTx(parseJson('{}'), { registry, brand: 'chain' })
		expect(encodeWrappedStdTx(tx, { registry, brand: 'chain' })).toBe(
			'{"type":"chain-sdk/StdTx","value":{"msg":null,"fee":{"amount":[],"gas":"0"},"signatures":null,"memo":"","timeout_height":"0"}}',
		)
	})

	it('legacy transactions of the brand cosmos have its names alone, those of the brand chain the names of both', () => {
		const send = (name: string) => parseJson(`{"msg":[{"type":"${name}","value":{}}]}`)
		expect(() => decodeStdTx(send('chain-sdk/MsgSend'), { registry, brand: 'cosmos' })).toThrow(
			'unrecognized concrete type name chain-sdk/MsgSend',
		)
		for (const name of ['chain-sdk/MsgSend', 'cosmos-sdk/MsgSend']) {
			expect(decodeStdTx(send(name), { registry, brand: 'chain' }).msgs[0]?.$typeName).toBe(
				'cosmos.bank.v1beta1.MsgSend',
			)
		}
		for (const brand of ['chain', 'cosmos'] as const) {
			expect(decodeStdTx(send('greet/CreateGreet'), { registry, brand }).msgs.length).toBe(1)
			expect(aminoNames(brand).nameOf('cosmos.vesting.v1beta1.MsgCreateVestingAccount')).toBeUndefined()
		}
	})

	it('refuse a key where a message belongs', () => {
		const key = '{"type":"chain/PubKeySecp256k1","value":"AgZISo0r65vzbeR/7KTJMguQRrss9SSjXb3YGjHx5PIJ"}'
		expect(() => decodeStdTx(parseJson(`{"msg":[${key}]}`), { registry, brand: 'chain' })).toThrow(/^reflect\.Set/)
	})

	it('leave out an empty denomination and write an absent amount as zero', () => {
		const fee = { amount: [{ denom: '', amount: '' }], gas: 1n }
		expect(encodeStdFee(fee)).toBe('{"amount":[{"amount":"0"}],"gas":"1"}')
		expect(encodeStdFee(fee, 8)).toBe('{"amount":[{"denom":"","amount":"0"}],"gas":"1"}')
	})

	it('pack and unpack multisignatures', () => {
		const parts = {
			bits: { extraBitsStored: 3, elems: Uint8Array.of(0xa0) },
			signatures: [Uint8Array.of(1), Uint8Array.of(2, 3)],
		}
		const bytes = encodeAminoMultisignature(parts)
		expect(bytes).toEqual(Uint8Array.of(0x0a, 5, 8, 3, 0x12, 1, 0xa0, 0x12, 1, 1, 0x12, 2, 2, 3))
		expect(decodeAminoMultisignature(bytes)).toEqual(parts)
		expect(decodeAminoMultisignature(new Uint8Array(0))).toEqual({ bits: undefined, signatures: [] })
	})

	/** Texts of the framework's node. */
	it.each([
		['050803120100', '0 bytes (encountered fieldnNum: 0, but we have already seen fnum: 0\nbytes:050803120100)'],
		['b6bb9e', '0 bytes (encountered fieldnNum: 0, but we have already seen fnum: 0\nbytes:B6BB9E)'],
		['0a0508031201000a050803120100', '7 bytes (expected repeated field number 2 or greater, got 1)'],
		['0b0b', '1 bytes (expected field type ByteLength for # 1 of multisig.AminoMultisignature, got <Invalid Typ3 3>)'],
		[
			'0a05080312010012400707',
			'9 bytes (error reading array contents: insufficient bytes decoding []byte of length 64)',
		],
	])('refuse the bytes %s as amino does', (hex, why) => {
		expect(() => decodeAminoMultisignature(fromHex(hex)!)).toThrow(
			`unmarshal to multisig.AminoMultisignature failed after ${why}: ${hex.toUpperCase()}`,
		)
	})
})

describe('data off the chain', () => {
	it('data off the chain is signed as ADR-36 says', () => {
		expect(fromUtf8(adr36SignBytes('chain1abc', Uint8Array.of(1, 2)))).toBe(
			'{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"AQI=","signer":"chain1abc"}}],"sequence":"0"}',
		)
	})
})
