import { anything } from '../args/valueParams.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { optional } from '../rpc/EthMethod.ts'
import { definePower } from './definePower.ts'

const coinbase =
	'the coinbase of a block is the validator that proposes it, and this chain has one validator: give the call a block override (feeRecipient) instead'
const random =
	'PREVRANDAO of a block is the hash of the block before it, which cannot be chosen: give a call a block override (prevRandao) instead'
const price = 'the lowest price of gas is the base fee: set that by hardhat_setNextBlockBaseFeePerGas'

const whatever = [optional(anything)]

/** Powers of anvil and hardhat that this chain cannot give. Their errors tell why, and what to do instead. */
export const refusedPowerMethods = [
	definePower({ name: 'hardhat_setCoinbase', aliases: ['anvil_setCoinbase'], params: whatever, run: refuse(coinbase) }),
	definePower({ name: 'hardhat_setPrevRandao', params: whatever, run: refuse(random) }),
	definePower({
		name: 'hardhat_setMinGasPrice',
		aliases: ['anvil_setMinGasPrice'],
		params: whatever,
		run: refuse(price),
	}),
]

function refuse(why: string): () => never {
	return () => {
		throw new EthFault(why)
	}
}
