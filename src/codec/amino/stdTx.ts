import type { Message } from '@bufbuild/protobuf'
import { toBase64 } from '../../util/bytes.ts'
import type { JsonNode } from '../goJson/parseJson.ts'
import { quoteJson } from '../goJson/quoteJson.ts'
import { arrayItems, bytesValue, objectMembers, stringValue } from '../goJson/unmarshal.ts'
import { aminoNames } from './aminoNames.ts'
import type { AminoJsonInput } from './decodeAminoJson.ts'
import { decodeAminoInterface, quotedInteger, readCoins } from './decodeAminoJson.ts'
import { encodeAminoJson } from './encodeAminoJson.ts'

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
	/** undefined stands for a `null` in the list, which can be read but not packed. */
	readonly msgs: readonly (Message | undefined)[]
	readonly fee: StdFee
	readonly signatures: readonly StdSignature[]
	readonly memo: string
	readonly timeoutHeight: bigint
}

/**
 * Reads a bare StdTx out of amino JSON: missing keys are zero values, unknown keys are ignored, `null` is empty.
 * Throws plain errors with the texts of go-amino v0.16.0.
 */
export function decodeStdTx(node: JsonNode, input: AminoJsonInput): StdTx {
	const members = objectMembers(node)
	const msgs = items(members.get('msg')).map((item) => decodeAminoInterface(item, 'msg', input))
	const fee = objectMembers(members.get('fee') ?? nullNode)
	const amount = readCoins(fee.get('amount'))
	const gas = quotedInteger(fee.get('gas') ?? nullNode, 'uint64')
	const signatures = items(members.get('signatures')).map((item) => {
		const parts = objectMembers(item)
		const pubKey = decodeAminoInterface(parts.get('pub_key') ?? nullNode, 'pubKey', input)
		const signature = bytesValue(parts.get('signature') ?? nullNode) ?? noBytes
		return { pubKey, signature }
	})
	const memo = stringValue(members.get('memo') ?? nullNode)
	const timeoutHeight = quotedInteger(members.get('timeout_height') ?? nullNode, 'uint64')
	return { msgs, fee: { amount, gas }, signatures, memo, timeoutHeight }
}

const noBytes = new Uint8Array(0)
const nullNode: JsonNode = { kind: 'null', raw: 'null' }

function items(node: JsonNode | undefined): readonly JsonNode[] {
	return node === undefined ? [] : (arrayItems(node) ?? [])
}

/**
 * A bare StdTx in amino JSON, compact, in order of its fields; empty lists are `null`, except the fee's amount.
 *
 * @param noSignatures what no signatures are: a transaction that was converted has an empty list of them
 */
export function encodeStdTx(tx: StdTx, options: AminoJsonInput, noSignatures: 'null' | '[]' = 'null'): string {
	const msgs = tx.msgs.map((msg) => (msg === undefined ? 'null' : encodeAminoJson(msg, options)))
	const signatures = tx.signatures.map(({ pubKey, signature }) => {
		const key = pubKey === undefined ? 'null' : encodeAminoJson(pubKey, options)
		const value = signature.length === 0 ? 'null' : `"${toBase64(signature)}"`
		return `{"pub_key":${key},"signature":${value}}`
	})
	const signed = signatures.length === 0 ? noSignatures : list(signatures)
	return (
		`{"msg":${list(msgs)},"fee":${encodeStdFee(tx.fee)},"signatures":${signed},` +
		`"memo":${quoteJson(tx.memo)},"timeout_height":"${tx.timeoutHeight}"}`
	)
}

/** A StdTx with its amino name around it: `{"type":"chain-sdk/StdTx","value":{...}}`. */
export function encodeWrappedStdTx(tx: StdTx, options: AminoJsonInput, noSignatures: 'null' | '[]' = 'null'): string {
	return `{"type":"${aminoNames(options.brand).stdTx}","value":${encodeStdTx(tx, options, noSignatures)}}`
}

/** A StdFee in amino JSON, in order of its fields. */
export function encodeStdFee(fee: StdFee): string {
	const coins = fee.amount.map(({ denom, amount }) => {
		// An empty denomination is left out (omitempty), an absent amount is zero.
		const name = denom === '' ? '' : `"denom":${quoteJson(denom)},`
		return `{${name}"amount":${quoteJson(amount || '0')}}`
	})
	return `{"amount":[${coins.join(',')}],"gas":"${fee.gas}"}`
}

function list(values: readonly string[]): string {
	return values.length === 0 ? 'null' : `[${values.join(',')}]`
}
