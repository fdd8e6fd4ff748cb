import type { Message } from '@bufbuild/protobuf'
import { RLP } from '@ethereumjs/rlp'
import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { hexToAddress, hexToHash } from '../../../crypto/hexAddress.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import type { AccessTuple } from '../../../gen/ethermint/evm/v1/evm_pb.js'
import type { AccessListTx, DynamicFeeTx, LegacyTx, SetCodeTx } from '../../../gen/ethermint/evm/v1/tx_pb.js'
import { concatBytes, toHex } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { smaller } from '../../../util/order.ts'

/** An entry of an access list: an address and slots of it. */
export interface AccessEntry {
	readonly address: Uint8Array
	readonly storageKeys: readonly Uint8Array[]
}

/** An account's word that it runs the code of another address (EIP-7702). */
export interface Authorization {
	/** 0 holds on every chain. */
	readonly chainId: bigint
	/** Whose code runs: 20 bytes; zeros take the delegation back. */
	readonly address: Uint8Array
	/** The account's nonce when the word is taken. */
	readonly nonce: bigint
	/** 0 or 1. */
	readonly v: bigint
	readonly r: bigint
	readonly s: bigint
}

/** An Ethereum transaction of one of the four kinds, its numbers read. Absent amounts are undefined. */
export interface EthTx {
	/** 0 legacy, 1 with access list, 2 with dynamic fee, 4 with dynamic fee and authorizations. */
	readonly type: 0 | 1 | 2 | 4
	/** As the transaction states it; a legacy one states it in v. */
	readonly chainId: bigint | undefined
	readonly nonce: bigint
	/** For a dynamic-fee transaction the fee cap. */
	readonly gasPrice: bigint | undefined
	readonly gasTipCap: bigint | undefined
	readonly gasFeeCap: bigint | undefined
	readonly gas: bigint
	/** Undefined deploys a contract. */
	readonly to: Uint8Array | undefined
	/** The recipient as written; empty deploys. */
	readonly toText: string
	readonly value: bigint | undefined
	readonly data: Uint8Array
	/** Undefined for a legacy one and for one without a list. */
	readonly accessList: readonly AccessEntry[] | undefined
	/** Of a transaction of type 4 alone. */
	readonly authorizations?: readonly Authorization[] | undefined
	readonly v: bigint
	readonly r: bigint
	readonly s: bigint
}

const read = new WeakMap<Message, EthTx>()

/** The transaction of a decoded message of one of the four kinds; each is read once. */
export function ethTxOf(data: Message): EthTx {
	return getOrInsert(read, data, readTx)
}

function readTx(data: Message): EthTx {
	const { nonce, gas, to, value, data: input, v, r, s } = data as LegacyTx | AccessListTx | DynamicFeeTx | SetCodeTx
	const common = {
		nonce,
		gas,
		to: to === '' ? undefined : hexToAddress(to),
		toText: to,
		value: integer(value),
		data: input,
		v: unsigned(v),
		r: unsigned(r),
		s: unsigned(s),
	}
	if ('gasFeeCap' in data) {
		const { chainId, gasTipCap, gasFeeCap, accesses } = data as DynamicFeeTx | SetCodeTx
		const cap = integer(gasFeeCap)
		return {
			...common,
			...(data.$typeName === 'ethermint.evm.v1.SetCodeTx'
				? { type: 4, authorizations: authorizationsOf(data as SetCodeTx) }
				: { type: 2 }),
			chainId: integer(chainId),
			gasPrice: cap,
			gasTipCap: integer(gasTipCap),
			gasFeeCap: cap,
			accessList: accessListOf(accesses),
		}
	}
	const price = integer((data as LegacyTx | AccessListTx).gasPrice)
	const prices = { gasPrice: price, gasTipCap: price, gasFeeCap: price }
	if (data.$typeName === 'ethermint.evm.v1.AccessListTx') {
		const { chainId, accesses } = data as AccessListTx
		return { ...common, ...prices, type: 1, chainId: integer(chainId), accessList: accessListOf(accesses) }
	}
	return { ...common, ...prices, type: 0, chainId: chainIdOfV(common.v), accessList: undefined }
}

function integer(text: string): bigint | undefined {
	return text === '' ? undefined : BigInt(text)
}

