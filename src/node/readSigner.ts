import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { Application } from '../abci/Application.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import { UserError } from '../errors/UserError.ts'
import type { BaseAccount } from '../gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountRequestSchema, QueryAccountResponseSchema } from '../gen/cosmos/auth/v1beta1/query_pb.js'

/** Account data that a signature needs. */
export interface Signer {
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/** Number and sequence of a base account in committed state; undefined if it does not exist. */
export async function readSigner(
	application: Pick<Application, 'query'>,
	registry: Registry,
	address: string,
): Promise<Signer | undefined> {
	const { code, log, value } = await application.query({
		path: '/cosmos.auth.v1beta1.Query/Account',
		data: toBinary(QueryAccountRequestSchema, create(QueryAccountRequestSchema, { address })),
		height: 0n,
		prove: false,
	})
	if (code !== 0) {
		if (log.includes('key not found')) return undefined
		throw new UserError(`The account ${address} cannot be read.`, { why: log })
	}
	const { account } = fromBinary(QueryAccountResponseSchema, value ?? new Uint8Array(0))
	return account === undefined ? undefined : (registry.unpack(account, 'account') as BaseAccount)
}
