import { addressFromAny, bech32OfAny, hexOfAny } from '../../../codec/address/anyAddress.ts'
import { ChainError } from '../../../errors/ChainError.ts'

/** An address in both forms; another text unchanged, without a 0x form. */
export function addressForms(
	text: string,
	prefix: string,
): { readonly bech32: string; readonly hex: string | undefined } {
	try {
		return { bech32: bech32OfAny(text, prefix), hex: hexOfAny(text, prefix) }
	} catch (error) {
		if (error instanceof ChainError) return { bech32: text, hex: undefined }
		throw error
	}
}

/** Queries to the node's index that together find all transactions an address, of either form, sent or received. */
export function addressQueries(address: string, prefix: string): readonly string[] {
	const { bech32, hex } = addressForms(address, prefix)
	return [
		`message.sender='${bech32}'`,
		`transfer.recipient='${bech32}'`,
		// Events of the EVM name accounts in its own form.
		...(hex === undefined ? [] : [`message.sender='${hex}'`, `ethereum_tx.recipient='${hex}'`]),
	]
}

/** The problem of a typed bech32 or 0x address; undefined if it is valid on this chain. */
export function addressProblem(text: string, prefix: string): string | undefined {
	try {
		addressFromAny(text.trim(), prefix)
		return undefined
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		const isOne = text.trim().startsWith(`${prefix}1`) || /^0x/i.test(text.trim())
		return isOne ? error.log : `an address starts with ${prefix}1 or 0x`
	}
}
