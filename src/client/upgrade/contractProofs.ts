import { fromBinary } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { RLP } from '@ethereumjs/rlp'
import { bytesToHex, type Hex } from 'viem'
import { noBytes } from '../../codec/noBytes.ts'
import { hexToHash } from '../../crypto/hexAddress.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { provenValue, trieRoot } from '../../crypto/merkleTrie.ts'
import { CommitmentProofSchema } from '../../gen/confio/proofs_pb.js'
import { EthAccountSchema } from '../../gen/ethermint/types/v1/account_pb.js'
import { ProofOpSchema } from '../../gen/tendermint/crypto/proof_pb.js'
import { concatBytes, equalBytes, fromHex, toHex } from '../../util/bytes.ts'
import { verifyExistence } from '../actions/verifyGreeting.ts'

/** What an EVM's JSON-RPC tells of an account. */
export interface ToldAccount {
	readonly address: Hex
	readonly nonce: bigint
	readonly balance: bigint
	readonly code: Uint8Array
}

/** `eth_getProof` (EIP-1186). */
export interface AccountProof {
	readonly accountProof: readonly Hex[]
	readonly storageHash: Hex
	readonly storageProof: readonly { readonly key: Hex; readonly value: Hex; readonly proof: readonly Hex[] }[]
}

/**
 * Checks an account and its slots by the nodes of Ethereum's tries. Whether these are all its slots.
 * @throws an error that names what the proof shows otherwise
 */
export function checkTrie(
	{ address, nonce, balance, code }: ToldAccount,
	{ accountProof }: AccountProof,
	slots: AccountProof['storageProof'],
	storage: Readonly<Record<Hex, Hex>>,
	root: Uint8Array,
): boolean {
	const value = provenValue(root, keccak256(bytesOf(address)), accountProof.map(bytesOf))
	const [n, b, storageRoot, codeHash] = (
		value === undefined ? [noBytes, noBytes, trieRoot([]), keccak256(noBytes)] : RLP.decode(value)
	) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
	same('nonce', numberOf(n), nonce)
	same('balance', numberOf(b), balance)
	same('code', toHex(codeHash), toHex(keccak256(code)))
	const pairs = Object.entries(storage) as [Hex, Hex][]
	const whole = trieRoot(pairs.map(([key, word]) => [keccak256(bytesOf(key)), RLP.encode(BigInt(word))]))
	if (equalBytes(whole, storageRoot)) return true
	for (const { key, value: told, proof } of slots) {
		const shown = provenValue(storageRoot, keccak256(bytesOf(wordOf(key))), proof.map(bytesOf))
		same(`slot ${key}`, shown === undefined ? 0n : numberOf(RLP.decode(shown) as Uint8Array), BigInt(told))
	}
	return false
}

/**
 * Checks an account's nonce and code, and its slots that are not zero, by the proofs of a chain of the framework.
 * @throws an error that names what the proof shows otherwise
 */
export function checkIavl(
	{ address, nonce, code }: ToldAccount,
	{ accountProof }: AccountProof,
	slots: AccountProof['storageProof'],
	root: Uint8Array,
): void {
	const who = bytesOf(address)
	const prove = (store: string, key: Uint8Array, proof: readonly Hex[], value?: Uint8Array): Uint8Array => {
		const ops = proof.map((op) => fromBinary(ProofOpSchema, bytesOf(op)))
		const found = fromBinary(CommitmentProofSchema, ops[0]?.data ?? noBytes).proof
		const shown = value ?? (found.case === 'exist' ? found.value.value : noBytes)
		const reason = verifyExistence({ ops, store, key, value: shown, appHash: root })
		if (reason !== '') throw new Error(reason)
		return shown
	}
	for (const { key, value, proof } of slots) {
		if (BigInt(value) === 0n) continue
		// The store keeps an address's slots behind 0x02 (ethermint x/evm/types/key.go KeyPrefixStorage).
		prove('evm', concatBytes(Uint8Array.of(2), who, bytesOf(wordOf(key))), proof, bytesOf(wordOf(value)))
	}
	// An account that was never used has no proof; then it has no code either.
	if (nonce === 0n && code.length === 0) return
	const any = fromBinary(AnySchema, prove('acc', concatBytes(Uint8Array.of(1), who), accountProof))
	if (!any.typeUrl.endsWith('.EthAccount')) {
		// No other kind of account holds code.
		same('code', toHex(keccak256(noBytes)), toHex(keccak256(code)))
		return
	}
	const { baseAccount, codeHash } = fromBinary(EthAccountSchema, any.value)
	same('nonce', baseAccount?.sequence ?? 0n, nonce)
	same('code', codeHash.replace(/^0x/, '').toLowerCase(), toHex(keccak256(code)))
}

function same<T>(what: string, shown: T, told: T): void {
	if (shown !== told) throw new Error(`the ${what} is ${shown} by the proof and ${told} by the answer`)
}

/** The bytes of a hexadecimal text that a source tells; none of another text. */
export function bytesOf(hex: Hex): Uint8Array {
	return fromHex(hex.slice(2)) ?? noBytes
}

/** 32 bytes as hexadecimal: a slot, or its value. */
export function wordOf(hex: Hex): Hex {
	return bytesToHex(hexToHash(hex))
}

function numberOf(bytes: Uint8Array): bigint {
	return BigInt(`0x${toHex(bytes) || '0'}`)
}
