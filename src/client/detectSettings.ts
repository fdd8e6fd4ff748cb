import { decodeBech32 } from '../codec/address/bech32.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { accountParts } from '../codec/legacy/accountParts.ts'
import { createRegistry } from '../codec/registry/createRegistry.ts'
import { only } from '../errors/attempt.ts'
import { ChainError } from '../errors/ChainError.ts'
import { UserError } from '../errors/UserError.ts'
import { Query as AuthQuery } from '../gen/cosmos/auth/v1beta1/query_pb.js'
import { getTotalSupply } from './actions/accounts.ts'
import { queryMethod } from './queries/abciQuery.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { RpcError } from './rpc/RpcError.ts'

/**
 * Detects how a node's chain writes addresses and coins: from what the node reports, otherwise from the prefix of any
 * account and the only micro-denomination. What it cannot detect stays as given, also while the node does not answer.
 */
export async function detectSettings(connection: RpcConnection, given: ChainSettings): Promise<ChainSettings> {
	const told = await connection.call('admin_status').catch(quietly)
	if (told?.settings) return told.settings
	const [prefix, denom] = await Promise.all([
		accountPrefix(connection).catch(quietly),
		nativeDenom(connection, given.denom).catch(quietly),
	])
	return { ...given, prefix: prefix ?? given.prefix, denom: denom ?? given.denom }
}

async function accountPrefix(connection: RpcConnection): Promise<string | undefined> {
	const registry = createRegistry({ evm: true })
	const { accounts } = await queryMethod(connection, AuthQuery.method.accounts, { pagination: { limit: 20n } })
	for (const any of accounts) {
		if (!registry.find(any.typeUrl)) continue
		const { address } = accountParts(registry.unpack(any, 'account')).base
		if (address !== '') return decodeBech32(address).prefix
	}
	return undefined
}

async function nativeDenom(connection: RpcConnection, given: string): Promise<string | undefined> {
	const denoms = (await getTotalSupply({ connection })).map((coin) => coin.denom)
	if (denoms.includes(given)) return given
	const micro = denoms.filter((denom) => /^u[a-z]+$/.test(denom))
	return micro.length === 1 ? micro[0] : undefined
}

/** The node refuses or does not answer; detection then does without it. */
function isSilent(error: unknown): error is RpcError | ChainError | UserError {
	return error instanceof RpcError || error instanceof ChainError || error instanceof UserError
}
const quietly = only(isSilent, () => undefined)
