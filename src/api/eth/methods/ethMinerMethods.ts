import { optional } from '../args/EthParam.ts'
import { anything, quantity64, text } from '../args/valueParams.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'

/**
 * The namespace miner: this node does not mine, and each method says so (ethermint v0.14.1
 * rpc/ethereum/namespaces/miner).
 */
export function ethMinerMethods(): EthMethods {
	const unsupported = (name: string) => () => {
		throw new EthFault(`unsupported rpc function: ${name}`)
	}
	return {
		miner_getHashrate: defineEthMethod([], () => 0),
		miner_setExtra: defineEthMethod([text], unsupported('miner_setExtra')),
		miner_setGasLimit: defineEthMethod([quantity64], () => false),
		miner_start: defineEthMethod([optional(anything)], unsupported('miner_start')),
		miner_stop: defineEthMethod([], () => null),
	}
}
