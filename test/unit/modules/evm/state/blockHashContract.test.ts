import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../../../src/crypto/keccak256.ts'
import {
	blockHashContract,
	keepBlockHash,
	keepsBlockHashes,
} from '../../../../../src/modules/evm/state/blockHashContract.ts'
import type { EvmStore } from '../../../../../src/modules/evm/state/EvmStore.ts'
import { emptyCodeHash } from '../../../../../src/modules/evm/state/StateObject.ts'
import { fromHex, toHex } from '../../../../../src/util/bytes.ts'

/** A store where the contract's address has such a code, and what is written to it. */
function storeOf(codeHash: Uint8Array | undefined) {
	const writes: string[] = []
	const store = {
		getAccount: (address) =>
			codeHash !== undefined && toHex(address) === '0000f90827f1c53a10cb7a02335b175320002935'
				? { nonce: 1n, balance: 0n, codeHash }
				: undefined,
		setState: (address, slot, value) =>
			void writes.push(`${toHex(address).slice(-4)} ${BigInt(`0x${toHex(slot)}`)} of ${slot.length} ${value[0]}`),
	} as EvmStore
	return { store, writes }
}

// EIP-2935: the hash of the block before is in the slot of its number modulo 8,191.
describe('the contract that keeps the hashes of earlier blocks', () => {
	const there = keccak256(fromHex(blockHashContract.code)!)
	const hash = new Uint8Array(32).fill(7)

	test.each([
		[1, 0],
		[2, 1],
		[8_191, 8_190],
		[8_192, 0],
		[8_193, 1],
	])(
		'the contract of block hashes keeps, at height %d, the hash of the block before in the slot %d',
		(height, slot) => {
			const { store, writes } = storeOf(there)
			keepBlockHash(store, height, hash)
			expect(writes).toEqual([`2935 ${slot} of 32 7`])
		},
	)

	test('no hash is kept where there is none, or no contract', () => {
		for (const [codeHash, parentHash] of [
			[there, undefined],
			[there, new Uint8Array(0)],
			[there, new Uint8Array(33)],
			[undefined, hash],
			[Uint8Array.from(emptyCodeHash), hash],
		] as const) {
			const { store, writes } = storeOf(codeHash)
			keepBlockHash(store, 9, parentHash)
			expect(writes).toEqual([])
			expect(keepsBlockHashes(store)).toBe(codeHash === there)
		}
	})
})
