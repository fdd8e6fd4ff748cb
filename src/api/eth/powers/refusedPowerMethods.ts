import { anything } from '../args/valueParams.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { optional } from '../rpc/EthMethod.ts'
import { definePower } from './definePower.ts'

const coinbase =
	'the coinbase of a block is the validator that proposes it, and this chain has one validator: give the call a block override (feeRecipient) instead'
const random =
	'PREVRANDAO of a block is the hash of the block before it, which cannot be chosen: give a call a block override (prevRandao) instead'
const price = 'the lowest price of gas is the base fee: set that by hardhat_setNextBlockBaseFeePerGas'

const chainNumber =
	'the number is part of the chain: its genesis, its stored signatures and its transactions have it; start another chain with --evm-chain-id'
const noFork = 'this chain is no fork of another one: there is no source to change'

/** Powers of anvil and hardhat that this chain cannot give. Their errors tell why, and what to do instead. */
export const refusedPowerMethods = [
	refused('hardhat_setCoinbase', coinbase, ['anvil_setCoinbase']),
	refused('hardhat_setPrevRandao', random),
	refused('hardhat_setMinGasPrice', price, ['anvil_setMinGasPrice']),
	refused('anvil_setChainId', chainNumber),
	refused('anvil_setRpcUrl', noFork),
]

function refused(name: string, refuses: string, aliases: readonly string[] = []) {
	return definePower({
		name,
		aliases,
		params: [optional(anything)],
		refuses,
		run: () => {
			throw new EthFault(refuses)
		},
	})
}
