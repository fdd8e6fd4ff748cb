import { addressToText } from '../../codec/address/address.ts'
import type { StdSignature } from '../../codec/amino/stdTx.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { addressOfPublicKey, asPublicKey } from '../../crypto/publicKey.ts'
import { isChainFault } from '../../errors/isChainFault.ts'

/** The bech32 address of a signature's key; undefined without a usable key. */
export function signatureAddress({ pubKey }: StdSignature, prefix: string, registry: Registry): string | undefined {
	if (pubKey === undefined) return undefined
	try {
		return addressToText(addressOfPublicKey(asPublicKey(pubKey), registry), prefix)
	} catch (error) {
		if (isChainFault(error)) return undefined
		throw error
	}
}
