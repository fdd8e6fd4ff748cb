import { type AbiEvent, encodeAbiParameters, type Hex, parseAbiItem, toFunctionSelector } from 'viem'
import { parseArgument } from '../../codec/evm/parseArgument.ts'
import { inOtherWords } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { looksSecret, shownInput } from '../../util/shownInput.ts'
import type { Decoder } from './Decoder.ts'
import type { AbiFunction, AbiParameter } from './EvmClient.ts'

/**
 * Resolves the function of a call: an ABI entry unchanged, a signature (with outputs if an ABI has them), or a bare
 * name.
 * @throws {UserError} for a name that the contract's ABI does not have.
 */
export function functionOf(
	fn: string | AbiFunction,
	args: readonly string[],
	to: string,
	decoder: Decoder,
): AbiFunction {
	if (typeof fn !== 'string') return fn
	if (fn.includes('(')) {
		const parsed = parseFunction(fn)
		return parsed.outputs.length > 0 ? parsed : decoder.known(parsed, to)
	}
	const found = decoder.named(fn, to, args.length)
	if (found !== undefined) return found
	throw new UserError(`No ABI here has a function ${shownInput(fn)} for this contract.`, {
		next: 'Write its signature, such as "balanceOf(address)(uint256)", or add the ABI with `chain-tui eth abi add`.',
	})
}

/** Encodes call data from arguments as text. @throws {UserError} that names the wrong argument. */
export function callData(fn: AbiFunction, args: readonly string[], prefix: string): Hex {
	return `${toFunctionSelector(fn)}${encodedArguments(fn.inputs, args, prefix, fn.name).slice(2)}`
}

/** Converts arguments to the ABI's types. @throws {UserError} that names the wrong argument. */
export function encodedArguments(
	inputs: readonly AbiParameter[],
	args: readonly string[],
	prefix: string,
	what: string,
): Hex {
	if (inputs.length !== args.length) {
		throw new UserError(`${what} takes ${inputs.length} arguments, not ${args.length}.`, {
			next: inputs.length === 0 ? 'Leave them out.' : `They are: ${inputs.map(nameAndType).join(', ')}.`,
		})
	}
	const values = inputs.map((input, index) => {
		const text = args[index] ?? ''
		return inOtherWords(
			() => parseArgument(text, input, prefix),
			(cause) => {
				// The words of a refusal alone may look like a secret; they are none if nothing of the argument does.
				const isSecret = [text, ...text.split(/[",()[\]]/)].some(looksSecret)
				const why = isSecret ? shownInput(cause.log) : cause.log
				return new UserError(`The argument ${nameAndType(input, index)} is not right: ${why}.`, { cause })
			},
		)
	})
	return encodeAbiParameters(inputs, values)
}

function nameAndType({ name, type }: AbiParameter, index: number): string {
	return `${name || index + 1} (${type})`
}

/**
 * Parses a function signature as cast writes it: `transfer(address,uint256)`, with outputs
 * `balanceOf(address)(uint256)`, or in Solidity syntax `function balanceOf(address owner) view returns (uint256)`.
 * @throws {UserError} for any other text.
 */
export function parseFunction(text: string): AbiFunction {
	const given = text.trim().replace(/^function\s+/, '')
	// A second parenthesis lists the outputs, unless the text uses Solidity's keywords.
	const end = closing(given, given.indexOf('('))
	const rest = given.slice(end + 1).trim()
	const human = rest.startsWith('(') ? `${given.slice(0, end + 1)} view returns ${rest}` : given
	const item = parsed(`function ${human}`)
	if (item?.type === 'function') return item
	throw new UserError(`"${text}" is no signature of a function.`, {
		next: 'Write it like "transfer(address,uint256)" or "balanceOf(address)(uint256)".',
	})
}

/** Parses an event as `Transfer(address indexed from, uint256 value)`; names are optional. @throws {UserError} */
export function parseEvent(text: string): AbiEvent {
	const item = parsed(`event ${text.trim().replace(/^event\s+/, '')}`)
	if (item?.type === 'event') return item
	throw new UserError(`"${text}" is no signature of an event.`, {
		next: 'Write it like "Transfer(address indexed from, address indexed to, uint256 value)".',
	})
}

/** Index of the parenthesis that closes the one at `open`; -1 if none does, or there is none at all. */
function closing(text: string, open: number): number {
	let depth = 0
	for (let at = open; at < text.length; at++) {
		if (text[at] === '(') depth++
		if (text[at] === ')' && --depth === 0) return at
	}
	return -1
}

function parsed(text: string): AbiFunction | AbiEvent | undefined {
	try {
		const item: unknown = parseAbiItem(text as never)
		return item as AbiFunction | AbiEvent
	} catch {
		return undefined
	}
}