function unsigned(bytes: Uint8Array): bigint {
	return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`)
}

function accessListOf(tuples: readonly AccessTuple[]): readonly AccessEntry[] | undefined {
	if (tuples.length === 0) return undefined
	return tuples.map(({ address, storageKeys }) => ({
		address: hexToAddress(address),
		storageKeys: storageKeys.map(hexToHash),
	}))
}

function authorizationsOf({ authorizations }: SetCodeTx): readonly Authorization[] {
	return authorizations.map(({ chainId, address, nonce, v, r, s }) => ({
		chainId: integer(chainId) ?? 0n,
		address: hexToAddress(address),
		nonce,
		v: unsigned(v),
		r: unsigned(r),
		s: unsigned(s),
	}))
}

/** The chain id that the v of a legacy transaction states; 0 for an unprotected one (go-ethereum deriveChainId). */
export function chainIdOfV(v: bigint): bigint {
	if (v === 27n || v === 28n) return 0n
	const past = v - 35n
	// Below 35 the subtraction wraps around.
	return (past < 0n ? past + 2n ** 64n : past) / 2n
}

/** Whether a legacy transaction has a chain id (go-ethereum isProtectedV). */
export function isProtected({ v }: EthTx): boolean {
	return v !== 27n && v !== 28n && v !== 1n && v !== 0n
}

type RlpItem = Uint8Array | readonly RlpItem[]

/** Keccak-256 of what is signed, for a chain id; undefined is the unprotected form of a legacy transaction. */
export function signingHash(tx: EthTx, chainId: bigint | undefined): Uint8Array {
	if (tx.type !== 0) return keccak256(typed(tx.type, typedFields(tx, chainId ?? 0n)))
	const fields = legacyFields(tx)
	return keccak256(rlp(chainId === undefined ? fields : [...fields, number(chainId), number(0n), number(0n)]))
}

/** The hash of the whole transaction: what Ethereum's tools know it by. */
export function ethTxHash(tx: EthTx): Uint8Array {
	return keccak256(encodeEthTx(tx))
}

/** A transaction as wallets send it. */
export function encodeEthTx(tx: EthTx): Uint8Array {
	const signature = [number(tx.v), number(tx.r), number(tx.s)]
	if (tx.type === 0) return rlp([...legacyFields(tx), ...signature])
	return typed(tx.type, [...typedFields(tx, tx.chainId ?? 0n), ...signature])
}

function legacyFields(tx: EthTx): RlpItem[] {
	return [number(tx.nonce), number(tx.gasPrice ?? 0n), number(tx.gas), to(tx), number(tx.value ?? 0n), tx.data]
}

function typedFields(tx: EthTx, chainId: bigint): RlpItem[] {
	const list = (tx.accessList ?? []).map(({ address, storageKeys }): RlpItem => [address, storageKeys])
	const prices = tx.type >= 2 ? [tx.gasTipCap ?? 0n, tx.gasFeeCap ?? 0n] : [tx.gasPrice ?? 0n]
	return [
		number(chainId),
		number(tx.nonce),
		...prices.map(number),
		number(tx.gas),
		to(tx),
		number(tx.value ?? 0n),
		tx.data,
		list,
		...(tx.type === 4 ? [(tx.authorizations ?? []).map(authorizationFields)] : []),
	]
}

function authorizationFields({ chainId, address, nonce, v, r, s }: Authorization): RlpItem {
	return [number(chainId), address, number(nonce), number(v), number(r), number(s)]
}

function to(tx: EthTx): Uint8Array {
	return tx.to ?? new Uint8Array(0)
}

/** A number as RLP has it: without leading zeros, none at all for zero. */
function number(value: bigint): Uint8Array {
	if (value === 0n) return new Uint8Array(0)
	const hex = value.toString(16)
	return new Uint8Array(Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex'))
}

function rlp(fields: readonly RlpItem[]): Uint8Array {
	return RLP.encode(fields as Parameters<typeof RLP.encode>[0])
}

function typed(type: number, fields: readonly RlpItem[]): Uint8Array {
	return concatBytes(Uint8Array.of(type), rlp(fields))
}

/** Gas limit x price; of a dynamic one at the cap. */
export function feeOf(tx: EthTx): bigint {
	return (tx.gasPrice ?? 0n) * tx.gas
}

/** The most a sender must own: fee and value. */
export function costOf(tx: EthTx): bigint {
	return feeOf(tx) + (tx.value ?? 0n)
}

/** Price of a unit of gas with a base fee; without one the price, or the cap. */
export function effectivePrice(tx: EthTx, baseFee: bigint | undefined): bigint {
	const cap = tx.gasFeeCap ?? 0n
	if (baseFee === undefined) return tx.gasPrice ?? 0n
	const price = (tx.gasTipCap ?? 0n) + baseFee
	return smaller(price, cap)
}

/** 0x text of the recipient, undefined for a deployment. */
export function recipientText(tx: EthTx): string | undefined {
	return tx.to === undefined ? undefined : checksumAddress(tx.to)
}

/** The address of a contract that a sender deploys with a nonce: the last 20 bytes of the hash of both. */
export function createAddress(sender: Uint8Array, nonce: bigint): Uint8Array {
	return keccak256(RLP.encode([sender, nonce])).slice(12)
}
