import type { Message } from '@bufbuild/protobuf'
import { sdkErrors } from '../../errors/ChainError.ts'
import { toBase64 } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import { byKey } from '../../util/order.ts'
import { encodeAminoJson } from '../amino/encodeAminoJson.ts'
import type { AminoBrand } from '../ChainSettings.ts'
import { quoteSortedJson } from '../goJson/quoteJson.ts'
import type { Registry } from '../registry/createRegistry.ts'
import type { DecodedTx } from '../tx/decodeTx.ts'

/** A coin of a fee with its amount as decimal text. */
export interface FeeCoin {
	readonly denom: string
	readonly amount: string
}

/** Content of an amino-JSON signature. */
export interface AminoSignInput {
	readonly chainId: string
	readonly accountNumber: bigint
	readonly sequence: bigint
	/** 0 leaves the key out of the document. */
	readonly timeoutHeight: bigint
	readonly fee: { readonly amount: readonly FeeCoin[]; readonly gas: bigint }
	readonly messages: readonly Message[]
	readonly memo: string
}

/** Options of a sign document. */
export interface AminoSignOptions {
	readonly registry: Registry
	readonly brand: AminoBrand
}

/**
 * The bytes to hash and sign in mode legacy amino JSON: a StdSignDoc, keys sorted, compact, Go's escaping.
 * Source: cosmos-sdk v0.44.5 x/auth/legacy/legacytx/stdsign.go and types/utils.go SortJSON.
 */
export function aminoSignBytes(input: AminoSignInput, options: AminoSignOptions): Uint8Array {
	const json = { ...options, sorted: true }
	const coins = input.fee.amount.map(({ denom, amount }) => {
		// An empty denomination is left out (omitempty), an absent amount is zero.
		const name = denom === '' ? '' : `,"denom":${quoteSortedJson(denom)}`
		return `{"amount":${quoteSortedJson(amount || '0')}${name}}`
	})
	const timeout = input.timeoutHeight === 0n ? '' : `,"timeout_height":"${input.timeoutHeight}"`
	const text =
		`{"account_number":"${input.accountNumber}","chain_id":${quoteSortedJson(input.chainId)},` +
		`"fee":{"amount":[${coins.join(',')}],"gas":"${input.fee.gas}"},"memo":${quoteSortedJson(input.memo)},` +
		`"msgs":[${input.messages.map((message) => encodeAminoJson(message, json)).join(',')}],` +
		`"sequence":"${input.sequence}"${timeout}}`
	return goStringBytes(text)
}

/** Data of the signer's account and the chain in a sign document. */
export interface SignerData {
	readonly chainId: string
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/**
 * The amino sign bytes of a decoded transaction.
 * Throws invalid request (code 18) when it has unknown non-critical fields or extension options, which such a signature
 * does not cover (cosmos-sdk v0.44.5 x/auth/tx/legacy_amino_json.go).
 */
export function aminoSignBytesOfTx(tx: DecodedTx, signer: SignerData, options: AminoSignOptions): Uint8Array {
	if (tx.hasUnknownNonCriticals) {
		throw sdkErrors.invalidRequest.wrap(
			'protobuf transaction contains unknown non-critical fields. This is a transaction malleability issue and SIGN_MODE_LEGACY_AMINO_JSON cannot be used.',
		)
	}
	if (tx.body.extensionOptions.length > 0 || tx.body.nonCriticalExtensionOptions.length > 0) {
		throw sdkErrors.invalidRequest.wrap('SIGN_MODE_LEGACY_AMINO_JSON does not support protobuf extension options.')
	}
	const { fee } = tx.authInfo
	return aminoSignBytes(
		{
			...signer,
			timeoutHeight: tx.body.timeoutHeight,
			fee: { amount: fee?.amount ?? [], gas: fee?.gasLimit ?? 0n },
			messages: tx.messages,
			memo: tx.body.memo,
		},
		options,
	)
}

/**
 * The bytes of an amino sign document as the node makes them: keys sorted, compact, with the escapes of Go's encoding/json,
 * which CosmJS's own serializer follows only for `& < >`.
 */
export function aminoDocBytes(document: unknown): Uint8Array {
	return goStringBytes(sorted(document))
}

function sorted(value: unknown): string {
	if (typeof value === 'string') return quoteSortedJson(value)
	if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
	if (typeof value !== 'object' || value === null) return JSON.stringify(value)
	const members = Object.entries(value)
		.filter(([, member]) => member !== undefined)
		.sort(byKey)
	return `{${members.map(([key, member]) => `${quoteSortedJson(key)}:${sorted(member)}`).join(',')}}`
}

/**
 * The bytes to hash and sign for arbitrary data off the chain: an amino sign document that no transaction can have,
 * with empty chain id, zero numbers and fee, and one message `sign/MsgSignData` (ADR-36). `signer` is the bech32
 * address.
 */
export function adr36SignBytes(signer: string, data: Uint8Array): Uint8Array {
	return goStringBytes(
		'{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"",' +
			`"msgs":[{"type":"sign/MsgSignData","value":{"data":"${toBase64(data)}","signer":${quoteSortedJson(signer)}}}],` +
			'"sequence":"0"}',
	)
}
