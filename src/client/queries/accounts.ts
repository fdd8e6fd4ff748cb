import type { Message } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { Query as AuthQuery } from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import { Query as BankQuery } from '../../gen/cosmos/bank/v1beta1/query_pb.js'
import type { Coin } from '../ChainClient.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import type { QueryAt } from './abciQuery.ts'
import { isNotFound } from './isNotFound.ts'
import { queryMethod } from './queryMethod.ts'

/** Account data that signing needs. */
export interface SigningAccount {
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/** An account of the chain. */
export interface Account extends SigningAccount {
	/** Gateway JSON with `@type`. */
	readonly json: Readonly<Record<string, unknown>>
}

/**
 * Reads the account of an address; undefined if it does not exist.
 *
 * @throws {ChainError} if the address is invalid.
 */
export async function readAccount(
	connection: RpcConnection,
	registry: Registry,
	address: string,
	at: QueryAt = {},
): Promise<Account | undefined> {
	try {
		const { account } = await queryMethod(connection, AuthQuery.method.account, { address }, at)
		if (!account) return undefined
		const json = JSON.parse(encodeProtoJson(account, AnySchema, { registry })) as Account['json']
		return { ...signingPart(registry.unpack(account, 'account')), json }
	} catch (error) {
		if (isNotFound(error)) return undefined
		throw error
	}
}

/** Reads the first accounts of the chain, ordered by address, as gateway JSON. */
export async function readAccounts(
	connection: RpcConnection,
	registry: Registry,
	most: number,
): Promise<readonly Account['json'][]> {
	const { accounts } = await queryMethod(connection, AuthQuery.method.accounts, { pagination: { limit: BigInt(most) } })
	return accounts.map((any) => JSON.parse(encodeProtoJson(any, AnySchema, { registry })) as Account['json'])
}

/** Reads all balances of an address, sorted by denomination; empty for an unknown address. */
export async function readBalances(
	connection: RpcConnection,
	address: string,
	at: QueryAt = {},
): Promise<readonly Coin[]> {
	const all: Coin[] = []
	let key = new Uint8Array()
	do {
		const request = { address, pagination: { key, limit: 1_000n } }
		const { balances, pagination } = await queryMethod(connection, BankQuery.method.allBalances, request, at)
		all.push(...balances.map(({ denom, amount }) => ({ denom, amount })))
		key = new Uint8Array(pagination?.nextKey ?? [])
	} while (key.length > 0)
	return all
}

/** Reads the supply of every denomination. */
export async function readTotalSupply(connection: RpcConnection, at: QueryAt = {}): Promise<readonly Coin[]> {
	const all: Coin[] = []
	let key = new Uint8Array()
	do {
		const request = { pagination: { key, limit: 1_000n } }
		const { supply, pagination } = await queryMethod(connection, BankQuery.method.totalSupply, request, at)
		all.push(...supply.map(({ denom, amount }) => ({ denom, amount })))
		key = new Uint8Array(pagination?.nextKey ?? [])
	} while (key.length > 0)
	return all
}

/** Number and sequence of an account of any type, at whatever depth. */
function signingPart(account: Message): SigningAccount {
	const fields = account as unknown as Partial<SigningAccount> & {
		readonly baseAccount?: Message
		readonly baseVestingAccount?: Message
	}
	const inner = fields.baseAccount ?? fields.baseVestingAccount
	if (inner) return signingPart(inner)
	return { accountNumber: fields.accountNumber ?? 0n, sequence: fields.sequence ?? 0n }
}

/** Yields the addresses of all accounts, in order, in pages. */
export async function* readAddressPages(
	connection: RpcConnection,
	registry: Registry,
	perPage = 500,
): AsyncGenerator<readonly string[]> {
	let key = new Uint8Array()
	do {
		const { accounts, pagination } = await queryMethod(connection, AuthQuery.method.accounts, {
			pagination: { key, limit: BigInt(perPage) },
		})
		yield accounts.map((any) => addressOf(JSON.parse(encodeProtoJson(any, AnySchema, { registry })))).filter(Boolean)
		key = new Uint8Array(pagination?.nextKey ?? [])
	} while (key.length > 0)
}

/** The address within account gateway JSON, at whatever depth; empty if there is none. */
function addressOf(account: Readonly<Record<string, unknown>>): string {
	if (typeof account.address === 'string') return account.address
	const inner = account.base_account ?? account.base_vesting_account
	return typeof inner === 'object' && inner !== null ? addressOf(inner as Readonly<Record<string, unknown>>) : ''
}
