import { expect, test } from 'vitest'
import { encodeBech32 } from '../../../../src/codec/address/bech32.ts'
import { generation8AddressFromText } from '../../../../src/codec/address/generation8Address.ts'

// btcsuite/btcutil v1.0.2 looks at every character before the case, and at none of a text that is too short.
test.each([
	[`c1${'q'.repeat(89)}`, 'invalid bech32 string length 91'],
	[`c1${'q'.repeat(88)}`, 'checksum failed. Expected'],
	['aA\u007fxx', 'invalid bech32 string length 5'],
	['aA\u007fxxxx', 'invalid bech32 string length 7'],
	['aA\u007fxxxxx', "invalid character in string: '\u007f'"],
	['aA xxxxx', "invalid character in string: ' '"],
	['aA!~xxxx', 'string not all lowercase or all uppercase'],
	['xxxxxxxx', 'invalid index of 1'],
	['x1b4n0q5v', 'failed converting data to bytes: invalid character not part of charset: 98'],
])('an address of generation 8 is refused in the words of its library: %s: %s', (text, reason) => {
	expect(() => generation8AddressFromText(text, 'c')).toThrow(`decoding bech32 failed: ${reason}`)
})

test('an address of generation 8 has twenty bytes of its prefix, and a blank text is the empty one', () => {
	const bytes = new Uint8Array(20).fill(9)
	expect(generation8AddressFromText(encodeBech32('c', bytes), 'c')).toEqual(bytes)
	for (const length of [19, 21]) {
		const text = encodeBech32('c', new Uint8Array(length))
		expect(() => generation8AddressFromText(text, 'c')).toThrow('incorrect address length')
	}
	expect(() => generation8AddressFromText(encodeBech32('d', bytes), 'c')).toThrow(
		'invalid Bech32 prefix; expected c, got d',
	)
	expect(generation8AddressFromText(' \t', 'c')).toEqual(new Uint8Array(0))
})
