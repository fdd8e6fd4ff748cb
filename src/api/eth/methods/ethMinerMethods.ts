import { anything, quantity64, text } from '../args/valueParams.ts'
import { defineEthMethod } from '../EthContext.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { leftOut, optional } from '../rpc/EthMethod.ts'

const shared = { cost: 'none', endpoint: leftOut.mining, wallets: false } as const

/** The namespace miner: this node does not mine, as each method says (ethermint v0.14.1 rpc namespaces/miner). */
export const minerMethods = [
	defineEthMethod({ ...shared, name: 'miner_getHashrate', params: [], run: () => 0 }),
	defineEthMethod({ ...shared, name: 'miner_setExtra', params: [text], run: () => unsupported('miner_setExtra') }),
	defineEthMethod({ ...shared, name: 'miner_setGasLimit', params: [quantity64], run: () => false }),
	defineEthMethod({
		...shared,
		name: 'miner_start',
		params: [optional(anything)],
		run: () => unsupported('miner_start'),
	}),
	defineEthMethod({ ...shared, name: 'miner_stop', params: [], run: () => null }),
]

function unsupported(name: string): never {
	throw new EthFault(`unsupported rpc function: ${name}`)
}
