import { type JsonNode, parseJson } from '../../../codec/goJson/parseJson.ts'
import { cannotUnmarshal } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { fromHex } from '../../../util/bytes.ts'
import { smaller } from '../../../util/order.ts'
import type { EvmMessage } from '../applyMessage.ts'
import type { AccessEntry } from '../tx/EthTx.ts'

/** Arguments of a call in the form of Ethereum's tools; absent ones are undefined. */
export interface CallArguments {
	readonly from: Uint8Array | undefined
	readonly to: Uint8Array | undefined
	readonly gas: bigint | undefined
	readonly gasPrice: bigint | undefined
	readonly maxFeePerGas: bigint | undefined
	readonly maxPriorityFeePerGas: bigint | undefined
	readonly value: bigint | undefined
	readonly data: Uint8Array
	readonly accessList: readonly AccessEntry[] | undefined
}

/**
 * Reads the JSON of a call's arguments. Throws plain errors with the texts of Go's JSON reader: the first fault in the
 * order of the document (ethermint v0.14.1 x/evm/types/tx_args.go, go-ethereum v1.10.16 common/hexutil).
 */
export function parseCallArguments(json: Uint8Array): CallArguments {
	const fields = membersOf(parseJson(json), 'types.TransactionArgs', readers)
	return {
		from: fields.from,
		to: fields.to,
		gas: fields.gas,
		gasPrice: fields.gasPrice,
		maxFeePerGas: fields.maxFeePerGas,
		maxPriorityFeePerGas: fields.maxPriorityFeePerGas,
		value: fields.value,
		data: fields.input ?? fields.data ?? new Uint8Array(0),
		accessList: fields.accessList,
	}
}

const defaultGas = (1n << 63n) - 1n

