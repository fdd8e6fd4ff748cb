import type { StdTx } from '../../codec/amino/stdTx.ts'
import type { AminoBrand } from '../../codec/ChainSettings.ts'
import { type Coins, coinsToText, isAnyGTE, sortCoins } from '../../codec/coins/coins.ts'
import { parseDecCoins, requiredFee } from '../../codec/coins/decCoins.ts'
import { readLegacyTx } from '../../codec/legacy/readLegacyTx.ts'
import { stdTxToProto } from '../../codec/legacy/stdTxToProto.ts'
import { createRegistry, type Registry } from '../../codec/registry/createRegistry.ts'
import { messageSigners } from '../../codec/tx/messageSigners.ts'
import { txBytesOf, txToJson } from '../../codec/txJson/txJson.ts'
import { sha256 } from '../../crypto/hash.ts'
import { attempt } from '../../errors/attempt.ts'
import { isChainFault } from '../../errors/ChainError.ts'
import { toBase64, toHexUpper } from '../../util/bytes.ts'
import { checkStdSignature, type SignerCheck, signatureAddress } from './checkStdSignature.ts'
import type { KnownState } from './KnownState.ts'

/** One line of the checklist. */
export interface CheckItem {
	readonly state: 'ok' | 'problem' | 'note'
	readonly text: string
}

/** Result of checking a legacy transaction before it is sent. */
export interface StdTxAnalysis {
	readonly form: 'body' | 'bare' | 'wrapped'
	readonly mode: string | undefined
	readonly tx: StdTx
	readonly checks: readonly CheckItem[]
	/** One for each signature. */
	readonly signers: readonly SignerCheck[]
	readonly fee: { readonly given: string; readonly required: string; readonly isEnough: boolean }
	/** The protobuf transaction with the sequences it would use; undefined if it cannot be converted. */
	readonly converted: { readonly json: string; readonly bytes: Uint8Array; readonly hash: string } | undefined
}

/** Addresses an analysis needs: of the keys and required signers. @throws {UserError} for no legacy transaction. */
export function stdTxAddresses(text: string, known: Pick<KnownState, 'brand' | 'prefix'>): readonly string[] {
	const registry = createRegistry()
	const { tx } = readLegacyTx(text, { registry, brand: known.brand })
	const keys = tx.signatures.map((part) => signatureAddress(part, known.prefix, registry))
	return [...new Set([...messageSigners(tx.msgs), ...keys.filter((address) => address !== undefined)])]
}

/**
 * Checks a legacy transaction as a node of generation 9 would. If a signature does not match, it finds out what was
 * signed.
 * @throws {UserError} with the JSON path if the text is not a legacy transaction.
 */
export function analyzeStdTx(text: string, known: KnownState): StdTxAnalysis {
	const registry = createRegistry()
	const { form, mode, tx, brand } = readLegacyTx(text, { registry, brand: known.brand })
	const owners = messageSigners(tx.msgs)
	const signers = tx.signatures.map((part, index) =>
		checkStdSignature(tx, part, { known: { ...known, brand }, owner: owners[index], registry }),
	)
	const fee = feeOf(tx, known)
	const converted = convert(tx, signers, registry)
	const checks = [
		...formChecks(form, mode, brand, known),
		...messageChecks(tx, owners),
		...signers.map(
			({ address, state, text: said }): CheckItem => ({ state, text: `${address ?? 'signature'}: ${said}` }),
		),
		...feeChecks(fee, known),
		...(typeof converted === 'string'
			? [{ state: 'problem' as const, text: `Cannot be converted: ${converted}` }]
			: []),
	]
	return { form, mode, tx, checks, signers, fee, converted: typeof converted === 'string' ? undefined : converted }
}

function formChecks(form: string, mode: string | undefined, brand: AminoBrand, known: KnownState): CheckItem[] {
	const items: CheckItem[] = []
	if (form === 'wrapped') {
		items.push({ state: 'note', text: 'POST /txs takes the value alone, without type and value around it.' })
	}
	if (form === 'body' && !['sync', 'async', 'block'].includes(mode ?? '')) {
		items.push({
			state: 'problem',
			text: `The mode ${JSON.stringify(mode ?? '')} is none of sync, async and block: HTTP 500.`,
		})
	}
	if (brand !== known.brand && known.brand === 'cosmos') {
		items.push({
			state: 'problem',
			text: `The names are of the amino brand ${brand}, the chain's are of ${known.brand}: HTTP 400.`,
		})
	}
	return items
}

