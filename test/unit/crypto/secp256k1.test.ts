import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../src/crypto/hash.ts'
import { secp256k1PublicKey, signSecp256k1, verifySecp256k1 } from '../../../src/crypto/secp256k1.ts'
import { loadNative, loadWasm, signatureBackend } from '../../../src/crypto/signatureBackend.ts'
import { concatBytes, fromHex, toHex, utf8 } from '../../../src/util/bytes.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const field = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
const bytes32 = (value: bigint): Uint8Array => fromHex(value.toString(16).padStart(64, '0')) ?? new Uint8Array(0)
const number = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`)

const backends = [loadNative(), loadWasm('test')]

describe.each(backends.map((backend) => [backend.name, backend] as const))('secp256k1 by %s', (_, backend) => {
	const privateKey = bytes32(0x1234567890abcdefn)
	const publicKey = backend.publicKey(privateKey)
	const hash = sha256(utf8('message'))
	const signature = backend.sign(hash, privateKey)
	const r = signature.slice(0, 32)
	const s = number(signature.slice(32))

	it('makes the signatures of RFC 6979 with low S', () => {
		// Published vectors for SHA-256 on this curve.
		const vectors = [
			[
				1n,
				'Satoshi Nakamoto',
				'934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
			],
			[
				1n,
				'All those moments will be lost in time, like tears in rain. Time to die...',
				'8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21',
			],
			[
				order - 1n,
				'Satoshi Nakamoto',
				'fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d06b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5',
			],
			[
				0xf8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181n,
				'Alan Turing',
				'7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea',
			],
		] as const
		for (const [key, message, expected] of vectors) {
			expect(toHex(backend.sign(sha256(utf8(message)), bytes32(key)))).toBe(expected)
		}
	})

	it('accepts its own signatures', () => {
		expect(backend.verify(hash, signature, publicKey)).toBe(true)
		expect(s <= order / 2n).toBe(true)
	})

	it('refuses the same signature with high S', () => {
		expect(backend.verify(hash, concatBytes(r, bytes32(order - s)), publicKey)).toBe(false)
	})

	it.each([
		['r = 0', 0n, s],
		['s = 0', number(r), 0n],
		['r and s = 0', 0n, 0n],
		['r = order', order, s],
		['s = order', number(r), order],
		['r = order + r', (order + number(r)) % 2n ** 256n, s],
		['s = order - 1', number(r), order - 1n],
		['s = half order + 1', number(r), order / 2n + 1n],
		['r = 1 and s = 1', 1n, 1n],
		['r = field', field, s],
		['all ones', 2n ** 256n - 1n, 2n ** 256n - 1n],
		['r and s swapped', s, number(r)],
	])('refuses %s', (_name, badR, badS) => {
		expect(backend.verify(hash, concatBytes(bytes32(badR), bytes32(badS)), publicKey)).toBe(false)
	})

	it('refuses signatures of other lengths and forms', () => {
		for (const length of [0, 1, 63, 65, 70, 128]) {
			expect(backend.verify(hash, new Uint8Array(length).fill(1), publicKey)).toBe(false)
		}
		expect(backend.verify(hash, signature.slice(0, 63), publicKey)).toBe(false)
		expect(backend.verify(hash, concatBytes(signature, Uint8Array.of(0)), publicKey)).toBe(false)
	})

	it('refuses keys that are no compressed point', () => {
		const bad = [
			new Uint8Array(0),
			new Uint8Array(33),
			publicKey.slice(0, 32),
			concatBytes(publicKey, Uint8Array.of(0)),
			concatBytes(Uint8Array.of(4), publicKey.slice(1)),
			concatBytes(Uint8Array.of(5), publicKey.slice(1)),
			// x = 5 is on no point of the curve; x = field and above is out of range.
			concatBytes(Uint8Array.of(2), bytes32(5n)),
			concatBytes(Uint8Array.of(2), bytes32(field)),
			concatBytes(Uint8Array.of(3), bytes32(2n ** 256n - 1n)),
			new Uint8Array(65).fill(4),
			backend.uncompress(publicKey)!,
		]
		for (const key of bad) expect(backend.verify(hash, signature, key)).toBe(false)
		const other = concatBytes(Uint8Array.of((publicKey[0] ?? 2) ^ 1), publicKey.slice(1))
		expect(backend.verify(hash, signature, other)).toBe(false)
	})

	it('knows private keys at the edges', () => {
		for (const value of [1n, 2n, order / 2n, order - 1n]) {
			const key = bytes32(value)
			expect(backend.isPrivateKey(key)).toBe(true)
			expect(backend.verify(hash, backend.sign(hash, key), backend.publicKey(key))).toBe(true)
		}
		for (const value of [0n, order, order + 1n, 2n ** 256n - 1n]) {
			expect(backend.isPrivateKey(bytes32(value))).toBe(false)
		}
		expect(backend.isPrivateKey(new Uint8Array(31).fill(1))).toBe(false)
		expect(toHex(backend.publicKey(bytes32(1n)))).toBe(
			'0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
		)
	})

	it('gives back the key that signed, and no key for what none signed', () => {
		const { signature: made, recovery } = backend.signRecoverable(hash, privateKey)
		expect(toHex(made)).toBe(toHex(signature))
		const point = backend.uncompress(publicKey)!
		expect(toHex(point)).toMatch(new RegExp(`^04${toHex(publicKey.slice(1))}[0-9a-f]{64}$`))
		expect(toHex(backend.recover(hash, made, recovery)!)).toBe(toHex(point))
		expect(toHex(backend.recover(hash, made, 1 - recovery)!)).not.toBe(toHex(point))
		const high = concatBytes(r, bytes32(order - s))
		expect(toHex(backend.recover(hash, high, 1 - recovery)!)).toBe(toHex(point))
		expect(backend.recover(hash, new Uint8Array(64), recovery)).toBeUndefined()
		expect(backend.recover(hash, concatBytes(bytes32(order), bytes32(s)), recovery)).toBeUndefined()
		for (const bad of [publicKey.slice(1), new Uint8Array(33), point]) expect(backend.uncompress(bad)).toBeUndefined()
	})

	it('verifies hashes at the edges', () => {
		for (const fill of [0x00, 0xff]) {
			const edge = new Uint8Array(32).fill(fill)
			expect(backend.verify(edge, backend.sign(edge, privateKey), publicKey)).toBe(true)
			expect(backend.verify(hash, backend.sign(edge, privateKey), publicKey)).toBe(false)
		}
	})
})

describe('the two backends', () => {
	it('agree on random keys, signatures and damages', () => {
		const [native, wasm] = backends
		if (native === undefined || wasm === undefined) throw new Error('a backend is missing')
		let seed = sha256(utf8(process.env.CHAIN_TUI_SEED ?? '1'))
		for (let round = 0; round < 300; round++) {
			seed = sha256(seed)
			const key = sha256(concatBytes(seed, Uint8Array.of(1)))
			const signature = native.sign(seed, key)
			expect(toHex(wasm.sign(seed, key))).toBe(toHex(signature))
			const publicKey = native.publicKey(key)
			expect(toHex(wasm.publicKey(key))).toBe(toHex(publicKey))
			const at = (seed[0] ?? 0) % 97
			const damaged = concatBytes(signature, publicKey)
			damaged[at] = (damaged[at] ?? 0) ^ (1 << ((seed[1] ?? 0) % 8))
			const [badSignature, badKey] = [damaged.slice(0, 64), damaged.slice(64)]
			expect(wasm.verify(seed, badSignature, badKey)).toBe(native.verify(seed, badSignature, badKey))
			expect(native.verify(seed, badSignature, badKey)).toBe(false)
			expect(wasm.verify(seed, signature, publicKey)).toBe(true)
		}
	})

	it('the backend of signatures is chosen openly', () => {
		expect(['native', 'wasm']).toContain(signatureBackend().name)
		expect(signatureBackend().reason === '').toBe(signatureBackend().name === 'native')
	})
})

describe('signing messages', () => {
	it('hashes them and refuses keys that are none', () => {
		const key = bytes32(7n)
		const message = utf8('hello')
		expect(verifySecp256k1(message, signSecp256k1(message, key), secp256k1PublicKey(key))).toBe(true)
		expect(verifySecp256k1(utf8('hellp'), signSecp256k1(message, key), secp256k1PublicKey(key))).toBe(false)
		expect(() => signSecp256k1(message, new Uint8Array(32))).toThrow('not a secp256k1 private key')
		expect(() => secp256k1PublicKey(new Uint8Array(5))).toThrow('not a secp256k1 private key')
	})
})
