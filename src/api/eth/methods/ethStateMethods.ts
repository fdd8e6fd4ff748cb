import { hexToHash } from '../../../crypto/hexAddress.ts'
import { type BlockRef, latest } from '../args/blockParams.ts'
import { optional } from '../args/EthParam.ts'
import { address, text } from '../args/valueParams.ts'
import { heightOf } from '../blocks/heightOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { pendingNonce } from '../send/pendingNonce.ts'
import type { EvmView } from '../state/EvmReader.ts'

/** Balances, nonces, codes and slots of addresses, at any height whose state is kept. */
export function ethStateMethods(context: EthContext): EthMethods {
	const { dialect, evm } = context
	const at = async (ref: BlockRef = latest): Promise<EvmView> => {
		const height = await heightOf(ref, context)
		if (height > (await context.blocks.latestHeight())) throw new EthFault('header not found')
		return evm.at(height)
	}
	const place = optional(dialect.numberOrHash)
	return {
		eth_getBalance: defineEthMethod([address, place], async (who, ref) => quantity((await at(ref)).balance(who))),
		eth_getCode: defineEthMethod([address, place], async (who, ref) => hexBytes((await at(ref)).code(who))),
		eth_getStorageAt: defineEthMethod([address, text, place], async (who, slot, ref) =>
			hexBytes((await at(ref)).storage(who, slotOf(slot))),
		),
		eth_getTransactionCount: defineEthMethod([address, place], async (who, ref) => {
			const nonce = (await at(ref)).nonce(who)
			const isPending = ref !== undefined && 'tag' in ref && ref.tag === 'pending'
			return quantity(isPending ? await pendingNonce(who, nonce, context) : nonce)
		}),
	}
}

function slotOf(key: string): Uint8Array {
	if (!/^(0[xX])?[0-9a-fA-F]{0,64}$/.test(key)) {
		throw new EthFault(
			`unable to decode storage key: ${key.length > 66 ? 'hex string too long, want at most 32 bytes' : 'hex string invalid'}`,
		)
	}
	return hexToHash(key)
}
