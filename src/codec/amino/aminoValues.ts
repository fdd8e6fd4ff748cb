import { plainError } from '../../errors/plainError.ts'
import { goQuote } from '../../util/goQuote.ts'
import { bitLength, maxIntBits, parseBigInt } from '../coins/parseBigInt.ts'
import { type JsonNode, parseJson } from '../goJson/parseJson.ts'
import { arrayItems, type GoInteger, integerValue, objectMembers, stringValue } from '../goJson/unmarshal.ts'

/** An amount: decimal, or with Go's prefixes (types/int.go UnmarshalJSON). Throws plain errors. */
export function readInt(node: JsonNode): string {
	const text = stringValue(node)
	const value = parseBigInt(text)
	if (value === undefined) throw plainError(`math/big: cannot unmarshal ${goQuote(text)} into a *big.Int`)
	if (bitLength(value) > maxIntBits) throw plainError(`integer out of range: ${text}`)
	return value.toString()
}

/** A quoted 64-bit integer; null is 0. The text between the quotes is parsed as JSON. Errors use the type `name`. */
export function quotedInteger(node: JsonNode, goType: GoInteger, name: string = goType): bigint {
	if (node.kind === 'null') return 0n
	if (node.kind !== 'string') {
		throw plainError(
			`invalid character -- Amino:JSON int/int64/uint/uint64 expects quoted values for javascript numeric support, got: ${node.raw}.`,
		)
	}
	return integerValue(parseJson(node.raw.slice(1, -1)), goType, name)
}

/** A list of coins with amounts as canonical decimal text; null or absent is empty. */
export function readCoins(node: JsonNode | undefined): readonly { readonly denom: string; readonly amount: string }[] {
	if (node === undefined || node.kind === 'null') return []
	return (arrayItems(node) ?? []).map((item) => {
		const members = objectMembers(item)
		const denom = members.get('denom')
		const amount = members.get('amount')
		return {
			denom: denom === undefined ? '' : stringValue(denom),
			amount: amount === undefined || amount.kind === 'null' ? '' : readInt(amount),
		}
	})
}
