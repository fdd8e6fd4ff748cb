import { evmChainId } from '../chain/evmChainId.ts'
import type { EthMethod } from './EthMethod.ts'
import { quantity } from './hex.ts'

/** `eth_chainId`: EIP-155 number of the chain. */
export const ethChainId: EthMethod = {
	name: 'eth_chainId',
	params: { min: 0, max: 0 },
	run: (_params, { chain, config }) =>
		chain.ofHead(({ chainId }) => quantity(config.evmChainId ?? evmChainId(chainId))),
}