/** The message of a call: its gas is at most `gasCap`, 0 being no cap. Throws a plain error for two kinds of prices. */
export function messageOf(
	args: CallArguments,
	options: { readonly gasCap: bigint; readonly baseFee: bigint | undefined; readonly nonce: bigint },
): EvmMessage {
	if (args.gasPrice !== undefined && (args.maxFeePerGas !== undefined || args.maxPriorityFeePerGas !== undefined)) {
		throw plainError('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
	}
	const { gasCap, baseFee, nonce } = options
	return {
		from: senderOf(args),
		to: args.to,
		nonce,
		value: args.value ?? 0n,
		gas: gasCap === 0n ? (args.gas ?? defaultGas) : smaller(args.gas ?? gasCap, gasCap),
		gasPrice: callPrice(args, baseFee),
		data: args.data,
		accessList: args.accessList,
	}
}

/** The caller: by default the zero address. */
export function senderOf(args: CallArguments): Uint8Array {
	return args.from ?? new Uint8Array(20)
}

/** The price of a unit of gas in a call, 0 unless it gives one; without a base fee its caps say nothing. */
export function callPrice(
	{
		gasPrice,
		maxFeePerGas = 0n,
		maxPriorityFeePerGas = 0n,
	}: Partial<Pick<CallArguments, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>>,
	baseFee: bigint | undefined,
): bigint {
	if (gasPrice !== undefined) return gasPrice
	return baseFee === undefined ? 0n : smaller(maxPriorityFeePerGas + baseFee, maxFeePerGas)
}

type Reader<T> = (node: JsonNode, field: string) => T

/** Members of an object by readers; like Go's, in letters of any case, the first fault thrown after the last one. */
function membersOf<R extends Readonly<Record<string, Reader<unknown>>>>(
	node: JsonNode,
	goType: string,
	of: R,
): { readonly [Name in keyof R]?: Exclude<ReturnType<R[Name]>, undefined> } {
	if (node.kind === 'null') return {}
	if (node.kind !== 'object') throw cannotUnmarshal(node, goType)
	const found: Record<string, unknown> = {}
	let first: unknown
	for (const [name, value] of [...(node.replaced ?? []), ...node.members]) {
		const field = name in of ? name : Object.keys(of).find((known) => known.toLowerCase() === name.toLowerCase())
		if (field === undefined) continue
		try {
			found[field] = value.kind === 'null' ? undefined : of[field]?.(value, field)
		} catch (error) {
			first ??= error
		}
	}
	if (first !== undefined) throw first
	return found as ReturnType<typeof membersOf<R>>
}

function fault(text: string, field: string, type: string): Error {
	return plainError(`json: cannot unmarshal ${text} into Go struct field TransactionArgs.${field} of type ${type}`)
}

/** A text as it is written, escapes included: that is what go-ethereum reads. */
function textOf(node: JsonNode, field: string, type: string): string {
	if (node.kind !== 'string') throw fault('non-string', field, type)
	return node.raw.slice(1, -1)
}

function digitsOf(text: string, field: string, type: string): string {
	if (!/^0[xX]/.test(text)) throw fault('hex string without 0x prefix', field, type)
	return text.slice(2)
}

function numberDigits(node: JsonNode, field: string, type: string): string {
	const text = textOf(node, field, type)
	if (text === '') return ''
	const digits = digitsOf(text, field, type)
	if (digits === '') throw fault('hex string "0x"', field, type)
	if (digits.length > 1 && digits.startsWith('0')) throw fault('hex number with leading zero digits', field, type)
	return digits
}

const uint64: Reader<bigint> = (node, field) => {
	const type = 'hexutil.Uint64'
	const digits = numberDigits(node, field, type)
	if (digits.length > 16) throw fault('hex number > 64 bits', field, type)
	return hexNumber(digits, field, type)
}

const bigNumber: Reader<bigint> = (node, field) => {
	const type = '*hexutil.Big'
	const digits = numberDigits(node, field, type)
	if (digits.length > 64) throw fault('hex number > 256 bits', field, type)
	return hexNumber(digits, field, type)
}

function hexNumber(digits: string, field: string, type: string): bigint {
	if (!/^[0-9a-fA-F]*$/.test(digits)) throw fault('invalid hex string', field, type)
	return digits === '' ? 0n : BigInt(`0x${digits}`)
}

/** Bytes of any length; an empty text has none. */
const bytesText: Reader<Uint8Array> = (node, field) => hexBytes(node, field, 'hexutil.Bytes')

function hexBytes(node: JsonNode, field: string, type: string, length?: number): Uint8Array {
	const text = textOf(node, field, type)
	const digits = text === '' ? '' : digitsOf(text, field, type)
	if (digits.length % 2 === 1) throw fault('hex string of odd length', field, type)
	if (length !== undefined && digits.length !== length * 2) {
		throw plainError(`hex string has length ${digits.length}, want ${length * 2} for ${type}`)
	}
	const bytes = fromHex(digits)
	if (bytes === undefined) throw fault('invalid hex string', field, type)
	return bytes
}

const address: Reader<Uint8Array> = (node, field) => hexBytes(node, field, 'common.Address', 20)

const slot: Reader<Uint8Array> = (node, field) => hexBytes(node, field, 'common.Hash', 32)

const accessList: Reader<readonly AccessEntry[]> = (node, field) => {
	if (node.kind !== 'array') throw fault(node.kind, field, 'types.AccessList')
	return node.items.map((entry) => {
		if (entry.kind !== 'object' && entry.kind !== 'null') throw fault(entry.kind, field, 'types.AccessTuple')
		const found = membersOf(entry, 'types.AccessTuple', {
			address: (value: JsonNode) => address(value, field),
			storageKeys: (value: JsonNode) => {
				if (value.kind !== 'array') throw fault(value.kind, field, '[]common.Hash')
				return value.items.map((item) => slot(item, field))
			},
		})
		if (found.address === undefined) throw plainError("missing required field 'address' for AccessTuple")
		if (found.storageKeys === undefined) throw plainError("missing required field 'storageKeys' for AccessTuple")
		return { address: found.address, storageKeys: found.storageKeys }
	})
}

/** The arguments by name; nonce and chain id are read and not used. */
const readers = {
	from: address,
	to: address,
	gas: uint64,
	gasPrice: bigNumber,
	maxFeePerGas: bigNumber,
	maxPriorityFeePerGas: bigNumber,
	value: bigNumber,
	nonce: uint64,
	data: bytesText,
	input: bytesText,
	accessList,
	chainId: bigNumber,
} as const
