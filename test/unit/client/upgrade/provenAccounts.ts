import { create, toBinary } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { createMerkleProof, createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { type Hex, hexToBytes, keccak256, pad, toHex } from 'viem'
import type { AccountProof } from '../../../../src/client/upgrade/contractProofs.ts'
import { BaseAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { EthAccountSchema } from '../../../../src/gen/ethermint/types/v1/account_pb.js'
import { ProofOpSchema } from '../../../../src/gen/tendermint/crypto/proof_pb.js'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { createCommitMultiStore } from '../../../../src/store/multi/commitMultiStore.ts'
import { concatBytes } from '../../../../src/util/bytes.ts'

/** An account of a chain that proves its state. */
export interface Held {
	readonly nonce: bigint
	readonly balance: bigint
	readonly code: Hex
	/** By 32 bytes of hex. */
	readonly slots: ReadonlyMap<Hex, bigint>
}

/** The state of a chain: its root, and what `eth_getProof` answers of an account. */
export interface ProvenState {
	readonly root: Uint8Array
	proofOf(who: Hex, keys: readonly Hex[]): Promise<AccountProof>
}

/** A slot by its number. */
export const slot = (number: bigint): Hex => pad(toHex(number))

/** The state in tries, as Ethereum keeps it. */
export async function trieState(accounts: ReadonlyMap<Hex, Held>): Promise<ProvenState> {
	const state = await createMPT({ useKeyHashing: true })
	const storages = new Map<Hex, MerklePatriciaTrie>()
	for (const [who, { nonce, balance, code, slots }] of accounts) {
		const storage = await createMPT({ useKeyHashing: true })
		for (const [key, value] of slots) await storage.put(hexToBytes(key), RLP.encode(value))
		storages.set(who, storage)
		await state.put(hexToBytes(who), RLP.encode([nonce, balance, storage.root(), hexToBytes(keccak256(code))]))
	}
	const nodes = async (trie: MerklePatriciaTrie, key: Hex) =>
		(await createMerkleProof(trie, hexToBytes(key))).map((node) => toHex(node))
	return {
		root: state.root(),
		proofOf: async (who, keys) => {
			const storage = storages.get(who) ?? (await createMPT({ useKeyHashing: true }))
			const slotOf = async (key: Hex) => ({
				key,
				value: toHex(accounts.get(who)?.slots.get(key) ?? 0n),
				proof: await nodes(storage, key),
			})
			return {
				accountProof: await nodes(state, who),
				storageHash: toHex(storage.root()),
				storageProof: await Promise.all(keys.map(slotOf)),
			}
		},
	}
}

/** The state in trees of the framework. An account without code whose nonce is 0 is one of the framework's own kind. */
export async function treeState(accounts: ReadonlyMap<Hex, Held>): Promise<ProvenState> {
	const db = createMemoryDb()
	const stores = createCommitMultiStore({ db, kvStores: ['acc', 'evm', 'greet'], pruning: 'nothing' })
	const branch = stores.branch()
	const accountKey = (who: Hex) => concatBytes(Uint8Array.of(1), hexToBytes(who))
	const slotKey = (who: Hex, key: Hex) => concatBytes(Uint8Array.of(2), hexToBytes(who), hexToBytes(key))
	// A tree of one pair has no inner nodes, and an empty one proves no absence.
	for (const name of ['acc', 'evm', 'greet']) {
		for (const byte of [0, 255]) branch.kvStore(name).set(Uint8Array.of(byte), Uint8Array.of(1))
	}
	for (const [who, { nonce, code, slots }] of accounts) {
		const baseAccount = create(BaseAccountSchema, { address: 'kite1a', sequence: nonce })
		const isPlain = nonce === 0n && code === '0x'
		const [schema, message] = isPlain
			? ([BaseAccountSchema, baseAccount] as const)
			: ([
					EthAccountSchema,
					create(EthAccountSchema, {
						// A base account that is left out says the same as one without a nonce.
						...(nonce === 0n ? {} : { baseAccount }),
						codeHash: keccak256(code).toUpperCase().replace('X', 'x'),
					}),
				] as const)
		const any = create(AnySchema, { typeUrl: `/${schema.typeName}`, value: toBinary(schema, message as never) })
		branch.kvStore('acc').set(accountKey(who), toBinary(AnySchema, any))
		for (const [key, value] of slots) branch.kvStore('evm').set(slotKey(who, key), hexToBytes(slot(value)))
	}
	branch.write()
	const batch = db.batch()
	const { version, hash: root } = stores.commit(batch)
	await db.write(batch, { sync: false })
	const steps = (store: string, data: Uint8Array) =>
		(stores.query({ store, path: '/key', data, height: version, prove: true }).proofOps ?? []).map((op) =>
			toHex(toBinary(ProofOpSchema, create(ProofOpSchema, op))),
		)
	return {
		root,
		proofOf: async (who, keys) => ({
			accountProof: steps('acc', accountKey(who)),
			storageHash: slot(0n),
			storageProof: keys.map((key) => ({
				key,
				value: toHex(accounts.get(who)?.slots.get(key) ?? 0n),
				proof: steps('evm', slotKey(who, key)),
			})),
		}),
	}
}
