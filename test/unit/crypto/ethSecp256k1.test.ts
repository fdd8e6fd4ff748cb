import { expect, test } from 'vitest'
import {
	addressOfPoint,
	areSignatureValues,
	ethAddressOfKey,
	recoverKey,
	signEthDigest,
} from '../../../src/crypto/ethSecp256k1.ts'
import { secp256k1PublicKey } from '../../../src/crypto/secp256k1.ts'
import { fromHex, toHex } from '../../../src/util/bytes.ts'

/** The order of the curve (SEC 2). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const half = order / 2n

test.each([
	[1n, 1n, true, true],
	[0n, 1n, false, false],
	[1n, 0n, false, false],
	[order - 1n, 1n, true, true],
	[order, 1n, true, false],
	[1n, order - 1n, false, true],
	[1n, order, false, false],
	[1n, half, true, true],
	[1n, half + 1n, true, false],
	[1n, half + 1n, false, true],
])('the values r %s and s %s of an Ethereum signature, refused with high S: %s, may be: %s', (r, s, homestead, may) => {
	expect(areSignatureValues(r, s, homestead)).toBe(may)
})

test('the address of a key is the one that wallets show, also of a key that is recovered from a signature', () => {
	// The first key of the first mnemonic of BIP-39's test vectors.
	const key = fromHex('1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727')!
	const address = '9858effd232b4033e47d90003d41ec34ecaeda94'
	expect(toHex(ethAddressOfKey(secp256k1PublicKey(key)))).toBe(address)
	const recoveries = new Set<number>()
	for (let round = 1; round <= 8; round++) {
		const digest = new Uint8Array(32).fill(round)
		const signature = signEthDigest(digest, key)
		const recovery = signature[64]!
		recoveries.add(recovery)
		expect(toHex(addressOfPoint(recoverKey(digest, signature.subarray(0, 64), recovery)!))).toBe(address)
	}
	expect([...recoveries].sort()).toEqual([0, 1])
	expect(ethAddressOfKey(new Uint8Array(33))).toEqual(new Uint8Array(0))
})
