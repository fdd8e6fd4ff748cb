import { describe, expect, test } from 'vitest'
import { secp256k1PublicKey } from '../../../src/crypto/secp256k1.ts'
import { keyName, mnemonicKey, thresholdKey } from '../../../src/keyring/KeyRecord.ts'
import { toBase64, toHex } from '../../../src/util/bytes.ts'

const path = "m/44'/118'/0'/0/0"
const words =
	'length game earth vessel pumpkin sugar distance fiber unknown planet winter race song upgrade weekend smile spawn brother harvest seat castle diet strike kite'

describe('the name of a key', () => {
	test.each([
		['  é x  ', 'é x'],
		['e\u0301', 'é'],
		['5', '5'],
		[`${'x-'.repeat(31)}xy`, `${'x-'.repeat(31)}xy`],
		// A name can begin as an address does, or be as long as one.
		[`chain1${'q-'.repeat(14)}q`, `chain1${'q-'.repeat(14)}q`],
		['key of the tests 2', 'key of the tests 2'],
		[`cosmos1${'q-'.repeat(17)}q`, `cosmos1${'q-'.repeat(17)}q`],
	])('the name %j of a key is kept as %j', (text, name) => {
		expect(keyName(text, 'chain')).toBe(name)
	})

	const shape = 'Use up to 64 letters and digits, with . _ - @ or blanks between them.'
	test.each([
		['', 'A key needs a name.', '', shape],
		[' \t', 'A key needs a name.', '', shape],
		['-', 'This is no name for a key.', '', shape],
		['x'.repeat(65), 'This is no name for a key.', '', shape],
		[
			'1f'.repeat(16),
			'This looks like a mnemonic or a private key, and no name.',
			'Names are kept in the clear and shown everywhere.',
			'Choose a short name, and enter the secret where it is asked for.',
		],
		[`chain1${'q-'.repeat(15)}`.slice(0, 36), 'This is no name for a key.', '', shape],
		[`chain1${'q-'.repeat(14)}qq`, 'The name of a key cannot look like an address.', '', 'Choose a shorter name.'],
		[
			'chain1v8vqwu75l4prdlapph2gqg06yllc4762snzhhc',
			'The name of a key cannot look like an address.',
			'',
			'Choose a shorter name.',
		],
	])('the name %j of a key is refused', (text, message, why, next) => {
		expect(() => keyName(text, 'chain')).toThrow(expect.objectContaining({ message, why, next }))
	})
})

describe('a mnemonic', () => {
	const inList = (index: number, word: string) =>
		words
			.split(' ')
			.map((each, at) => (at === index ? word : each))
			.join(' ')
	test.each([
		['the first word', inList(0, 'lenght'), 'Word 1 of 24 is not one of the 2048 words.'],
		['the last word', inList(23, 'kites'), 'Word 24 of 24 is not one of the 2048 words.'],
		['the first of two wrong words', inList(4, 'x').replace('kite', 'y'), 'Word 5 of 24 is not one of the 2048 words.'],
	])('a mistyped mnemonic is told by the place of %s', (_what, text, message) => {
		expect(() => mnemonicKey(text, path)).toThrow(
			expect.objectContaining({
				message,
				next: 'Check its spelling; the words stand with blanks or commas between them.',
			}),
		)
	})

	test('a mnemonic without any word is no valid one, and none of its words is named', () => {
		expect(() => mnemonicKey('  ', path)).toThrow(/^This is not a valid mnemonic/)
	})
})

describe('a threshold key', () => {
	const keys = ['1', '2', '3'].map((digit) => secp256k1PublicKey(new Uint8Array(Buffer.from(digit.repeat(64), 'hex'))))

	test.each([0, -1, 4, 1.5])('a threshold of %d does not fit three keys', (threshold) => {
		expect(() => thresholdKey(threshold, keys)).toThrow(
			expect.objectContaining({
				message: `A threshold of ${threshold} does not fit 3 keys`,
				next: 'Choose a threshold between 1 and the number of keys.',
			}),
		)
	})

	test('a threshold key may need one signature or all, and its members keep their order only where that is asked for', () => {
		const given = keys.map(toBase64)
		const sorted = thresholdKey(1, keys)
		expect(sorted.members.toSorted()).toEqual(given.toSorted())
		expect(sorted.members).not.toEqual(given)
		expect(thresholdKey(1, keys.toReversed())).toEqual(sorted)
		expect(thresholdKey(3, keys, true).members).toEqual(given)
		expect(thresholdKey(3, keys.toReversed(), true).members).toEqual(given.toReversed())
		expect(new Set([1, 2, 3].map((threshold) => toHex(thresholdKey(threshold, keys).address))).size).toBe(3)
	})
})
