import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { readAccount } from '../queries/accounts.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { stdTxAddresses } from './analyzeStdTx.ts'
import type { KnownAccount, KnownState } from './KnownState.ts'

/** Asks a node for everything the analysis of a legacy transaction needs. Throws UserError for a text that is none. */
export async function readKnownState(
	connection: RpcConnection,
	text: string,
	settings: ChainSettings,
	minimumGasPrices: string,
): Promise<KnownState> {
	const registry = createRegistry()
	const { prefix, aminoBrand: brand } = settings
	const accounts = new Map<string, KnownAccount | undefined>()
	for (const address of stdTxAddresses(text, { brand, prefix })) {
		try {
			accounts.set(address, await readAccount(connection, registry, address))
		} catch (error) {
			// An address that is none has no account; the messages say what is wrong with it.
			if (!(error instanceof ChainError)) throw error
			accounts.set(address, undefined)
		}
	}
	const { node_info: info } = await connection.call('status')
	return { chainId: info.network, prefix, brand, accounts, minimumGasPrices }
}
