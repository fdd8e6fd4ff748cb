import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { type SignatureHelper, SignaturesAhead } from '../../../src/app/ante/SignaturesAhead.ts'
import type { Context } from '../../../src/app/Context.ts'
import type { AccountKeeper } from '../../../src/app/expectedKeepers.ts'
import type { AppTx } from '../../../src/app/tx/AppTx.ts'
import type { AminoSignOptions } from '../../../src/codec/signDoc/aminoSignBytes.ts'
import { signatureBackend } from '../../../src/crypto/signatureBackend.ts'
import { PubKeySchema } from '../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../../src/gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { startSignatureThread } from '../../../src/node/threads/startSignatureThread.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { seededRandom } from '../../support/random.js'
import { alice, greetTx, makeBlock, openApp, startChain } from './testChain.ts'

const threadUrl = new URL('../../../dist/verifying.js', import.meta.url)

/** Verifies at once what it is handed, and counts how often it was asked. */
function promptHelper() {
	const results: boolean[] = []
	const helper: SignatureHelper = {
		hand: (hash, signature, key) => results.push(signatureBackend().verify(hash, signature, key)) - 1,
		isGood: (ticket) => results[ticket] ?? false,
	}
	return { helper, results }
}

/** A transaction whose signature is of something else. */
function forged(tx: Uint8Array): Uint8Array {
	const other = tx.slice()
	other[other.length - 1] = (other[other.length - 1] ?? 0) ^ 1
	return other
}

