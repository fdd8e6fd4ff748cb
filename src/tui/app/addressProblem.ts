import { addressFromAny } from '../../codec/address/anyAddress.ts'
import { ChainError } from '../../errors/ChainError.ts'

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
