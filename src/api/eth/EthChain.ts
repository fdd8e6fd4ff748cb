import type { ChainSource } from '../../chain/ChainSource.ts'
import type { EthBlocks } from './blocks/EthBlocks.ts'
import type { PendingBlocks } from './blocks/PendingBlocks.ts'
import type { EthPool } from './pool/EthPool.ts'
import type { EvmReader } from './state/EvmReader.ts'

/** The chain as the JSON-RPC of its EVM sees it, in either dialect. */
export interface EthChain {
	/** EIP-155 chain number. */
	readonly chainId: bigint
	readonly source: ChainSource
	readonly blocks: EthBlocks
	readonly evm: EvmReader
	/** What waits before the chain's own mempool; the same for all listeners of a chain in a thread. */
	readonly pool: EthPool
	/** What waits, as the block that it will be in. */
	readonly pending: PendingBlocks
	/** bech32 prefix of account addresses. */
	readonly prefix: string
	/** The native coin's smallest unit: `uchain`. */
	readonly denom: string
	/** For `web3_clientVersion`: `chain-tui/v0.1.0/linux-x64/node20.19.0`. */
	readonly clientVersion: string
}
