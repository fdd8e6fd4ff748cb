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

/** What signing needs of an account. */
export interface SigningAccount {
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/** An account as the chain keeps it. */
export interface Account extends SigningAccount {
	/** Gateway JSON with `@type`. */
	readonly json: Readonly<Record<string, unknown>>
}

/** The account of an address, or undefined when it is not on the chain. Throws ChainError for an address that is none. */
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

/** Accounts of the chain in the order of their addresses, as gateway JSON; the first ones of many. */
export async function readAccounts(
	connection: RpcConnection,
	registry: Registry,
	most: number,
): Promise<readonly Account['json'][]> {
	const { accounts } = await queryMethod(connection, AuthQuery.method.accounts, { pagination: { limit: BigInt(most) } })
	return accounts.map((any) => JSON.parse(encodeProtoJson(any, AnySchema, { registry })) as Account['json'])
}

/** All balances of an address, sorted by denomination; empty for an address without any. */
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

/** The supply of every denomination. */
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

/** Number and sequence out of whatever kind of account, as deep as they lie. */
function signingPart(account: Message): SigningAccount {
	const fields = account as unknown as Partial<SigningAccount> & {
		readonly baseAccount?: Message
		readonly baseVestingAccount?: Message
	}
	const inner = fields.baseAccount ?? fields.baseVestingAccount
	if (inner) return signingPart(inner)
	return { accountNumber: fields.accountNumber ?? 0n, sequence: fields.sequence ?? 0n }
}

/** The addresses of all accounts of the chain in their order, in pages. */
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

/** The address of an account of gateway JSON, as deep as it lies; empty where there is none. */
function addressOf(account: Readonly<Record<string, unknown>>): string {
	if (typeof account.address === 'string') return account.address
	const inner = account.base_account ?? account.base_vesting_account
	return typeof inner === 'object' && inner !== null ? addressOf(inner as Readonly<Record<string, unknown>>) : ''
}
