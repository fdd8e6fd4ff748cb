import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../src/crypto/hash.ts'
import { SignatureSlots } from '../../../src/crypto/SignatureSlots.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../../src/crypto/secp256k1.ts'
import { signatureBackend } from '../../../src/crypto/signatureBackend.ts'
import { startSignatureThread } from '../../../src/node/threads/startSignatureThread.ts'
import { utf8 } from '../../../src/util/bytes.ts'

const privateKey = new Uint8Array(32).fill(7)
const key = secp256k1PublicKey(privateKey)

function signed(text: string) {
	const message = utf8(text)
	return { hash: sha256(message), signature: signSecp256k1(message, privateKey) }
}

describe('signatures in shared memory', () => {
	it('signatures in shared memory are not taken in other lengths', () => {
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

	it('signatures in shared memory of a lap before do not answer for those of this one', () => {
		const slots = new SignatureSlots()
		const { hash, signature } = signed('a')
		const first = slots.hand(hash, signature, key)!
		let last = first
		for (let index = 0; index < 4096; index++) last = slots.hand(hash, signature, key)!
		expect(last).toBe(first + 4096)
		expect(slots.isGood(first)).toBe(false)
	})

	it('signatures in shared memory are verified in the order they came, but for those that nobody waits for any more', () => {
		const slots = new SignatureSlots()
		const { hash, signature } = signed('a')
		const wrong = signed('b').signature
		const [good, bad, left, last] = [signature, wrong, signature, signature].map((each) => slots.hand(hash, each, key)!)
		expect(slots.isGood(left!)).toBe(false)
		const found: boolean[] = []
		new SignatureSlots(slots.memory).work((...parts) => {
			found.push(signatureBackend().verify(...parts))
			if (found.length === 3) slots.close()
			return found.at(-1)!
		})
		expect(found).toEqual([true, false, true])
		expect([good, bad, left, last].map((ticket) => slots.isGood(ticket!))).toEqual([true, false, false, true])
	})

	it('signatures in shared memory are neither waited for without end nor written over while they are being verified', () => {
		const slots = new SignatureSlots()
		const { hash, signature } = signed('a')
		const first = slots.hand(hash, signature, key)!
		const seen: unknown[] = []
		new SignatureSlots(slots.memory).work(() => {
			seen.push(slots.isGood(first))
			let more = 0
			while (slots.hand(hash, signature, key) !== undefined) more++
			seen.push(more)
			slots.close()
			return true
		})
		expect(seen).toEqual([false, 4095])
		expect(slots.isGood(first)).toBe(true)
	})

	it('come with one object for each key, and with no more keys in memory than ten thousand', () => {
		const slots = new SignatureSlots()
		const { hash, signature } = signed('a')
		const keyOf = (index: number) => Uint8Array.from(key, (byte, at) => byte ^ ((index >> (at * 8)) & 0xff))
		// The first key again at once, and once more after ten thousand others.
		const order = [0, 0, ...Array.from({ length: 10_000 }, (_, index) => index + 1), 0]
		const keys: Uint8Array[] = []
		const hand = () => slots.hand(hash, signature, keyOf(order[keys.length]!))
		hand()
		new SignatureSlots(slots.memory).work((_hash, _signature, given) => {
			keys.push(given)
			if (keys.length === order.length) slots.close()
			else hand()
			return true
		})
		expect(keys[1]).toBe(keys[0])
		expect(keys.at(-1)).toEqual(keys[0])
		expect(keys.at(-1)).not.toBe(keys[0])
	})

	it('signatures in shared memory are told right and wrong by another thread, in order', async () => {
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
