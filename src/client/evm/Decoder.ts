import {
	type Abi,
	type AbiEvent,
	type AbiFunction,
	type AbiParameter,
	decodeErrorResult,
	decodeEventLog,
	decodeFunctionData,
	decodeFunctionResult,
	getAbiItem,
	type Hex,
	toEventSelector,
	toFunctionSelector,
} from 'viem'
import { evmValues, signatureOf } from '../../codec/evm/evmValues.ts'
import type { AbiBook } from './AbiBook.ts'
import { commonAbi } from './commonAbi.ts'
import type { Decoded, EvmValue } from './EvmClient.ts'

/** Where words are looked for: an ABI and its name. */
interface Words {
	readonly name: string
	readonly abi: Abi
}

/** Limits of nested calls in arguments: depth and number. */
const mostInside = 3
const mostInnerCalls = 50

/** Decodes call data, logs and revert reasons with the ABIs of the book and the common ones. */
export class Decoder {
	readonly #book: AbiBook

	constructor(book: AbiBook) {
		this.#book = book
	}

	/** Decodes call data. The ABI of the called contract has precedence. */
	call(
		data: Hex,
		to?: string,
		depth = mostInside,
	): (Decoded & { readonly outputs: readonly AbiParameter[] }) | undefined {
		const selector = data.slice(0, 10)
		for (const { name, abi } of this.#words(to)) {
			const item = functionsOf(abi).find((entry) => toFunctionSelector(entry) === selector)
			if (item === undefined) continue
			try {
				const { args = [] } = decodeFunctionData({ abi: [item], data })
				const values = evmValues(item.inputs, args as readonly unknown[])
				const inner = depth === 0 ? [] : this.#inner(item.inputs, args as readonly unknown[], to, depth - 1)
				return {
					signature: signatureOf(item),
					name: item.name,
					args: values,
					source: name,
					outputs: item.outputs,
					...(inner.length === 0 ? {} : { inner }),
				}
			} catch {
				// The selector belongs to another function.
			}
		}
		return undefined
	}

