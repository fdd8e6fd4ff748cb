import { memberOf } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { anything, parseQuantity } from '../args/valueParams.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { quantity } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { leftOut, optional, type ValueParam } from '../rpc/EthMethod.ts'

/** The code of a wallet that does not know a chain (EIP-3326). */
const unknownChain = 4902

/** A chain by its number, as wallets are asked for one. */
const wantedChain: ValueParam<bigint> = {
	read: (node) => {
		const id = memberOf(node, 'chainId')
		if (id?.kind !== 'string') throw plainError('expected an object with the chainId as 0x text')
		return parseQuantity(id.value, 256)
	},
}

const shared = { cost: 'none', dialects: ['geth'], endpoint: leftOut.keys } as const

/** What pages ask of a wallet, as far as a node can answer it: it has one chain, and accounts only with powers. */
export const walletMethods = [
	defineEthMethod({
		...shared,
		name: 'wallet_switchEthereumChain',
		aliases: ['wallet_addEthereumChain'],
		params: [wantedChain],
		run: ([id], { chainId }) => {
			if (id === chainId) return null
			throw new EthFault(`this node has the chain ${quantity(chainId)} alone, not ${quantity(id)}`, unknownChain)
		},
	}),
	defineEthMethod({
		...shared,
		name: 'wallet_getCapabilities',
		params: [optional(anything), optional(anything)],
		run: (__, { chainId }) => ({ [quantity(chainId)]: {} }),
	}),
	/** Namespaces with their versions (go-ethereum rpc/server.go Modules). */
	defineEthMethod({
		...shared,
		wallets: false,
		name: 'rpc_modules',
		params: [],
		run: (__, { namespaces }: EthContext) => Object.fromEntries(namespaces.map((name) => [name, '1.0'])),
	}),
]
