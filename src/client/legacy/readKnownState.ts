import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { readAccount } from '../queries/readAccount.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { stdTxAddresses } from './analyzeStdTx.ts'
import type { KnownAccount, KnownState } from './KnownState.ts'

/** Reads from a node what a legacy transaction's analysis needs. @throws {UserError} if the text is not one. */
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
			accounts.set(address, await readAccount({ connection, registry }, address))
		} catch (error) {
			// An invalid address has no account. The checks of the messages report it.
			if (!(error instanceof ChainError)) throw error
			accounts.set(address, undefined)
		}
	}
	const { node_info: info } = await connection.call('status')
	return { chainId: info.network, prefix, brand, accounts, minimumGasPrices }
}
