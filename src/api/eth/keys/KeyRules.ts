import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import type { CallArgs } from '../calls/CallArgs.ts'
import type { EthChain } from '../EthChain.ts'
import type { EthFault } from '../EthFault.ts'
import type { EthJson } from '../EthMethod.ts'

/** How a face signs with the keys of the node. */
export interface KeyRules {
	/** A key that the node does not have. */
	unknownKey(address: Uint8Array): EthFault
	/** A transaction that names no sender. */
	readonly noSender: EthFault
	/** What `eth_sign` signs of some bytes: 32 bytes. */
	signDigest(data: Uint8Array): Uint8Array
	/**
	 * A transaction with what its sender left out, not signed.
	 *
	 * @throws {EthFault} for arguments that contradict each other.
	 */
	fill(args: CallArgs, from: Uint8Array, context: EthChain): Promise<EthTx>
	/** What `personal_unlockAccount` and `personal_lockAccount` answer. */
	readonly unlocks: boolean
	/** What `personal_listWallets` answers: there are none. */
	readonly noWallets: EthJson
}
