import { plainError } from '../../../errors/plainError.ts'
import { fromHex, fromUtf8 } from '../../../util/bytes.ts'
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

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the JSON of a call's arguments. Throws plain errors with the texts of Go's JSON reader
 * (ethermint v0.14.1 x/evm/types/tx_args.go, go-ethereum v1.10.16 common/hexutil).
 */
export function parseCallArguments(json: Uint8Array): CallArguments {
	const fields = objectOf(json)
	const input = optional(fields, 'input', bytesText) ?? optional(fields, 'data', bytesText)
	optional(fields, 'nonce', uint64)
	optional(fields, 'chainId', bigNumber)
	return {
		from: optional(fields, 'from', address),
		to: optional(fields, 'to', address),
		gas: optional(fields, 'gas', uint64),
		gasPrice: optional(fields, 'gasPrice', bigNumber),
		maxFeePerGas: optional(fields, 'maxFeePerGas', bigNumber),
		maxPriorityFeePerGas: optional(fields, 'maxPriorityFeePerGas', bigNumber),
		value: optional(fields, 'value', bigNumber),
		data: input ?? new Uint8Array(0),
		accessList: accessListOf(fields.accessList),
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
	const wanted = args.gas ?? (gasCap === 0n ? defaultGas : gasCap)
	return {
		from: senderOf(args),
		to: args.to,
		nonce,
		value: args.value ?? 0n,
		gas: gasCap !== 0n && gasCap < wanted ? gasCap : wanted,
		gasPrice: priceOf(args, baseFee),
		data: args.data,
		accessList: args.accessList,
	}
}

/** The caller: by default the zero address. */
export function senderOf(args: CallArguments): Uint8Array {
	return args.from ?? new Uint8Array(20)
}

function priceOf(args: CallArguments, baseFee: bigint | undefined): bigint {
	if (args.gasPrice !== undefined) return args.gasPrice
	if (baseFee === undefined) return 0n
	const cap = args.maxFeePerGas ?? 0n
	const tip = args.maxPriorityFeePerGas ?? 0n
	if (cap === 0n && tip === 0n) return 0n
	return tip + baseFee < cap ? tip + baseFee : cap
}

function objectOf(json: Uint8Array): Fields {
	let value: unknown
	try {
		value = JSON.parse(fromUtf8(json))
	} catch {
		throw plainError(
			json.length === 0 ? 'unexpected end of JSON input' : 'invalid character in the arguments of a call',
		)
	}
	if (value === null) return {}
	if (typeof value !== 'object' || Array.isArray(value)) {
		throw plainError(`json: cannot unmarshal ${kindOf(value)} into Go value of type types.TransactionArgs`)
	}
	return value as Fields
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'array'
	return typeof value === 'boolean' ? 'bool' : typeof value
}

type Reader<T> = (value: unknown, field: string) => T

function optional<T>(fields: Fields, name: string, read: Reader<T>): T | undefined {
	const value = fields[name]
	return value === undefined || value === null ? undefined : read(value, name)
}

function fault(text: string, field: string, type: string): Error {
	return plainError(`json: cannot unmarshal ${text} into Go struct field TransactionArgs.${field} of type ${type}`)
}

function textOf(value: unknown, field: string, type: string): string {
	if (typeof value !== 'string') throw fault('non-string', field, type)
	return value
}

function digitsOf(text: string, field: string, type: string): string {
	if (!/^0[xX]/.test(text)) throw fault('hex string without 0x prefix', field, type)
	return text.slice(2)
}

function numberDigits(value: unknown, field: string, type: string): string {
	const text = textOf(value, field, type)
	if (text === '') return ''
	const digits = digitsOf(text, field, type)
	if (digits === '') throw fault('hex string "0x"', field, type)
	if (digits.length > 1 && digits.startsWith('0')) throw fault('hex number with leading zero digits', field, type)
	return digits
}

const uint64: Reader<bigint> = (value, field) => {
	const type = 'hexutil.Uint64'
	const digits = numberDigits(value, field, type)
	if (digits.length > 16) throw fault('hex number > 64 bits', field, type)
	return hexNumber(digits, field, type)
}

const bigNumber: Reader<bigint> = (value, field) => {
	const type = '*hexutil.Big'
	const digits = numberDigits(value, field, type)
	if (digits.length > 64) throw fault('hex number > 256 bits', field, type)
	return hexNumber(digits, field, type)
}

function hexNumber(digits: string, field: string, type: string): bigint {
	if (!/^[0-9a-fA-F]*$/.test(digits)) throw fault('invalid hex string', field, type)
	return digits === '' ? 0n : BigInt(`0x${digits}`)
}

function hexBytes(text: string, field: string, type: string): Uint8Array {
	if (text === '') return new Uint8Array(0)
	const digits = digitsOf(text, field, type)
	if (digits.length % 2 === 1) throw fault('hex string of odd length', field, type)
	const bytes = fromHex(digits)
	if (bytes === undefined) throw fault('invalid hex string', field, type)
	return bytes
}

const bytesText: Reader<Uint8Array> = (value, field) =>
	hexBytes(textOf(value, field, 'hexutil.Bytes'), field, 'hexutil.Bytes')

const address: Reader<Uint8Array> = (value, field) => fixed(value, field, 'common.Address', 20)

function fixed(value: unknown, field: string, type: string, length: number): Uint8Array {
	const text = textOf(value, field, type)
	const digits = digitsOf(text, field, type)
	if (digits.length % 2 === 1) throw fault('hex string of odd length', field, type)
	if (digits.length !== length * 2) {
		throw plainError(`hex string has length ${digits.length}, want ${length * 2} for ${type}`)
	}
	const bytes = fromHex(digits)
	if (bytes === undefined) throw fault('invalid hex string', field, type)
	return bytes
}

function accessListOf(value: unknown): readonly AccessEntry[] | undefined {
	if (value === undefined || value === null) return undefined
	if (!Array.isArray(value)) throw fault(kindOf(value), 'accessList', 'types.AccessList')
	return value.map((entry) => {
		const { address: text, storageKeys } = entry as { readonly address?: unknown; readonly storageKeys?: unknown }
		if (text === undefined) throw plainError("missing required field 'address' for AccessTuple")
		if (!Array.isArray(storageKeys)) throw plainError("missing required field 'storageKeys' for AccessTuple")
		return {
			address: fixed(text, 'accessList', 'common.Address', 20),
			storageKeys: storageKeys.map((slot) => fixed(slot, 'accessList', 'common.Hash', 32)),
		}
	})
}
