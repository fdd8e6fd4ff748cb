import { EthFault } from '../EthFault.ts'
import type { EthMethod, EthMethods } from '../EthMethod.ts'

const coinbase =
	'the coinbase of a block is the validator that proposes it, and this chain has one validator: give the call a block override (feeRecipient) instead'
const random =
	'PREVRANDAO of a block is the hash of the block before it, which cannot be chosen: give a call a block override (prevRandao) instead'
const price = 'the lowest price of gas is the base fee: set that by hardhat_setNextBlockBaseFeePerGas'

/** Powers of anvil and hardhat that this chain cannot give. Their errors tell why, and what to do instead. */
export const refusedPowerMethods: EthMethods = {
	hardhat_setCoinbase: refuse(coinbase),
	anvil_setCoinbase: refuse(coinbase),
	hardhat_setPrevRandao: refuse(random),
	hardhat_setMinGasPrice: refuse(price),
	anvil_setMinGasPrice: refuse(price),
}

function refuse(why: string): EthMethod {
	return async () => {
		throw new EthFault(why)
	}
}
