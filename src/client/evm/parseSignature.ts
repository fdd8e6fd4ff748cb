import { type AbiEvent, type AbiFunction, parseAbiItem } from 'viem'
import { UserError } from '../../errors/UserError.ts'

/**
 * A function as cast writes it: `transfer(address,uint256)`, with what it gives `balanceOf(address)(uint256)`, or in Solidity's
 * words `function balanceOf(address owner) view returns (uint256)`.
 *
 * @throws UserError for a text that is none.
 */
export function parseFunction(text: string): AbiFunction {
	const given = text.trim().replace(/^function\s+/, '')
	// What stands after the arguments is what it gives, unless words of Solidity say so.
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
 * An event as `Transfer(address indexed from, address indexed to, uint256 value)`; names may be left out.
 *
 * @throws UserError for a text that is none.
 */
export function parseEvent(text: string): AbiEvent {
	const item = parsed(`event ${text.trim().replace(/^event\s+/, '')}`)
	if (item?.type === 'event') return item
	throw new UserError(`"${text}" is no signature of an event.`, {
		next: 'Write it like "Transfer(address indexed from, address indexed to, uint256 value)".',
	})
}

/** Place of the parenthesis that closes the one at a place; -1 when none does. */
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
