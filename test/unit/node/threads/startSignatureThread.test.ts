import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { signSecp256k1 } from '../../../../src/crypto/secp256k1.ts'
import { bundledSignatureThread, startSignatureThread } from '../../../../src/node/threads/startSignatureThread.ts'
import { utf8 } from '../../../../src/util/bytes.ts'
import { alice } from '../../app/testChain.ts'

// A thread runs the built program: `npm test` builds it first.
const bundle = pathToFileURL(resolve('dist', 'any.js')).href

test('signatures have a thread of their own where two are wanted, a processor is there and the program is bundled', () => {
	expect([bundledSignatureThread(1, bundle), bundledSignatureThread(2)]).toEqual([undefined, undefined])
	const thread = bundledSignatureThread(2, bundle)
	expect(thread !== undefined).toBe(availableParallelism() > 1)
	thread?.close()
})

test('a thread of signatures finds the good ones good and no other', async () => {
	const thread = startSignatureThread(new URL('verifying.js', bundle))
	const hash = sha256(utf8('message'))
	const good = signSecp256k1(utf8('message'), alice.privateKey)
	const hand = (signature: Uint8Array) => thread.hand(hash, signature, alice.publicKey)!
	let [ticket, other] = [hand(good), hand(new Uint8Array(64).fill(1))]
	// What is asked for too early is handed over once more.
	await expect
		.poll(() => {
			const [isGood, isOtherGood] = [thread.isGood(ticket), thread.isGood(other)]
			if (!isGood) [ticket, other] = [hand(good), hand(new Uint8Array(64).fill(1))]
			return [isGood, isOtherGood]
		})
		.toEqual([true, false])
	thread.close()
})
