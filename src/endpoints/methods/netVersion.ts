import { evmChainId } from '../chain/evmChainId.ts'
import type { EthMethod } from './EthMethod.ts'

/** `net_version`: the EIP-155 number in decimal. */
export const netVersion: EthMethod = {
	name: 'net_version',
	params: { min: 0, max: 0 },
	run: (_params, { chain, config }) => chain.ofHead(({ chainId }) => String(config.evmChainId ?? evmChainId(chainId))),
}
