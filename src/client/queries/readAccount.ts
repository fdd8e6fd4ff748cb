import { AnySchema } from '@bufbuild/protobuf/wkt'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import { accountParts } from '../../codec/legacy/accountParts.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { only } from '../../errors/attempt.ts'
import { Query as AuthQuery } from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { isNotFound, queryMethod } from './abciQuery.ts'

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

/** Reads the account of an address; undefined if it does not exist. @throws {ChainError} if the address is invalid. */
export async function readAccount(
	{ connection, registry }: { readonly connection: RpcConnection; readonly registry: Registry },
	address: string,
): Promise<Account | undefined> {
	const reply = queryMethod(connection, AuthQuery.method.account, { address })
	const account = (await reply.catch(only(isNotFound, () => undefined)))?.account
	if (!account) return undefined
	const json = JSON.parse(encodeProtoJson(account, AnySchema, { registry })) as Account['json']
	const { accountNumber, sequence } = accountParts(registry.unpack(account, 'account')).base
	return { accountNumber, sequence, json }
}
