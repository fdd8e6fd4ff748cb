import { addressToText } from '../../codec/address/address.ts'
import { moduleAddress } from '../../codec/address/moduleAddress.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import type { StatusReader } from '../StatusReader.ts'
import { readAccount } from './accounts.ts'

/** Module accounts of the chain (framework: the bank module collects fees into one) and their display names. */
const modules: Readonly<Record<string, string>> = { fee_collector: 'fee collector' }

/** Names of well-known addresses of this chain: its module accounts, and the faucet if there is one. */
export async function accountNames(
	connection: RpcConnection,
	registry: Registry,
	status: StatusReader,
): Promise<ReadonlyMap<string, string>> {
	const { settings } = await status.read()
	const names = new Map<string, string>()
	for (const [module, name] of Object.entries(modules)) {
		names.set(addressToText(moduleAddress(module), settings.prefix), name)
	}
	// Deriving the key takes a moment, and nothing needs the signature code before.
	const { faucetAddress } = await import('../../node/faucet.ts')
	const faucet = faucetAddress(settings)
	if ((await readAccount(connection, registry, faucet)) !== undefined) names.set(faucet, 'faucet')
	return names
}
