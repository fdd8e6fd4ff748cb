import { cannotUnmarshal } from '../../../codec/goJson/unmarshal.ts'
import { hexToHash } from '../../../crypto/hexAddress.ts'
import { plainError } from '../../../errors/plainError.ts'
import { type BlockRef, latest } from '../args/blockParams.ts'
import { type EthParam, optional } from '../args/EthParam.ts'
import { parseHexBytes } from '../args/hexText.ts'
import { address, readFixedBytes, text } from '../args/valueParams.ts'
import { heightOf } from '../blocks/heightOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault, ethCodes } from '../EthFault.ts'
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
		eth_getStorageValues: defineEthMethod([slotsByAddress, place], async (wanted, ref) => {
			const count = wanted.reduce((sum, { slots }) => sum + slots.length, 0)
			if (count > maxSlots) throw new EthFault(`too many slots (max ${maxSlots})`, tooLarge)
			if (count === 0) throw new EthFault('empty request', ethCodes.invalidParams)
			const view = await at(ref)
			const values = wanted.map(({ who, slots }) => [
				hexBytes(who),
				slots.map((slot) => hexBytes(view.storage(who, slot))),
			])
			return Object.fromEntries(values) as Record<string, string[]>
		}),
		eth_getTransactionCount: defineEthMethod([address, place], async (who, ref) => {
			const nonce = (await at(ref)).nonce(who)
			const isPending = ref !== undefined && 'tag' in ref && ref.tag === 'pending'
			return quantity(isPending ? await pendingNonce(who, nonce, context) : nonce)
		}),
	}
}

/** Slots in one reply, and the code of the refusal of more (go-ethereum v1.17 internal/ethapi clientLimitExceededError). */
const maxSlots = 1024
const tooLarge = -38_026

/** Slots by the address they are of. */
const slotsByAddress: EthParam<readonly { readonly who: Uint8Array; readonly slots: readonly Uint8Array[] }[]> = {
	optional: false,
	read: (node) => {
		if (node.kind !== 'object') throw cannotUnmarshal(node, 'map[common.Address][]common.Hash')
		return [...node.members].map(([key, list]) => {
			if (list.kind !== 'array') throw cannotUnmarshal(list, '[]common.Hash')
			const slots = list.items.map((slot) => readFixedBytes(slot, 32, 'common.Hash'))
			return { who: addressOf(key), slots }
		})
	},
}

function addressOf(key: string): Uint8Array {
	const bytes = parseHexBytes(key)
	if (bytes.length === 20) return bytes
	throw plainError(`hex string has length ${bytes.length * 2}, want 40 for common.Address`)
}

function slotOf(key: string): Uint8Array {
	if (!/^(0[xX])?[0-9a-fA-F]{0,64}$/.test(key)) {
		const isLong = key.replace(/^0[xX]/, '').length > 64
		throw new EthFault(
			`${isLong ? 'storage key too long (want at most 32 bytes)' : 'invalid hex in storage key'}: ${JSON.stringify(key)}`,
			ethCodes.invalidParams,
		)
	}
	return hexToHash(key)
}
