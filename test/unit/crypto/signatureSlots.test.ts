import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../src/crypto/hash.ts'
import { SignatureSlots } from '../../../src/crypto/SignatureSlots.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../../src/crypto/secp256k1.ts'
import { startSignatureThread } from '../../../src/node/threads/startSignatureThread.ts'
import { utf8 } from '../../../src/util/bytes.ts'

const privateKey = new Uint8Array(32).fill(7)
const key = secp256k1PublicKey(privateKey)

function signed(text: string) {
	const message = utf8(text)
	return { hash: sha256(message), signature: signSecp256k1(message, privateKey) }
}

describe('signatures in shared memory', () => {
	it('are not taken in other lengths', () => {
		const slots = new SignatureSlots()
		const { hash, signature } = signed('a')
		expect(slots.hand(hash.subarray(1), signature, key)).toBeUndefined()
		expect(slots.hand(hash, new Uint8Array(65), key)).toBeUndefined()
		expect(slots.hand(hash, signature, new Uint8Array(65))).toBeUndefined()
	})

	it('answer no while nobody has looked, and for good', () => {
		const slots = new SignatureSlots()
		const { hash, signature } = signed('a')
		const ticket = slots.hand(hash, signature, key)!
		expect(slots.isGood(ticket)).toBe(false)
		const other = new SignatureSlots(slots.memory)
		other.close()
		other.work(() => true)
		expect(slots.isGood(ticket)).toBe(false)
	})

	it('of a lap before do not answer for those of this one', () => {
		const slots = new SignatureSlots()
		const { hash, signature } = signed('a')
		const first = slots.hand(hash, signature, key)!
		let last = first
		for (let index = 0; index < 4096; index++) last = slots.hand(hash, signature, key)!
		expect(last).toBe(first + 4096)
		expect(slots.isGood(first)).toBe(false)
	})

	it('are told right and wrong by another thread, in order', async () => {
		const thread = startSignatureThread(new URL('../../../dist/verifying.js', import.meta.url))
		const { hash, signature } = signed('a')
		const wrong = signed('b')
		const until = Date.now() + 10_000
		for (let told = false; !told; ) {
			expect(Date.now()).toBeLessThan(until)
			const bad = thread.hand(hash, wrong.signature, key)!
			const good = thread.hand(hash, signature, key)!
			await new Promise((done) => setTimeout(done, 5))
			told = thread.isGood(good)
			expect(thread.isGood(bad)).toBe(false)
		}
		thread.close()
	})
})
