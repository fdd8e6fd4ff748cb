import { describe, expect, it } from 'vitest'
import {
	clientPrefix,
	isSecret,
	keyPrefix,
	newSecret,
	secretDigest,
	secretHash,
	sessionPrefix,
} from '../../../src/endpoints/service/accounts/secrets.ts'

describe('an API key', () => {
	it('carries 256 random bits and a checksum behind its prefix', () => {
		const keys = new Set(Array.from({ length: 500 }, () => newSecret(keyPrefix)))
		expect(keys.size).toBe(500)
		for (const key of keys) {
			expect(key).toMatch(/^ck_live_[0-9A-Za-z]{49}$/)
			expect(isSecret(key, keyPrefix)).toBe(true)
		}
	})

	it('an API key is refused when a character is another one', () => {
		const key = newSecret(keyPrefix)
		for (let at = keyPrefix.length; at < key.length; at++) {
			const other = key[at] === 'a' ? 'b' : 'a'
			expect(isSecret(key.slice(0, at) + other + key.slice(at + 1), keyPrefix)).toBe(false)
		}
		expect(isSecret(key, 'cs_')).toBe(false)
		expect(isSecret(`${key}x`, keyPrefix)).toBe(false)
	})

	it('an API key that was made once stays one: its checksum is CRC-32 in base62', () => {
		for (const [body, checksum] of [
			['0000000000000000000000000000000000000000000', '2CZclj'],
			['0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg', '37cCQ0'],
			['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '0UsatS'],
			['5555555555555555555555555555555555555555555', '1fY7dz'],
		] as const) {
			expect(isSecret(`ck_live_${body}${checksum}`, keyPrefix)).toBe(true)
		}
	})

	it('an API key is refused with more in its midst, and as a secret of another kind', () => {
		const key = newSecret(clientPrefix)
		expect([isSecret(key, clientPrefix), isSecret(key, sessionPrefix)]).toEqual([true, false])
		expect(isSecret(`${key.slice(0, -6)}x${key.slice(-6)}`, clientPrefix)).toBe(false)
	})

	it('an API key is kept as its SHA-256', () => {
		expect(secretHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
		expect(Buffer.from(secretDigest('abc')).toString('hex')).toBe(secretHash('abc'))
	})
})
