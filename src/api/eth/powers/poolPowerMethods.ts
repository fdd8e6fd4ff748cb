import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { address, hash } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'
import type { EthPowers } from './EthPowers.ts'

/** Takes transactions back that wait for a block, with the method names of hardhat and anvil. */
export function poolPowerMethods(powers: EthPowers, { blocks }: EthContext): EthMethods {
	const drop = (id: Uint8Array): Promise<number> =>
		powers.dropTxs((bytes) => ethMessagesOf(bytes).some(({ tx }) => equalBytes(ethTxHash(tx), id)))
	return {
		/** A transaction in a block is an error for hardhat, and no transaction for anvil. */
		hardhat_dropTransaction: defineEthMethod([hash], async (id) => {
			if ((await drop(id)) > 0) return true
			if ((await blocks.byTxHash(id)) === undefined) return false
			throw new EthFault(`transaction ${hexBytes(id)} is in a block already and cannot be dropped`)
		}),
		anvil_dropTransaction: defineEthMethod([hash], async (id) => ((await drop(id)) > 0 ? hexBytes(id) : null)),
		anvil_dropAllTransactions: defineEthMethod([], async () => {
			await powers.dropTxs(() => true)
			return null
		}),
		anvil_removePoolTransactions: defineEthMethod([address], async (who) => {
			await powers.dropTxs((bytes) => ethMessagesOf(bytes).some(({ from }) => equalBytes(from(), who)))
			return null
		}),
	}
}
