import { cannotUnmarshal } from '../../../codec/goJson/unmarshal.ts'
import { hexToHash } from '../../../crypto/hexAddress.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { blockOr, isPending, type NamedBlock } from '../args/blockParams.ts'
import { address, parseHexBytes, readFixedBytes, text } from '../args/valueParams.ts'
import { bounds } from '../bounds.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import type { ValueParam } from '../rpc/EthMethod.ts'
import { pendingNonce } from '../send/sendRawTx.ts'
import type { EvmView } from '../state/EvmReader.ts'

/** Slots by the address they are of. */
const slotsByAddress: ValueParam<readonly { readonly who: Uint8Array; readonly slots: readonly Uint8Array[] }[]> = {
	read: (node) => {
		if (node.kind !== 'object') throw cannotUnmarshal(node, 'map[common.Address][]common.Hash')
		return [...node.members].map(([key, list]) => {
			if (list.kind !== 'array') throw cannotUnmarshal(list, '[]common.Hash')
			const slots = list.items.map((slot) => readFixedBytes(slot, 32, 'common.Hash'))
			return { who: addressOf(key), slots }
		})
	},
}

const served = { cost: 'read', endpoint: 'serve', dialects: ['geth'] } as const

/** Balances, nonces, codes and slots of addresses, at any height whose state is kept; those of ethermint are in `ethermint/`. */
export const stateMethods = [
	defineEthMethod({
		...served,
		name: 'eth_getBalance',
		params: [address, blockOr('latest')],
		run: async ([who, at], context) => quantity((await stateAt(at, context)).balance(who)),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getCode',
		params: [address, blockOr('latest')],
		run: async ([who, at], context) => hexBytes((await stateAt(at, context)).code(who)),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getStorageAt',
		params: [address, text, blockOr('latest')],
		run: async ([who, slot, at], context) => hexBytes((await stateAt(at, context)).storage(who, slotOf(slot))),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getStorageValues',
		bounds: [bounds.storageValues],
		params: [slotsByAddress, blockOr('latest')],
		run: async ([wanted, at], context) => {
			const count = wanted.reduce((sum, { slots }) => sum + slots.length, 0)
			bounds.storageValues.check(count)
			if (count === 0) throw new EthFault('empty request', ethCodes.invalidParams)
			const view = await stateAt(at, context)
			const values = wanted.map(({ who, slots }) => [
				hexBytes(who),
				slots.map((slot) => hexBytes(view.storage(who, slot))),
			])
			return Object.fromEntries(values) as Record<string, string[]>
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_getTransactionCount',
		params: [address, blockOr('latest')],
		run: async ([who, at], context) => {
			const nonceNow = async (): Promise<bigint> => (await stateAt(at, context)).nonce(who)
			return quantity(await (isPending(at.ref) ? pendingNonce(who, nonceNow, context) : nonceNow()))
		},
	}),
]

async function stateAt({ ref, height }: NamedBlock, { blocks, evm, pending }: EthContext): Promise<EvmView> {
	if (isPending(ref)) return (await pending.at()).view
	if (height > (await blocks.latestHeight())) throw new EthFault('header not found')
	return evm.at(height)
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
