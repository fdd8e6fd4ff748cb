import { describe, expect, it } from 'vitest'
import {
	isSecret,
	keyPrefix,
	newSecret,
	secretDigest,
	secretHash,
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

	it('an API key is kept as its SHA-256', () => {
		expect(secretHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
		expect(Buffer.from(secretDigest('abc')).toString('hex')).toBe(secretHash('abc'))
	})
})
