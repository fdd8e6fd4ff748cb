import { addressToText } from '../../codec/address/address.ts'
import type { StdSignature, StdTx } from '../../codec/amino/stdTx.ts'
import type { MemberMarks } from '../../codec/legacy/legacySignature.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { aminoSignBytes } from '../../codec/signDoc/aminoSignBytes.ts'
import { sha256 } from '../../crypto/hash.ts'
import { addressOfPublicKey, asPublicKey } from '../../crypto/publicKey.ts'
import { verifyLegacySignature } from '../../crypto/verifyLegacySignature.ts'
import { attempt } from '../../errors/attempt.ts'
import { isChainFault } from '../../errors/ChainError.ts'
import { fromUtf8, toHex } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import type { KnownState } from './KnownState.ts'

/** Result of checking one signature. */
export type SignatureVerdict =
	| 'valid'
	| 'wrongSequence'
	| 'wrongAccountNumber'
	| 'wrongChainId'
	| 'undefinedNumber'
	| 'unescapedHtml'
	| 'withoutTimeout'
	| 'highS'
	| 'lostMembers'
	| 'wrongSigner'
	| 'noKey'
	| 'noAccount'
	| 'invalid'
	| 'unknown'

/** One signature and the document it should cover. */
export interface SignerCheck {
	/** Address of the key; undefined without a key. */
	readonly address: string | undefined
	readonly accountNumber: bigint | undefined
	/** The committed sequence, which the conversion uses. */
	readonly sequence: bigint | undefined
	/** The document to hash and sign, and its SHA-256 as hex; undefined if chain or account are unknown. */
	readonly signDoc: string | undefined
	readonly signDocSha256: string | undefined
	readonly verdict: SignatureVerdict
	readonly state: 'ok' | 'problem' | 'note'
	/** The verdict in a sentence. */
	readonly text: string
}

interface Context {
	readonly known: KnownState
	/** Address of the required signer at this index. */
	readonly owner: string | undefined
	readonly registry: Registry
}

/** Limit of sign document bytes tried for one transaction, so that a hostile one does not take minutes. */
const searchBytes = 20_000_000

/** Checks one signature of a legacy transaction. If it does not match, it searches for what was signed. */
export function checkStdSignature(tx: StdTx, part: StdSignature, { known, owner, registry }: Context): SignerCheck {
	const { pubKey, signature } = part
	const address = signatureAddress(part, known.prefix, registry)
	const account = address === undefined ? undefined : known.accounts.get(address)
	const base = { address, accountNumber: account?.accountNumber, sequence: account?.sequence }
	const said = (
		verdict: SignatureVerdict,
		state: SignerCheck['state'],
		text: string,
		doc?: Uint8Array,
	): SignerCheck => ({
		...base,
		signDoc: doc && fromUtf8(doc),
		signDocSha256: doc && toHex(sha256(doc)),
		verdict,
		state,
		text,
	})
	if (pubKey === undefined || address === undefined) {
		return said('noKey', 'problem', 'has no pub_key: nobody knows whose it is. HTTP 400.')
	}
	if (known.chainId === undefined || !known.accounts.has(address)) {
		return said('unknown', 'note', 'not checked: the chain id and the account are not known.')
	}
	if (account === undefined) return said('noAccount', 'problem', 'the account is not on the chain. HTTP 400.')
	const right: SignedFor = { chainId: known.chainId, ...account, variant: 'exact' }
	const doc = signBytes(tx, right, known, registry)
	const fits = (bytes: Uint8Array, bytesOfSignature = signature, marks: MemberMarks = 'first'): boolean =>
		verifyLegacySignature(pubKey, bytes, bytesOfSignature, registry, marks)
	if (fits(doc)) {
		if (owner !== undefined && owner !== address) {
			return said('wrongSigner', 'problem', `the signature is good, but ${owner} must sign. Refused with code 8.`, doc)
		}
		return said('valid', 'ok', `signed for sequence ${account.sequence}.`, doc)
	}
	if (fits(doc, signature, 'own')) {
		const text =
			'a good threshold signature, but the conversion takes the signatures as those of the first members. Refused with code 4: let the first members sign.'
		return said('lostMembers', 'problem', text, doc)
	}
	const low = lowS(signature)
	if (low !== undefined && fits(doc, low)) {
		return said(
			'highS',
			'problem',
			'the signature has a high S; the same one with a low S is valid. Refused with code 4.',
			doc,
		)
	}
	let left = searchBytes / tx.signatures.length
	for (const candidate of signedForCandidates(right, tx, known.otherChainIds ?? [])) {
		left -= doc.length
		if (left < 0) break
		const bytes = signBytes(tx, candidate, known, registry)
		if (!fits(bytes) && (low === undefined || !fits(bytes, low))) continue
		return said(...candidateVerdict(candidate, right), doc)
	}
	return said(
		'invalid',
		'problem',
		'the signature is of other content, another key, or numbers far away. Refused with code 4.',
		doc,
	)
}

function candidateVerdict(found: SignedFor, right: SignedFor): readonly [SignatureVerdict, 'problem', string] {
	const parts: string[] = []
	if (found.chainId !== right.chainId)
		parts.push(`chain id ${JSON.stringify(found.chainId)} instead of ${JSON.stringify(right.chainId)}`)
	if (found.accountNumber !== right.accountNumber)
		parts.push(`account number ${found.accountNumber} instead of ${right.accountNumber}`)
	if (found.sequence !== right.sequence) parts.push(`sequence ${found.sequence} instead of ${right.sequence}`)
	if (found.variant !== 'exact') parts.push(variantTexts[found.variant])
	const verdict: SignatureVerdict =
		found.chainId !== right.chainId
			? 'wrongChainId'
			: found.accountNumber !== right.accountNumber
				? 'wrongAccountNumber'
				: found.sequence !== right.sequence
					? 'wrongSequence'
					: variantVerdicts[found.variant]
	return [verdict, 'problem', `signed with ${parts.join(' and ')}. Refused with code 4.`]
}

