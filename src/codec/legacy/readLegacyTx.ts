import { attempt } from '../../errors/attempt.ts'
import { inOtherWords, isChainFault } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { decodeStdTx } from '../amino/decodeAminoJson.ts'
import type { AminoJsonInput } from '../amino/encodeAminoJson.ts'
import type { StdTx } from '../amino/stdTx.ts'
import type { AminoBrand } from '../ChainSettings.ts'
import { type JsonNode, parseJson } from '../goJson/parseJson.ts'
import { memberOf, stringValue } from '../goJson/unmarshal.ts'

/** A legacy transaction and how it was written. */
export interface ReadLegacyTx {
	/** A body of `POST /txs`, a StdTx alone, or one with its type around it. */
	readonly form: 'body' | 'bare' | 'wrapped'
	/** Only for a request body. */
	readonly mode: string | undefined
	readonly tx: StdTx
	/** The brand its names are of: the given one, or the other one where only that fits. */
	readonly brand: AminoBrand
}

/** Reads a legacy transaction in any of its written forms. @throws {UserError} with the JSON path of what is wrong. */
export function readLegacyTx(text: string, input: AminoJsonInput): ReadLegacyTx {
	const document = parsed(text)
	const { form, node, path } = formOf(document)
	const brand = brandOf(text, input.brand)
	const read = (part: JsonNode): StdTx => decodeStdTx(part, { ...input, brand })
	let tx: StdTx
	try {
		tx = read(node)
	} catch (error) {
		if (!isChainFault(error)) throw error
		const place = `${path}${locateFault(node, (part) => isRefused(() => read(part)))}`.replace(/^\.\./, '.')
		throw new UserError(`This is no legacy transaction: ${place} cannot be read.`, {
			because: error,
			next: 'Correct that value. Numbers of 64 bits are written in quotes.',
		})
	}
	return { form, mode: modeOf(document), tx, brand }
}

function parsed(text: string): JsonNode {
	return inOtherWords(
		() => parseJson(text),
		(error) =>
			new UserError('This is no JSON.', {
				because: error,
				next: 'Give a StdTx, a body of POST /txs, or the bytes of a transaction as base64 or hex.',
			}),
	)
}

function formOf(node: JsonNode): { form: ReadLegacyTx['form']; node: JsonNode; path: string } {
	if (node.kind === 'object') {
		if (node.members.has('body') && (node.members.has('auth_info') || node.members.has('signatures'))) {
			throw new UserError('This is a transaction of generation 9, in protobuf JSON.', {
				why: 'It has a body and auth_info, where a legacy transaction has msg, fee, signatures and memo.',
				next: 'For its legacy form give its bytes: `chain-tui tx encode FILE`, then `chain-tui convert`.',
			})
		}
		const tx = node.members.get('tx')
		if (tx !== undefined) return { form: 'body', node: tx, path: '.tx' }
		const type = node.members.get('type')
		const value = node.members.get('value')
		if (type?.kind === 'string' && type.value.endsWith('/StdTx') && value !== undefined) {
			return { form: 'wrapped', node: value, path: '.value' }
		}
	}
	return { form: 'bare', node, path: '' }
}

/** Which names the text uses: a name of the other brand decides. */
function brandOf(text: string, given: AminoBrand): AminoBrand {
	const isCosmos = /"(?:cosmos-sdk|tendermint)\/(?:Msg|PubKey|StdTx)/.test(text)
	const isChain = /"(?:chain-sdk\/(?:Msg|StdTx)|chain\/PubKey)/.test(text)
	if (isCosmos === isChain) return given
	return isCosmos ? 'cosmos' : 'chain'
}

function modeOf(document: JsonNode): string | undefined {
	const mode = memberOf(document, 'mode')
	return mode?.kind === 'string' ? stringValue(mode) : undefined
}

const refused = Symbol('refused')

function isRefused(run: () => unknown): boolean {
	return attempt(run, isChainFault, () => refused) === refused
}

/**
 * Finds the jq path of the smallest part of a JSON value that is refused on its own. It tries parts one at a time,
 * without their siblings. A wrapper's `type` stays with its `value`.
 * @param refuses Whether a value of this shape is refused; it must be true for `node` itself.
 */
function locateFault(node: JsonNode, refuses: (part: JsonNode) => boolean, path = ''): string {
	if (node.kind === 'object') {
		const type = node.members.has('value') ? node.members.get('type') : undefined
		for (const [name, member] of node.members) {
			const within = (value: JsonNode): JsonNode => {
				const members = new Map([[name, value]])
				if (type !== undefined && name !== 'type') members.set('type', type)
				return { ...node, members }
			}
			// A type without its value is refused for the value's sake.
			const isType = name === 'type' && node.members.has('value')
			const alone = isType
				? {
						...node,
						members: new Map([
							[name, member],
							['value', emptyObject],
						]),
					}
				: within(member)
			if (!refuses(alone)) continue
			const step = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `.["${name}"]`
			return locateFault(member, (value) => refuses(isType ? alone : within(value)), path + step)
		}
	}
	if (node.kind === 'array') {
		for (const [index, item] of node.items.entries()) {
			const within = (value: JsonNode): JsonNode => ({ ...node, items: [value] })
			if (refuses(within(item))) return locateFault(item, (value) => refuses(within(value)), `${path}[${index}]`)
		}
	}
	return path === '' ? '.' : path
}

const emptyObject: JsonNode = { kind: 'object', members: new Map(), raw: '{}' }