	/** The calls in arguments of bytes; beside an address they are for the contract there, else for the one called. */
	#inner(
		inputs: readonly AbiParameter[],
		values: readonly unknown[],
		to: string | undefined,
		depth: number,
	): Decoded[] {
		const beside = inputs.findIndex(({ type }) => type === 'address')
		const target = beside < 0 ? to : String(values[beside])
		const found = inputs.flatMap((input, index) => this.#innerOf(input, values[index], target, depth))
		return found.slice(0, mostInnerCalls)
	}

	/** The calls in one argument, which was decoded by its type. */
	#innerOf(input: AbiParameter, value: unknown, to: string | undefined, depth: number): Decoded[] {
		const list = /^(.*)\[\d*\]$/.exec(input.type)
		if (list !== null) {
			const entry = { ...input, type: list[1] ?? '' }
			const parts = (value as readonly unknown[]).slice(0, mostInnerCalls)
			return parts.flatMap((part) => this.#innerOf(entry, part, to, depth))
		}
		if (input.type === 'tuple') {
			const members = 'components' in input ? input.components : []
			const parts = Array.isArray(value)
				? (value as readonly unknown[])
				: members.map(({ name }) => (value as Readonly<Record<string, unknown>>)[name ?? ''])
			return this.#inner(members, parts, to, depth)
		}
		if (input.type !== 'bytes') return []
		const decoded = this.call(value as Hex, to, depth)
		return decoded === undefined ? [] : [decoded]
	}

	/** Finds a function by name in the ABI of a contract. The number of arguments picks among overloads. */
	named(name: string, to: string, count: number): AbiFunction | undefined {
		const all = functionsOf(this.#book.at(to)?.abi ?? []).filter((entry) => entry.name === name)
		return all.find(({ inputs }) => inputs.length === count) ?? all[0]
	}

	/** Completes a function with argument names and outputs, if an ABI has them. */
	known(fn: AbiFunction, to: string): AbiFunction {
		const selector = toFunctionSelector(fn)
		for (const { abi } of this.#words(to)) {
			for (const entry of functionsOf(abi)) if (toFunctionSelector(entry) === selector) return entry
		}
		return fn
	}

	/** Decodes what a function returned. */
	result(data: Hex, fn: AbiFunction): readonly EvmValue[] {
		if (fn.outputs.length === 0) return []
		const decoded: unknown = decodeFunctionResult({ abi: [fn], functionName: fn.name, data })
		return evmValues(fn.outputs, fn.outputs.length === 1 ? [decoded] : (decoded as readonly unknown[]))
	}

	/** Decodes an event. */
	log(topics: readonly Hex[], data: Hex, address?: string): Decoded | undefined {
		for (const { name, abi } of this.#words(address)) {
			const events = abi.filter(
				(entry): entry is AbiEvent => entry.type === 'event' && toEventSelector(entry) === topics[0],
			)
			for (const item of events) {
				try {
					const { args } = decodeEventLog({ abi: [item], topics: [...topics] as [Hex, ...Hex[]], data })
					return { signature: signatureOf(item), name: item.name, args: eventValues(item, args), source: name }
				} catch {
					// ERC-721 indexes one more argument of the same event.
				}
			}
			const nft = events.map(allIndexed).find((item) => item.inputs.length === topics.length - 1)
			if (nft !== undefined) {
				const { args } = decodeEventLog({ abi: [nft], topics: [...topics] as [Hex, ...Hex[]], data })
				return { signature: signatureOf(nft), name: nft.name, args: eventValues(nft, args), source: name }
			}
		}
		return undefined
	}

	/** Decodes the reason of a revert: `not today`, `TooLittle(5, 3)`; undefined if no ABI knows it. */
	refusal(data: Hex, address?: string): string | undefined {
		if (data === '0x') return undefined
		for (const { abi } of this.#words(address)) {
			try {
				const { errorName, args = [], abiItem } = decodeErrorResult({ abi, data })
				if (errorName === 'Error') return String(args[0])
				if (errorName === 'Panic') return panicText(BigInt(String(args[0])))
				const inputs = abiItem.type === 'error' ? abiItem.inputs : []
				return callText(errorName, evmValues(inputs, args as readonly unknown[]))
			} catch {
				// Another ABI may know it.
			}
		}
		return undefined
	}

	/** The ABI of an address first, then all others, then the common ones. */
	*#words(address: string | undefined): Iterable<Words> {
		const own = address === undefined ? undefined : this.#book.at(address)
		if (own !== undefined) yield own
		for (const contract of this.#book.list()) if (contract !== own) yield contract
		yield { name: 'common', abi: commonAbi }
	}
}

function functionsOf(abi: Abi): readonly AbiFunction[] {
	return abi.filter((entry) => entry.type === 'function')
}

/** `transfer(to: 0x…, amount: 5)`. */
export function callText(name: string, args: readonly EvmValue[]): string {
	return `${name}(${args.map((arg) => (arg.name === '' ? arg.text : `${arg.name}: ${arg.text}`)).join(', ')})`
}

/** The constructor's parameters. */
export function constructorInputs(abi: Abi): readonly AbiParameter[] {
	const found = getAbiItem({ abi, name: 'constructor' as never }) ?? abi.find(({ type }) => type === 'constructor')
	return (found as { readonly inputs?: readonly AbiParameter[] } | undefined)?.inputs ?? []
}

function eventValues(item: AbiEvent, args: unknown): readonly EvmValue[] {
	const values = item.inputs.map(({ name }, index) =>
		Array.isArray(args) ? args[index] : (args as Record<string, unknown> | undefined)?.[name ?? ''],
	)
	return evmValues(item.inputs, values)
}

function allIndexed(item: AbiEvent): AbiEvent {
	return { ...item, inputs: item.inputs.map((input) => ({ ...input, indexed: true })) }
}

/** Solidity's panic codes (Solidity 0.8 documentation, Panic via assert and Error via require). */
const panics: Readonly<Record<string, string>> = {
	'0': 'generic panic',
	'1': 'an assertion does not hold',
	'17': 'a number is too large or below zero',
	'18': 'division by zero',
	'33': 'a value is none of its enum',
	'34': 'a stored byte array is damaged',
	'49': 'an empty array has nothing to remove',
	'50': 'an index is out of bounds',
	'65': 'too much memory was asked for',
	'81': 'a function that was never set was called',
}

/** Text of a Solidity panic. */
function panicText(code: bigint): string {
	return `panic 0x${code.toString(16).padStart(2, '0')}: ${panics[String(code)] ?? 'unknown code'}`
}