const variantTexts = {
	exact: '',
	unescapedHtml: 'the characters <, > and & unescaped, which must be \\u003c, \\u003e and \\u0026 in the sign document',
	withoutTimeout: 'a sign document without the timeout height',
	undefinedSequence: 'the sequence "undefined": the client found none in the account, where an absent one is "0"',
	undefinedAccountNumber:
		'the account number "undefined": the client found none in the account, where an absent one is "0"',
} as const

const variantVerdicts = {
	exact: 'invalid',
	unescapedHtml: 'unescapedHtml',
	withoutTimeout: 'withoutTimeout',
	undefinedSequence: 'undefinedNumber',
	undefinedAccountNumber: 'undefinedNumber',
} as const

function signBytes(tx: StdTx, signedFor: SignedFor, known: KnownState, registry: Registry): Uint8Array {
	const { chainId, accountNumber, sequence, variant } = signedFor
	const bytes = aminoSignBytes(
		{
			chainId,
			accountNumber,
			sequence,
			timeoutHeight: variant === 'withoutTimeout' ? 0n : tx.timeoutHeight,
			fee: tx.fee,
			messages: tx.msgs.filter((message) => message !== undefined),
			memo: tx.memo,
		},
		{ registry, brand: known.brand },
	)
	if (variant === 'exact' || variant === 'withoutTimeout') return bytes
	const text = fromUtf8(bytes)
	if (variant === 'unescapedHtml') return goStringBytes(unescaped(text))
	const name = variant === 'undefinedSequence' ? 'sequence' : 'account_number'
	return goStringBytes(text.replace(new RegExp(`"${name}":"\\d+"`), `"${name}":"undefined"`))
}

/** The document of clients that escape only what JSON requires. */
function unescaped(text: string): string {
	return text.replace(/\\u(003c|003e|0026|2028|2029)/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	)
}

/** The order of the curve secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The same signature with the lower S; undefined if S is already low or the bytes are no signature. */
function lowS(signature: Uint8Array): Uint8Array | undefined {
	if (signature.length !== 64) return undefined
	const s = BigInt(`0x${toHex(signature.subarray(32))}`)
	if (s <= order / 2n || s >= order) return undefined
	const low = (order - s).toString(16).padStart(64, '0')
	return Uint8Array.from([...signature.subarray(0, 32), ...Buffer.from(low, 'hex')])
}

/** A guess at what a signature covers. */
interface SignedFor {
	readonly chainId: string
	readonly accountNumber: bigint
	readonly sequence: bigint
	/** How the client wrote the sign document. */
	readonly variant: 'exact' | 'unescapedHtml' | 'withoutTimeout' | 'undefinedSequence' | 'undefinedAccountNumber'
}

/** Range of neighbouring numbers to try, alone and combined with another difference. */
const reach = 200n
const pairReach = 12n

/**
 * Yields common causes of wrong signatures, the likeliest first: other document forms, nearby sequences and account
 * numbers, other chain ids, and pairs of these. Fewer than two thousand.
 */
function* signedForCandidates(right: SignedFor, tx: StdTx, otherChainIds: readonly string[]): Generator<SignedFor> {
	yield { ...right, variant: 'unescapedHtml' }
	if (tx.timeoutHeight !== 0n) yield { ...right, variant: 'withoutTimeout' }
	yield { ...right, variant: 'undefinedSequence' }
	yield { ...right, variant: 'undefinedAccountNumber' }
	for (const sequence of neighbours(right.sequence, reach)) yield { ...right, sequence }
	for (const accountNumber of neighbours(right.accountNumber, reach)) yield { ...right, accountNumber }
	const sequences = neighbours(right.sequence, pairReach)
	const numbers = neighbours(right.accountNumber, pairReach)
	const chainIds = [...new Set([...otherChainIds, ...similarChainIds(right.chainId)])].filter(
		(id) => id !== right.chainId,
	)
	for (const chainId of chainIds) {
		yield { ...right, chainId }
		for (const sequence of sequences) yield { ...right, chainId, sequence }
	}
	for (const sequence of sequences) {
		yield { ...right, sequence, variant: 'unescapedHtml' }
		for (const accountNumber of numbers) yield { ...right, accountNumber, sequence }
	}
}

function neighbours(right: bigint, reach: bigint): readonly bigint[] {
	const out: bigint[] = []
	for (let step = 1n; step <= reach; step++) {
		out.push(right + step)
		if (right >= step) out.push(right - step)
	}
	if (!out.includes(0n) && right !== 0n) out.push(0n)
	return out
}

/** Chain ids that a client may still use: other revisions of the same chain, none, and the localnets of old clients. */
function similarChainIds(chainId: string): readonly string[] {
	const out = ['', 'undefined', 'chain-localnet', 'kava-localnet', 'kava-8', 'kava-9', 'testing', 'test-chain']
	const revision = /^(.*-)(\d+)$/.exec(chainId)
	if (revision !== null) {
		const number = Number(revision[2])
		for (let other = Math.max(0, number - 3); other <= number + 3; other++) out.push(`${revision[1]}${other}`)
	} else out.push(`${chainId}-1`, `${chainId}-2`)
	return out
}

/** The bech32 address of a signature's key; undefined without a usable key. */
export function signatureAddress({ pubKey }: StdSignature, prefix: string, registry: Registry): string | undefined {
	if (pubKey === undefined) return undefined
	return attempt(
		() => addressToText(addressOfPublicKey(asPublicKey(pubKey), registry), prefix),
		isChainFault,
		() => undefined,
	)
}
