import { AnySchema } from '@bufbuild/protobuf/wkt'
import { addressToText, moduleAddress } from '../../codec/address/address.ts'
import { bech32OfAny } from '../../codec/address/anyAddress.ts'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import { accountParts } from '../../codec/legacy/accountParts.ts'
import { Query as AuthQuery } from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import { Query as BankQuery } from '../../gen/cosmos/bank/v1beta1/query_pb.js'
import type { ClientContext } from '../ClientContext.ts'
import type { Coin } from '../chainTypes.ts'
import { queryMethod } from '../queries/abciQuery.ts'
import { type Account, readAccount } from '../queries/readAccount.ts'

type Chain = Pick<ClientContext, 'connection' | 'registry'>

/** The account of a bech32 or 0x address as gateway JSON; undefined if none. @throws {ChainError} if invalid. */
export async function getAccount(
	client: Chain & Pick<ClientContext, 'settings'>,
	address: string,
): Promise<Account['json'] | undefined> {
	return (await readAccount(client, bech32Of(client, address)))?.json
}

/** Accounts of the chain as gateway JSON, ordered by address; at most `most`. */
export async function getAccounts({ connection, registry }: Chain, most: number): Promise<readonly Account['json'][]> {
	const { accounts } = await queryMethod(connection, AuthQuery.method.accounts, { pagination: { limit: BigInt(most) } })
	return accounts.map((any) => JSON.parse(encodeProtoJson(any, AnySchema, { registry })) as Account['json'])
}

/** All balances of a bech32 or 0x address, sorted by denomination, by default at the latest height; empty for an unknown address. */
export async function getBalances(
	client: Pick<ClientContext, 'connection' | 'settings'>,
	text: string,
	height?: number,
): Promise<readonly Coin[]> {
	const address = bech32Of(client, text)
	return allPages(async (pagination) => {
		const at = height === undefined ? {} : { height }
		const reply = await queryMethod(client.connection, BankQuery.method.allBalances, { address, pagination }, at)
		return { items: reply.balances.map(plainCoin), next: reply.pagination?.nextKey }
	})
}

/** The supply of every denomination. */
export async function getTotalSupply({ connection }: Pick<ClientContext, 'connection'>): Promise<readonly Coin[]> {
	return allPages(async (pagination) => {
		const reply = await queryMethod(connection, BankQuery.method.totalSupply, { pagination })
		return { items: reply.supply.map(plainCoin), next: reply.pagination?.nextKey }
	})
}

/** Reads a list page by page, a thousand entries at a time. */
async function allPages<Item>(
	read: (page: { readonly key: Uint8Array; readonly limit: bigint }) => Promise<{
		readonly items: readonly Item[]
		readonly next: Uint8Array | undefined
	}>,
): Promise<readonly Item[]> {
	const all: Item[] = []
	let key = new Uint8Array()
	do {
		const { items, next } = await read({ key, limit: 1_000n })
		all.push(...items)
		key = new Uint8Array(next ?? [])
	} while (key.length > 0)
	return all
}

function plainCoin({ denom, amount }: Coin): Coin {
	return { denom, amount }
}

/** Either address form as bech32. The node validates any other text. */
export function bech32Of({ settings }: Pick<ClientContext, 'settings'>, text: string): string {
	return /^0x/i.test(text) ? bech32OfAny(text, settings.prefix) : text
}

/** Addresses of all accounts, in order, in pages. */
export async function* getAddressPages(
	{ connection, registry }: Chain,
	perPage = 500,
): AsyncIterable<readonly string[]> {
	let key = new Uint8Array()
	do {
		const { accounts, pagination } = await queryMethod(connection, AuthQuery.method.accounts, {
			pagination: { key, limit: BigInt(perPage) },
		})
		yield accounts.map((any) => accountParts(registry.unpack(any, 'account')).base.address).filter(Boolean)
		key = new Uint8Array(pagination?.nextKey ?? [])
	} while (key.length > 0)
}

/** Module accounts of the chain (framework: the bank module collects fees into one) and their display names. */
const modules: Readonly<Record<string, string>> = { fee_collector: 'fee collector' }

/** Well-known addresses with their names: module accounts and, if the chain has one, the faucet. */
export async function getAccountNames(
	client: Chain & Pick<ClientContext, 'status'>,
): Promise<ReadonlyMap<string, string>> {
	const { settings } = await client.status.read()
	const names = new Map<string, string>()
	for (const [module, name] of Object.entries(modules)) {
		names.set(addressToText(moduleAddress(module), settings.prefix), name)
	}
	// Deriving the key takes a moment, and nothing needs the signature code before.
	const { faucetAddress } = await import('../../node/genesis/faucet.ts')
	const faucet = faucetAddress(settings)
	if ((await readAccount(client, faucet)) !== undefined) names.set(faucet, 'faucet')
	return names
}
