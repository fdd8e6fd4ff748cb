import type { EthMethod } from './EthMethod.ts'
import { ethAccounts } from './ethAccounts.ts'
import { ethBlockNumber } from './ethBlockNumber.ts'
import { ethChainId } from './ethChainId.ts'
import { ethFeeHistory } from './ethFeeHistory.ts'
import { ethGasPrice } from './ethGasPrice.ts'
import { ethGetBalance } from './ethGetBalance.ts'
import { ethGetBlockByHash } from './ethGetBlockByHash.ts'
import { ethGetBlockByNumber } from './ethGetBlockByNumber.ts'
import { ethGetBlockTransactionCountByHash } from './ethGetBlockTransactionCountByHash.ts'
import { ethGetBlockTransactionCountByNumber } from './ethGetBlockTransactionCountByNumber.ts'
import { ethGetCode } from './ethGetCode.ts'
import { ethGetLogs } from './ethGetLogs.ts'
import { ethGetStorageAt } from './ethGetStorageAt.ts'
import { ethGetTransactionByHash } from './ethGetTransactionByHash.ts'
import { ethGetTransactionCount } from './ethGetTransactionCount.ts'
import { ethGetTransactionReceipt } from './ethGetTransactionReceipt.ts'
import { ethSyncing } from './ethSyncing.ts'
import { netListening } from './netListening.ts'
import { netPeerCount } from './netPeerCount.ts'
import { netVersion } from './netVersion.ts'
import { web3ClientVersion } from './web3ClientVersion.ts'
import { web3Sha3 } from './web3Sha3.ts'

/** Every method of the endpoints by name; an EVM adds its own here. */
export const methodRegistry: ReadonlyMap<string, EthMethod> = new Map(
	[
		ethAccounts,
		ethBlockNumber,
		ethChainId,
		ethFeeHistory,
		ethGasPrice,
		ethGetBalance,
		ethGetBlockByHash,
		ethGetBlockByNumber,
		ethGetBlockTransactionCountByHash,
		ethGetBlockTransactionCountByNumber,
		ethGetCode,
		ethGetLogs,
		ethGetStorageAt,
		ethGetTransactionByHash,
		ethGetTransactionCount,
		ethGetTransactionReceipt,
		ethSyncing,
		netListening,
		netPeerCount,
		netVersion,
		web3ClientVersion,
		web3Sha3,
	].map((method) => [method.name, method]),
)
