import { addressFromText } from '../../../codec/address/address.ts'

/** Why a text is no account address of a chain, as the chain itself says it; undefined for one that is. */
export function addressFault(text: string, prefix: string): string | undefined {
	try {
		addressFromText(text, prefix)
		return undefined
	} catch (cause) {
		return cause instanceof Error ? cause.message : String(cause)
	}
}
