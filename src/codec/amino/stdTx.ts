import type { Message } from '@bufbuild/protobuf'
import { toBase64 } from '../../util/bytes.ts'
import { quoteJson } from '../goJson/quoteJson.ts'
import { aminoNames } from './aminoNames.ts'
import { type AminoJsonInput, encodeAminoJson } from './encodeAminoJson.ts'

/** The fee of a legacy transaction. */
export interface StdFee {
	/** Amounts as decimal text. */
	readonly amount: readonly { readonly denom: string; readonly amount: string }[]
	readonly gas: bigint
}

/** A signature of a legacy transaction. */
export interface StdSignature {
	/** The key's protobuf message, undefined for `null`. */
	readonly pubKey: Message | undefined
	/** 64 bytes r||s, or the amino form of a multisignature (see `decodeAminoMultisignature`). */
	readonly signature: Uint8Array
}

/** A legacy transaction (cosmos-sdk v0.44.5 x/auth/legacy/legacytx/stdtx.go). */
export interface StdTx {
	/** undefined stands for `null` in the list, which can be read but not packed. */
	readonly msgs: readonly (Message | undefined)[]
	readonly fee: StdFee
	readonly signatures: readonly StdSignature[]
	readonly memo: string
	readonly timeoutHeight: bigint
}

/**
 * A bare StdTx in amino JSON, compact, in order of its fields; empty lists are `null`, except the fee's amount.
 * @param noSignatures what no signatures are: a transaction that was converted has an empty list of them
 */
export function encodeStdTx(tx: StdTx, options: AminoJsonInput, noSignatures: 'null' | '[]' = 'null'): string {
	const msgs = tx.msgs.map((msg) => (msg === undefined ? 'null' : encodeAminoJson(msg, options)))
	const signatures = tx.signatures.map(({ pubKey, signature }) => {
		const key = pubKey === undefined ? 'null' : encodeAminoJson(pubKey, options)
		const value = signature.length === 0 ? 'null' : `"${toBase64(signature)}"`
		return `{"pub_key":${key},"signature":${value}}`
	})
	const signed = signatures.length === 0 ? noSignatures : listOrNull(signatures)
	return (
		`{"msg":${listOrNull(msgs)},"fee":${encodeStdFee(tx.fee, options.generation)},"signatures":${signed},` +
		`"memo":${quoteJson(tx.memo)},"timeout_height":"${tx.timeoutHeight}"}`
	)
}

/** A StdTx with its amino name around it: `{"type":"chain-sdk/StdTx","value":{...}}`. */
export function encodeWrappedStdTx(tx: StdTx, options: AminoJsonInput, noSignatures: 'null' | '[]' = 'null'): string {
	return `{"type":"${aminoNames(options.brand).stdTx}","value":${encodeStdTx(tx, options, noSignatures)}}`
}

/** A StdFee in amino JSON, in order of its fields. */
export function encodeStdFee(fee: StdFee, generation: 8 | 9 = 9): string {
	const coins = fee.amount.map(({ denom, amount }) => {
		// An empty denomination is left out in generation 9 (omitempty), an absent amount is zero.
		const name = denom === '' && generation === 9 ? '' : `"denom":${quoteJson(denom)},`
		return `{${name}"amount":${quoteJson(amount || '0')}}`
	})
	return `{"amount":[${coins.join(',')}],"gas":"${fee.gas}"}`
}

/** Amino writes a list that was never filled as null. */
export function listOrNull(values: readonly string[]): string {
	return values.length === 0 ? 'null' : `[${values.join(',')}]`
}
