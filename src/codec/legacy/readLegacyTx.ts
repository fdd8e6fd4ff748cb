import { ChainError } from '../../errors/ChainError.ts'
import { isChainFault } from '../../errors/isChainFault.ts'
import { UserError } from '../../errors/UserError.ts'
import type { AminoJsonInput } from '../amino/AminoJsonInput.ts'
import { decodeStdTx } from '../amino/decodeAminoJson.ts'
import type { StdTx } from '../amino/stdTx.ts'
import type { AminoBrand } from '../ChainSettings.ts'
import { type JsonNode, parseJson } from '../goJson/parseJson.ts'
import { stringValue } from '../goJson/unmarshal.ts'
import { locateFault } from './locateFault.ts'

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

/**
 * Reads a legacy transaction in any of its written forms.
 *
 * @throws {UserError} with the JSON path of what is wrong.
 */
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
			why: error.message,
			next: 'Correct that value. Numbers of 64 bits are written in quotes.',
			cause: error,
		})
	}
	return { form, mode: modeOf(document), tx, brand }
}

function parsed(text: string): JsonNode {
	try {
		return parseJson(text)
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw new UserError('This is no JSON.', {
			why: error.log,
			next: 'Give a StdTx, a body of POST /txs, or the bytes of a transaction as base64 or hex.',
			cause: error,
		})
	}
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
	const mode = document.kind === 'object' ? document.members.get('mode') : undefined
	return mode?.kind === 'string' ? stringValue(mode) : undefined
}

function isRefused(run: () => unknown): boolean {
	try {
		run()
		return false
	} catch (error) {
		if (isChainFault(error)) return true
		throw error
	}
}
