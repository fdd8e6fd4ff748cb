import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../src/crypto/hash.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../../src/crypto/secp256k1.ts'
import { signatureBackend } from '../../../src/crypto/signatureBackend.ts'
import { VerifiedSignatures } from '../../../src/crypto/VerifiedSignatures.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { seededRandom } from '../../support/random.js'

/** A memory of signatures over the real library, which counts how often that is asked. */
function counted(generation?: number) {
	const memory = new VerifiedSignatures(generation)
	let asked = 0
	const check = (hash: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean =>
		memory.check(hash, signature, key, (...parts) => {
			asked++
			return signatureBackend().verify(...parts)
		})
	return { check, asked: () => asked }
}

function signed(index: number) {
	const privateKey = new Uint8Array(32).fill(index + 1)
	const message = utf8(`message ${index}`)
	const key = secp256k1PublicKey(privateKey)
	return { hash: sha256(message), signature: signSecp256k1(message, privateKey), key }
}

describe('signatures that were found right', () => {
	it('are verified once', () => {
		const { check, asked } = counted()
		const { hash, signature, key } = signed(1)
		expect([check(hash, signature, key), check(hash, signature, key)]).toEqual([true, true])
		expect(asked()).toBe(1)
	})

	it('count for no other message, key or signature: 300 changed bits, in memory or not', () => {
		const random = seededRandom()
		const { check } = counted()
		for (let round = 0; round < 300; round++) {
			const { hash, signature, key } = signed(round % 3)
			expect(check(hash, signature, key)).toBe(true)
			const parts = [hash.slice(), signature.slice(), key.slice()] as const
			const part = parts[Math.floor(random() * 3)] as Uint8Array
			const at = Math.floor(random() * part.length)
			part[at] = (part[at] ?? 0) ^ (1 << Math.floor(random() * 8))
			const fresh = signatureBackend().verify(...parts)
			expect([check(...parts), check(...parts)]).toEqual([fresh, fresh])
			expect(fresh).toBe(false)
		}
	})

	it('are forgotten when many others came since, and wrong ones at once', () => {
		const { check, asked } = counted(4)
		const first = signed(0)
		check(first.hash, first.signature, first.key)
		for (let index = 1; index < 12; index++) {
			const { hash, signature, key } = signed(index)
			check(hash, signature, key)
		}
		const before = asked()
		expect(check(first.hash, first.signature, first.key)).toBe(true)
		expect(asked()).toBe(before + 1)
		const other = signed(20)
		expect(check(first.hash, other.signature, first.key)).toBe(false)
		expect(check(first.hash, other.signature, first.key)).toBe(false)
		expect(asked()).toBe(before + 3)
	})
})
