import { fromHex } from '../../util/bytes.ts'
import { RpcFault, rpcCodes } from '../jsonrpc/RpcFault.ts'

/** Length of a hash as 0x text. */
const hashText = 66

/** A block named by tag, height or hash; `hash` is 64 lower-case hex characters. */
export type BlockArgument =
	| { readonly kind: 'newest' }
	| { readonly kind: 'earliest' }
	| { readonly kind: 'height'; readonly height: bigint }
	| { readonly kind: 'hash'; readonly hash: string }

/** The refusal of one argument, worded as go-ethereum does. */
export function invalidArgument(index: number, problem: string): RpcFault {
	return new RpcFault(rpcCodes.invalidParams, `invalid argument ${index}: ${problem}`)
}

/**
 * A 20-byte account address as 0x text.
 *
 * @throws {RpcFault}
 */
export function addressArgument(params: readonly unknown[], index: number): Uint8Array {
	return fixedBytes(params[index], 20, index, 'address')
}

/**
 * A 32-byte hash as 64 lower-case hex characters.
 *
 * @throws {RpcFault}
 */
export function hashArgument(params: readonly unknown[], index: number): string {
	return Buffer.from(fixedBytes(params[index], 32, index, 'hash')).toString('hex')
}

/**
 * Bytes as 0x text of any length.
 *
 * @throws {RpcFault}
 */
export function bytesArgument(params: readonly unknown[], index: number): Uint8Array {
	const value = params[index]
	if (typeof value !== 'string') throw invalidArgument(index, 'hex string expected')
	if (!/^0x/i.test(value)) throw invalidArgument(index, 'hex string without 0x prefix')
	const bytes = fromHex(value.slice(2))
	if (bytes === undefined) {
		throw invalidArgument(index, value.length % 2 === 0 ? 'invalid hex string' : 'hex string of odd length')
	}
	return bytes
}

/**
 * A flag.
 *
 * @throws {RpcFault}
 */
export function flagArgument(params: readonly unknown[], index: number): boolean {
	const value = params[index]
	if (typeof value !== 'boolean') throw invalidArgument(index, 'boolean expected')
	return value
}

/**
 * A quantity such as `0x1a`.
 *
 * @throws {RpcFault}
 */
export function quantityOf(value: unknown, index: number): bigint {
	if (typeof value !== 'string') throw invalidArgument(index, 'hex number expected')
	if (!/^0x/i.test(value)) throw invalidArgument(index, 'hex string without 0x prefix')
	if (value.length === 2) throw invalidArgument(index, 'hex string "0x"')
	if (!/^0x[0-9a-fA-F]+$/i.test(value)) throw invalidArgument(index, 'invalid hex string')
	if (/^0x0./i.test(value)) throw invalidArgument(index, 'hex number with leading zero digits')
	return BigInt(value)
}

/**
 * A tag or height.
 *
 * @throws {RpcFault}. `finalized` and `safe` are the newest block: a block here is final at once.
 */
export function blockNumberOf(value: unknown, index: number): BlockArgument {
	switch (value) {
		case 'latest':
		case 'pending':
		case 'safe':
		case 'finalized':
			return { kind: 'newest' }
		case 'earliest':
			return { kind: 'earliest' }
		default: {
			const height = quantityOf(value, index)
			if (height > 0x7f_ff_ff_ff_ff_ff_ff_ffn) throw invalidArgument(index, 'block number larger than int64')
			return { kind: 'height', height }
		}
	}
}

/**
 * A tag, height, bare hash of 32 bytes (go-ethereum rpc/types.go BlockNumberOrHash), or the object of EIP-1898. Left
 * out it is the newest block.
 *
 * @throws {RpcFault}
 */
export function blockArgument(params: readonly unknown[], index: number): BlockArgument {
	const value = params[index]
	if (value === undefined || value === null) return { kind: 'newest' }
	if (typeof value === 'string' && value.length === hashText) {
		return { kind: 'hash', hash: Buffer.from(fixedBytes(value, 32, index, 'hash')).toString('hex') }
	}
	if (typeof value !== 'object') return blockNumberOf(value, index)
	const { blockHash, blockNumber } = value as { blockHash?: unknown; blockNumber?: unknown }
	if (blockHash !== undefined && blockNumber !== undefined) {
		throw invalidArgument(index, 'cannot specify both BlockHash and BlockNumber, choose one or the other')
	}
	if (blockNumber !== undefined) return blockNumberOf(blockNumber, index)
	return { kind: 'hash', hash: Buffer.from(fixedBytes(blockHash, 32, index, 'hash')).toString('hex') }
}

function fixedBytes(value: unknown, size: number, index: number, what: string): Uint8Array {
	if (typeof value !== 'string') throw invalidArgument(index, `${what} as hex string expected`)
	if (!/^0x/i.test(value)) throw invalidArgument(index, 'hex string without 0x prefix')
	const bytes = fromHex(value.slice(2))
	if (bytes === undefined) throw invalidArgument(index, 'invalid hex string')
	if (bytes.length !== size) {
		throw invalidArgument(
			index,
			`hex string has length ${value.length - 2}, want ${size * 2} for common.${what === 'hash' ? 'Hash' : 'Address'}`,
		)
	}
	return bytes
}