function messageChecks(tx: StdTx, owners: readonly string[]): CheckItem[] {
	const items: CheckItem[] = []
	if (tx.msgs.length === 0) items.push({ state: 'problem', text: 'There is no message: refused with code 18.' })
	if (tx.msgs.includes(undefined)) items.push({ state: 'problem', text: 'A message is null: HTTP 400.' })
	if (tx.signatures.length === 0) items.push({ state: 'problem', text: 'There is no signature: refused with code 15.' })
	else if (tx.signatures.length !== owners.length && owners.length > 0) {
		const text = `${owners.length} must sign, ${tx.signatures.length} did: refused with code 4.`
		items.push({ state: 'problem', text })
	}
	return items
}

function feeOf(tx: StdTx, known: KnownState): StdTxAnalysis['fee'] {
	const given: Coins = sortCoins(tx.fee.amount.map(({ denom, amount }) => ({ denom, amount: BigInt(amount) })))
	const required: Coins = parseDecCoins(known.minimumGasPrices).map((price) => ({
		denom: price.denom,
		amount: requiredFee(price, tx.fee.gas),
	}))
	const isEnough = required.length === 0 || isAnyGTE(given, required)
	return { given: coinsToText(given), required: coinsToText(required), isEnough }
}

function feeChecks({ given, required, isEnough }: StdTxAnalysis['fee'], known: KnownState): CheckItem[] {
	if (known.minimumGasPrices === '') return []
	if (isEnough) return [{ state: 'ok', text: `The fee is enough: ${given || 'none'}, ${required || 'none'} required.` }]
	return [
		{ state: 'problem', text: `The fee is too low: ${given || 'none'}, ${required} required. Refused with code 13.` },
	]
}

function convert(
	tx: StdTx,
	signers: readonly SignerCheck[],
	registry: Registry,
): NonNullable<StdTxAnalysis['converted']> | string {
	const sequences = signers.map(({ sequence }) => sequence ?? 0n)
	const converted = () => {
		const proto = stdTxToProto(tx, sequences, registry)
		const bytes = txBytesOf(proto)
		return { json: txToJson(proto, registry), bytes, hash: toHexUpper(sha256(bytes)) }
	}
	return attempt(converted, isChainFault, ({ message }) => message)
}

const marks = { ok: 'ok', problem: 'PROBLEM', note: 'note' } as const

/** Formats an analysis as text: the checklist, the sign documents, and the converted transaction. */
export function analysisText(analysis: StdTxAnalysis): string {
	const lines = analysis.checks.map(({ state, text }) => `${marks[state]}: ${text}`)
	for (const { address, signDoc, signDocSha256 } of analysis.signers) {
		if (signDoc === undefined) continue
		lines.push('', `Sign document of ${address ?? 'the signer'}:`, signDoc, `SHA-256: ${signDocSha256}`)
	}
	const { converted } = analysis
	if (converted !== undefined) {
		lines.push('', 'Converted:', converted.json, '', `Bytes: ${toBase64(converted.bytes)}`, `Hash: ${converted.hash}`)
	}
	return `${lines.join('\n')}\n`
}

/** Converts an analysis to plain JSON. */
export function analysisJson(analysis: StdTxAnalysis) {
	const { form, mode = null, checks, fee, signers, converted } = analysis
	return {
		form,
		mode,
		checks,
		fee,
		signers: signers.map((signer) => ({
			address: signer.address ?? null,
			account_number: signer.accountNumber?.toString() ?? null,
			sequence: signer.sequence?.toString() ?? null,
			verdict: signer.verdict,
			text: signer.text,
			sign_doc: signer.signDoc ?? null,
			sign_doc_sha256: signer.signDocSha256 ?? null,
		})),
		tx: converted === undefined ? null : (JSON.parse(converted.json) as unknown),
		tx_bytes: converted === undefined ? null : toBase64(converted.bytes),
		txhash: converted?.hash ?? null,
	}
}
