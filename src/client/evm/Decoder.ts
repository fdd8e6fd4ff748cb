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
import { panicText } from './panicText.ts'

/** Where words are looked for: an ABI and its name. */
interface Words {
	readonly name: string
	readonly abi: Abi
}

/** Reads call data, logs and refusals by the ABIs of the book and the common ones. */
export class Decoder {
	readonly #book: AbiBook

	constructor(book: AbiBook) {
		this.#book = book
	}

	/** Call data in words; the ABI of the contract called goes first. */
	call(data: Hex, to?: string): (Decoded & { readonly outputs: readonly AbiParameter[] }) | undefined {
		for (const { name, abi } of this.#words(to)) {
			const item = abi.find(
				(entry): entry is AbiFunction => entry.type === 'function' && toFunctionSelector(entry) === data.slice(0, 10),
			)
			if (item === undefined) continue
			try {
				const { args = [] } = decodeFunctionData({ abi: [item], data })
				const values = evmValues(item.inputs, args as readonly unknown[])
				return { signature: signatureOf(item), name: item.name, args: values, source: name, outputs: item.outputs }
			} catch {
				// Four bytes that are another function's.
			}
		}
		return undefined
	}

	/** A function by its name in the ABI of a contract; several of one name are told apart by how many arguments they take. */
	named(name: string, to: string, count: number): AbiFunction | undefined {
		const all = (this.#book.at(to)?.abi ?? []).filter(
			(entry): entry is AbiFunction => entry.type === 'function' && entry.name === name,
		)
		return all.find(({ inputs }) => inputs.length === count) ?? all[0]
	}

	/** The same function with names and what it gives, where an ABI tells. */
	known(fn: AbiFunction, to: string): AbiFunction {
		const selector = toFunctionSelector(fn)
		for (const { abi } of this.#words(to)) {
			for (const entry of abi) if (entry.type === 'function' && toFunctionSelector(entry) === selector) return entry
		}
		return fn
	}

	/** What a function gave. */
	result(data: Hex, fn: AbiFunction): readonly EvmValue[] {
		if (fn.outputs.length === 0) return []
		const decoded: unknown = decodeFunctionResult({ abi: [fn], functionName: fn.name, data })
		return evmValues(fn.outputs, fn.outputs.length === 1 ? [decoded] : (decoded as readonly unknown[]))
	}

	/** An event in words. */
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
					// Of ERC-721 the same event indexes one more argument.
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

	/** Why a call was refused: `not today`, `TooLittle(5, 3)`; undefined where no ABI knows it. */
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

	/** The ABI of an address, then all others, then the common ones. */
	*#words(address: string | undefined): Iterable<Words> {
		const own = address === undefined ? undefined : this.#book.at(address)
		if (own !== undefined) yield own
		for (const contract of this.#book.list()) if (contract !== own) yield contract
		yield { name: 'common', abi: commonAbi }
	}
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