describe('signatures verified ahead of their block', () => {
	it('signatures verified ahead count only where key, account number, chain and transaction are the same', () => {
		const key = alice.publicKey
		const [publicKey, signature] = [create(PubKeySchema, { key }), new Uint8Array(64)]
		type Kind = 'single' | 'multi' | 'without a key'
		const txOf = (...modes: readonly Kind[]) =>
			({
				signatures: modes.map((kind) => ({
					publicKey: kind === 'without a key' ? undefined : publicKey,
					data: { kind: kind === 'multi' ? kind : 'single', mode: SignMode.DIRECT, signature },
					sequence: 0n,
				})),
				signers: modes.map(() => alice.address),
				decoded: { bodyBytes: new Uint8Array(1), authInfoBytes: new Uint8Array(1) },
			}) as unknown as AppTx
		let taken = 0
		const helper: SignatureHelper = { hand: () => (taken++ === 2 ? undefined : 7), isGood: (ticket) => ticket === 7 }
		const txs = new Map<Uint8Array, AppTx>()
		const ahead = new SignaturesAhead({
			helper,
			decode: (bytes) => txs.get(bytes)!,
			accounts: { getAccount: () => ({ kind: 'base', base: { accountNumber: 4n } }) } as unknown as AccountKeeper,
			amino: {} as AminoSignOptions,
		})
		const prepared = (...modes: readonly Kind[]) => {
			const bytes = new Uint8Array(1)
			txs.set(bytes, txOf(...modes))
			ahead.prepare({ chainId: 'here' } as Context, bytes)
			return ahead.decode(bytes)
		}
		const tx = prepared('single', 'single', 'single', 'multi', 'without a key')
		expect([0, 1, 2, 3, 4, 5].map((index) => ahead.isGood(tx, index, key, 4n, 'here'))).toEqual([
			true,
			true,
			false,
			false,
			false,
			false,
		])
		expect(ahead.isGood(tx, 0, key, 5n, 'here')).toBe(false)
		expect(ahead.isGood(tx, 0, key, 4n, 'there')).toBe(false)
		expect(
			ahead.isGood(
				tx,
				0,
				key.map((byte) => byte ^ 1),
				4n,
				'here',
			),
		).toBe(false)
		expect(ahead.isGood(txOf('single'), 0, key, 4n, 'here')).toBe(false)
		const later = prepared('single')
		expect([ahead.isGood(tx, 0, key, 4n, 'here'), ahead.isGood(later, 0, key, 4n, 'here')]).toEqual([false, true])
	})

	it('signatures verified ahead of a block that never comes are forgotten, and no more than 4096 wait', () => {
		let decoded = 0
		const tx = { signatures: [] } as unknown as AppTx
		const ahead = new SignaturesAhead({
			helper: { hand: () => undefined, isGood: () => false },
			decode: () => {
				decoded++
				return tx
			},
			accounts: {} as AccountKeeper,
			amino: {} as AminoSignOptions,
		})
		const txs = Array.from({ length: 4097 }, () => new Uint8Array(1))
		for (const bytes of txs.slice(0, 4096)) ahead.prepare({} as Context, bytes)
		ahead.decode(txs[0]!)
		expect(decoded).toBe(4096)
		// Once only: it is decoded anew then.
		ahead.decode(txs[0]!)
		expect(decoded).toBe(4097)
		for (const bytes of [txs[0]!, txs[4096]!]) ahead.prepare({} as Context, bytes)
		expect(decoded).toBe(4099)
		ahead.decode(txs[4096]!)
		expect(decoded).toBe(4099)
		ahead.decode(txs[1]!)
		expect(decoded).toBe(4100)
	})

	it('signatures verified ahead of their block are not verified again in it', async () => {
		const asked: number[] = []
		const helper: SignatureHelper = {
			hand: () => 7,
			isGood: (ticket) => {
				asked.push(ticket)
				return true
			},
		}
		const app = openApp(createMemoryDb(), helper)
		startChain(app)
		// This helper takes anything for good: so a forged one passes only where its word counts.
		const [prepared, unprepared] = [forged(greetTx()), forged(greetTx({ sequence: 1n }))]
		app.verifyAhead([prepared])
		const { results } = await makeBlock(app, prepared, unprepared)
		expect(results.map(({ code }) => code)).toEqual([0, 4])
		expect(asked).toEqual([7])
	})

	it('count in their own transaction only', async () => {
		const app = openApp(createMemoryDb(), { hand: () => 7, isGood: () => true })
		startChain(app)
		const [prepared, other] = [greetTx(), forged(greetTx())]
		app.verifyAhead([prepared])
		const { results } = await makeBlock(app, other, prepared)
		expect(results.map(({ code }) => code)).toEqual([4, 0])
	})

	it('leave what cannot be decoded, is of an unknown key or is wrong to the block', async () => {
		const { helper, results: verified } = promptHelper()
		const [app, plain] = [openApp(createMemoryDb(), helper), openApp()]
		const txs = [Uint8Array.of(1, 2, 3), forged(greetTx()), greetTx({ chainId: 'other' }), greetTx()]
		startChain(app)
		startChain(plain)
		app.verifyAhead(txs)
		expect(verified).toEqual([false, false, true])
		const [ahead, usual] = [await makeBlock(app, ...txs), await makeBlock(plain, ...txs)]
		expect(ahead).toEqual(usual)
		expect(usual.results.map(({ code }) => code)).toEqual([2, 4, 4, 0])
	})

	it('signatures verified ahead by a thread change no result of 300 transactions, a part of them wrong', async () => {
		const random = seededRandom()
		const thread = startSignatureThread(threadUrl)
		const [app, plain] = [openApp(createMemoryDb(), thread), openApp()]
		startChain(app)
		startChain(plain)
		let sequence = 0n
		for (let block = 0; block < 3; block++) {
			const txs = Array.from({ length: 100 }, () => {
				if (random() < 0.2) return forged(greetTx({ sequence }))
				if (random() < 0.1) return greetTx({ sequence: sequence + 5n })
				return greetTx({ sequence: sequence++ })
			})
			app.verifyAhead(txs)
			expect(await makeBlock(app, ...txs)).toEqual(await makeBlock(plain, ...txs))
		}
		thread.close()
		expect(sequence).toBeGreaterThan(100n)
	})
})
