import { expect, test } from 'vitest'
import { openSecret, sealSecret } from '../../../src/keyring/passphraseKey.ts'
import { utf8 } from '../../../src/util/bytes.ts'

const key = new Uint8Array(32).fill(7)
const context = utf8('of a test')

test('a sealed secret is opened by its key and context alone, and has a number and a tag of its own', () => {
	const secret = utf8('secret')
	const sealed = sealSecret(key, secret, context)
	// NIST SP 800-38D: 12 bytes of number, 16 of tag.
	expect(sealed).toHaveLength(12 + 6 + 16)
	expect(openSecret(key, sealed, context)).toEqual(secret)
	expect(openSecret(new Uint8Array(32).fill(8), sealed, context)).toBeUndefined()
	expect(openSecret(key, sealed, utf8('of another'))).toBeUndefined()
	expect(Buffer.compare(sealed, sealSecret(key, secret, context))).not.toBe(0)
	for (let at = 0; at < sealed.length; at++) {
		const changed = sealed.slice()
		changed[at]! ^= 1
		expect(openSecret(key, changed, context), `byte ${at}`).toBeUndefined()
	}
})

test('a secret may be empty, and what is shorter than the number and the tag is none', () => {
	const empty = sealSecret(key, new Uint8Array(), context)
	expect([empty.length, openSecret(key, empty, context)]).toEqual([28, new Uint8Array()])
	for (const length of [0, 11, 12, 27]) expect(openSecret(key, empty.subarray(0, length), context)).toBeUndefined()
})
