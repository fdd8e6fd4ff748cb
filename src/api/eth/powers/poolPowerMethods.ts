import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { txHash } from '../args/blockParams.ts'
import { address } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { definePower } from './definePower.ts'
import type { EthPowers } from './EthPowers.ts'

/** Takes transactions back that wait for a block, with the method names of hardhat and anvil. */
export const poolPowerMethods = [
	/** A transaction in a block is an error for hardhat, and no transaction for anvil. */
	definePower({
		name: 'hardhat_dropTransaction',
		params: [txHash],
		run: async ([{ hash, found }], powers) => {
			if ((await drop(hash, powers)) > 0) return true
			if (found === undefined) return false
			throw new EthFault(`transaction ${hexBytes(hash)} is in a block already and cannot be dropped`)
		},
	}),
	definePower({
		name: 'anvil_dropTransaction',
		params: [txHash],
		run: async ([{ hash }], powers) => ((await drop(hash, powers)) > 0 ? hexBytes(hash) : null),
	}),
	definePower({
		name: 'anvil_dropAllTransactions',
		params: [],
		run: async (_, powers) => {
			await powers.dropTxs(() => true)
			return null
		},
	}),
	definePower({
		name: 'anvil_removePoolTransactions',
		params: [address],
		run: async ([who], powers) => {
			await powers.dropTxs((bytes) => ethMessagesOf(bytes).some(({ from }) => equalBytes(from(), who)))
			return null
		},
	}),
]

function drop(id: Uint8Array, powers: EthPowers): Promise<number> {
	return powers.dropTxs((bytes) => ethMessagesOf(bytes).some(({ tx }) => equalBytes(ethTxHash(tx), id)))
}
