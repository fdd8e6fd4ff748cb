import type { AbiParameter } from 'viem'
import { attempt } from '../../errors/attempt.ts'
import { ChainError, plainError } from '../../errors/ChainError.ts'
import { hexOfAny } from '../address/anyAddress.ts'

/**
 * Parses an argument to the value its type needs: addresses bech32 or 0x, whole numbers in decimal (`1_000`, `1e18`) or
 * hexadecimal, `true` and `false`, bytes as 0x, lists as `[1,2]`, tuples as `(1,0x…)`; texts unquoted, but quoted
 * inside lists.
 * @throws {ChainError} with the fault.
 */
export function parseArgument(text: string, parameter: AbiParameter, prefix: string): unknown {
	const list = /^(.*)\[(\d*)\]$/.exec(parameter.type)
	if (list) return parseList(text, parameter, list[1] ?? '', list[2] ?? '', prefix)
	if (parameter.type === 'tuple') return parseTuple(text, parameter, prefix)
	const trimmed = text.trim()
	if (parameter.type === 'string') return unquoted(text)
	if (parameter.type === 'address') return addressOf(unquoted(trimmed), prefix)
	if (parameter.type === 'bool') return boolean(unquoted(trimmed))
	if (/^u?int\d*$/.test(parameter.type)) return whole(unquoted(trimmed), parameter.type)
	if (/^bytes\d*$/.test(parameter.type)) return bytes(unquoted(trimmed), parameter.type)
	throw plainError(`arguments of the type ${parameter.type} cannot be written here`)
}

function parseList(text: string, parameter: AbiParameter, type: string, length: string, prefix: string): unknown {
	const parts = partsOf(text, '[', ']', parameter.type)
	if (length !== '' && parts.length !== Number(length)) {
		throw plainError(`${parameter.type} has ${length} entries, not ${parts.length}`)
	}
	return parts.map((part) => parseArgument(part, { ...parameter, type }, prefix))
}

/** viem takes tuples whose members have names as objects, others as lists. */
function parseTuple(text: string, parameter: AbiParameter, prefix: string): unknown {
	const members = 'components' in parameter ? parameter.components : []
	const name = parameter.name || 'the tuple'
	const parts = partsOf(text, '(', ')', name)
	if (parts.length !== members.length) {
		throw plainError(`${name} has ${members.length} members, not ${parts.length}`)
	}
	const values = members.map((member, index) => parseArgument(parts[index] ?? '', member, prefix))
	if (members.some(({ name }) => !name)) return values
	return Object.fromEntries(members.map(({ name }, index) => [name, values[index]]))
}

/** The parts between the brackets, split at commas outside inner brackets and quotes. */
function partsOf(text: string, open: string, close: string, what: string): readonly string[] {
	const trimmed = text.trim()
	if (!trimmed.startsWith(open) || !trimmed.endsWith(close)) throw plainError(`${what} is written as ${open}…${close}`)
	const inside = trimmed.slice(1, -1)
	if (inside.trim() === '') return []
	const parts: string[] = []
	let depth = 0
	let quoted = false
	let start = 0
	for (let at = 0; at < inside.length; at++) {
		const char = inside[at]
		if (char === '\\' && quoted) at++
		else if (char === '"') quoted = !quoted
		else if (quoted) continue
		else if (char === '[' || char === '(') depth++
		else if (char === ']' || char === ')') depth--
		else if (char === ',' && depth === 0) {
			parts.push(inside.slice(start, at))
			start = at + 1
		}
	}
	parts.push(inside.slice(start))
	if (quoted || depth !== 0) throw plainError(`a bracket or quote of ${what} is not closed`)
	return parts.map((part) => part.trim())
}

function unquoted(text: string): string {
	if (!/^".*"$/s.test(text)) return text
	try {
		return String(JSON.parse(text))
	} catch {
		return text
	}
}

function addressOf(text: string, prefix: string): string {
	const hex = hexOfAny(text, prefix)
	if (hex === undefined) throw plainError('this address has no 0x form: it is not 20 bytes long')
	return hex
}

function boolean(text: string): boolean {
	if (text === 'true' || text === 'false') return text === 'true'
	throw plainError(`"${text}" is neither true nor false`)
}

function whole(text: string, type: string): bigint {
	const value = numberOf(text)
	if (value === undefined) throw plainError(`"${text}" is no whole number`)
	const bits = BigInt(/\d+$/.exec(type)?.[0] ?? '256')
	const signed = type.startsWith('int')
	const least = signed ? -(1n << (bits - 1n)) : 0n
	const most = signed ? (1n << (bits - 1n)) - 1n : (1n << bits) - 1n
	if (value >= least && value <= most) return value
	throw plainError(`${text} does not fit ${type}`)
}

/** `12`, `-12`, `1_000`, `0xff`, `1.5e18`. */
function numberOf(text: string): bigint | undefined {
	if (/^0x[0-9a-f]+$/i.test(text)) return BigInt(text)
	const plain = text.replaceAll('_', '')
	const [, sign = '', digits = '', fraction = '', power = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e(\d{1,2}))?$/i.exec(plain) ?? []
	if (digits === '' || fraction.length > Number(power)) return undefined
	const value = BigInt(digits + fraction) * 10n ** BigInt(Number(power) - fraction.length)
	return sign === '-' ? -value : value
}

function bytes(text: string, type: string): string {
	if (!/^0x([0-9a-f]{2})*$/i.test(text)) throw plainError(`${type} is written as 0x and two digits a byte`)
	const size = Number(/\d+$/.exec(type)?.[0] ?? '0')
	const given = (text.length - 2) / 2
	if (size === 0 || given === size) return text
	throw plainError(`${type} has ${size} bytes, not ${given}`)
}

/** The fault of an argument; undefined if it is valid. */
export function argumentProblem(text: string, parameter: AbiParameter, prefix: string): string | undefined {
	const parsed = attempt(
		() => parseArgument(text, parameter, prefix),
		ChainError,
		(error) => error,
	)
	return parsed instanceof ChainError ? parsed.log : undefined
}
