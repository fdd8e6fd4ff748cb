import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { parseArgument } from '../../codec/evm/parseArgument.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { shownInput } from '../../util/shownInput.ts'
import type { Decoder } from './Decoder.ts'
import type { AbiFunction, AbiParameter } from './EvmClient.ts'
import { parseFunction } from './parseSignature.ts'

/**
 * Resolves the function of a call: an ABI entry unchanged, a signature (with outputs if an ABI has them), or a bare
 * name.
 *
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

/**
 * Encodes call data from arguments as text.
 *
 * @throws {UserError} that names the wrong argument.
 */
export function callData(fn: AbiFunction, args: readonly string[], prefix: string): Hex {
	return `${toFunctionSelector(fn)}${encodedArguments(fn.inputs, args, prefix, fn.name).slice(2)}`
}

/**
 * Converts arguments to the ABI's types.
 *
 * @throws {UserError} that names the wrong argument.
 */
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
		try {
			return parseArgument(args[index] ?? '', input, prefix)
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause
			throw new UserError(`The argument ${nameAndType(input, index)} is not right: ${shownInput(cause.log)}.`, {
				cause,
			})
		}
	})
	return encodeAbiParameters(inputs, values)
}

function nameAndType({ name, type }: AbiParameter, index: number): string {
	return `${name || index + 1} (${type})`
}
