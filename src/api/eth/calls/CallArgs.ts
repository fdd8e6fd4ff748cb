import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { cannotUnmarshal, givenMembers, memberOf, objectMembers } from '../../../codec/goJson/unmarshal.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import type { AccessEntry, Authorization } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { readBytes, readFixedBytes, readQuantity } from '../args/valueParams.ts'
import { bounds } from '../bounds.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import type { ValueParam } from '../rpc/EthMethod.ts'

/** Arguments of a call or transaction; absent ones have defaults. */
export interface CallArgs {
	/** 20 bytes. */
	readonly from: Uint8Array | undefined
	/** Absent for a deployment. */
	readonly to: Uint8Array | undefined
	readonly gas: bigint | undefined
	readonly gasPrice: bigint | undefined
	readonly maxFeePerGas: bigint | undefined
	readonly maxPriorityFeePerGas: bigint | undefined
	readonly value: bigint | undefined
	readonly nonce: bigint | undefined
	/** The older name of `input`. */
	readonly data: Uint8Array | undefined
	readonly input: Uint8Array | undefined
	readonly accessList: readonly AccessEntry[] | undefined
	readonly chainId: bigint | undefined
	/** Makes a transaction of type 4 of it (EIP-7702). */
	readonly authorizationList?: readonly Authorization[] | undefined
	/** Whether only a transaction with blobs (EIP-4844) can carry them. */
	readonly hasBlobs?: boolean
}

/** Members of the type of transactions that the chain does not have. */
const blobMembers = ['blobVersionedHashes', 'blobs']

/** Arguments of a call (go-ethereum v1.10.16 internal/ethapi TransactionArgs). */
export const callArgs: ValueParam<CallArgs> = {
	bounds: [bounds.accessEntries],
	read: (node) => {
		const member = givenMembers(objectMembers(node, 'types.TransactionArgs'))
		const place = (name: string, type: string): string => `Go struct field TransactionArgs.${name} of type ${type}`
		const address = (name: string): Uint8Array | undefined => {
			const value = member(name)
			return value && readFixedBytes(value, 20, 'common.Address', place(name, 'common.Address'))
		}
		const number = (name: string, bits: 64 | 256): bigint | undefined => {
			const value = member(name)
			return value && readQuantity(value, bits, place(name, bits === 64 ? '*hexutil.Uint64' : '*hexutil.Big'))
		}
		const bytes = (name: string): Uint8Array | undefined => {
			const value = member(name)
			return value && readBytes(value, place(name, 'hexutil.Bytes'))
		}
		return {
			from: address('from'),
			to: address('to'),
			gas: number('gas', 64),
			gasPrice: number('gasPrice', 256),
			maxFeePerGas: number('maxFeePerGas', 256),
			maxPriorityFeePerGas: number('maxPriorityFeePerGas', 256),
			value: number('value', 256),
			nonce: number('nonce', 64),
			data: bytes('data'),
			input: bytes('input'),
			accessList: accessListOf(member('accessList')),
			chainId: number('chainId', 256),
			authorizationList: authorizationsOf(member('authorizationList')),
			hasBlobs: blobMembers.some((name) => member(name) !== undefined),
		}
	},
}

/** The input bytes, from either member. @throws {EthFault} if both are given and differ. */
export function inputOf({ data, input }: CallArgs): Uint8Array {
	if (data !== undefined && input !== undefined && !equalBytes(data, input)) {
		throw new EthFault(
			`both "data" and "input" are set and not equal. Please use "input" to pass transaction call data`,
		)
	}
	return input ?? data ?? noBytes
}

/**
 * The prices, of one kind, and for the node's chain where the caller names one.
 * @param own The chain that a transaction is made for.
 * @throws {EthFault} for prices of both kinds, and for another chain.
 */
export function pricesIn(args: CallArgs, own?: { readonly chainId: bigint }): CallArgs {
	const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, chainId } = args
	if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined)) {
		throw new EthFault('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
	}
	if (own !== undefined && chainId !== undefined && chainId !== own.chainId) {
		throw new EthFault(`chainId does not match node's (have=${chainId}, want=${own.chainId})`)
	}
	return args
}

function authorizationsOf(node: JsonNode | undefined): readonly Authorization[] | undefined {
	if (node === undefined) return undefined
	if (node.kind !== 'array') throw cannotUnmarshal(node, '[]types.SetCodeAuthorization')
	return node.items.map((item) => {
		if (item.kind !== 'object') throw cannotUnmarshal(item, 'types.SetCodeAuthorization')
		const member = (name: string): JsonNode => {
			const value = item.members.get(name)
			if (value !== undefined && value.kind !== 'null') return value
			throw new EthFault(`missing required field '${name}' for SetCodeAuthorization`, ethCodes.invalidParams)
		}
		const number = (name: string, bits: 64 | 256): bigint =>
			readQuantity(member(name), bits, `Go struct field SetCodeAuthorization.${name}`)
		return {
			chainId: number('chainId', 256),
			address: readFixedBytes(member('address'), 20, 'common.Address'),
			nonce: number('nonce', 64),
			v: number('yParity', 64),
			r: number('r', 256),
			s: number('s', 256),
		}
	})
}

function accessListOf(node: JsonNode | undefined): readonly AccessEntry[] | undefined {
	if (node === undefined) return undefined
	if (node.kind !== 'array') throw cannotUnmarshal(node, 'types.AccessList')
	bounds.accessEntries.check(node.items.reduce((sum, item) => sum + 1 + keysOf(item).length, 0))
	return node.items.map((item) => {
		if (item.kind !== 'object') throw cannotUnmarshal(item, 'types.AccessTuple')
		const address = item.members.get('address')
		return {
			address: address === undefined ? new Uint8Array(20) : readFixedBytes(address, 20, 'common.Address'),
			storageKeys: keysOf(item).map((key) => readFixedBytes(key, 32, 'common.Hash')),
		}
	})
}

function keysOf(entry: JsonNode): readonly JsonNode[] {
	const keys = memberOf(entry, 'storageKeys')
	return keys?.kind === 'array' ? keys.items : []
}
