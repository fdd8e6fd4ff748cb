import type { ChainSettings } from '../codec/ChainSettings.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import type { Keyring } from '../keyring/Keyring.ts'
import type { AbiBook } from './evm/AbiBook.ts'
import type { NetworkStatus } from './NetworkStatus.ts'
import type { SummaryReader } from './queries/SummaryReader.ts'
import type { TxReader } from './queries/TxReader.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import type { StatusReader } from './StatusReader.ts'
import type { TxSender } from './TxSender.ts'
import type { TxTracker } from './tx/TxTracker.ts'

/** What an action of the client works with. Each action takes the parts that it uses. */
export interface ClientContext {
	readonly connection: RpcConnection
	readonly registry: Registry
	readonly keyring: Keyring
	/** Address prefix, denomination and amino names, if the node does not report them. */
	readonly settings: ChainSettings
	/** Known addresses of the node's REST servers. */
	readonly restAddresses: { readonly rest?: string; readonly legacy8?: string }
	readonly status: StatusReader
	readonly summaries: SummaryReader
	readonly details: TxReader
	readonly network: { read(): Promise<NetworkStatus> }
	readonly sender: TxSender
	readonly tracker: Pick<TxTracker, 'sent'>
	readonly abis: AbiBook
}
