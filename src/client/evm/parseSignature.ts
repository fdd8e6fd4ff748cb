import { type AbiEvent, type AbiFunction, parseAbiItem } from 'viem'
import { UserError } from '../../errors/UserError.ts'

/**
 * Parses a function signature as cast writes it: `transfer(address,uint256)`, with outputs
 * `balanceOf(address)(uint256)`, or in Solidity syntax `function balanceOf(address owner) view returns (uint256)`.
 *
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

/**
 * Parses an event such as `Transfer(address indexed from, address indexed to, uint256 value)`; names are optional.
 *
 * @throws {UserError} for any other text.
 */
export function parseEvent(text: string): AbiEvent {
	const item = parsed(`event ${text.trim().replace(/^event\s+/, '')}`)
	if (item?.type === 'event') return item
	throw new UserError(`"${text}" is no signature of an event.`, {
		next: 'Write it like "Transfer(address indexed from, address indexed to, uint256 value)".',
	})
}

/** Index of the parenthesis that closes the one at `open`; -1 if none does. */
function closing(text: string, open: number): number {
	let depth = 0
	for (let at = Math.max(0, open); at < text.length; at++) {
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
