import { create, type Message } from '@bufbuild/protobuf'
import { addressToText } from '../../codec/address/address.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { QueryAccountRequestSchema, QueryAccountResponseSchema } from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import { LegacyFault } from './LegacyAnswer.ts'
import type { LegacyParts } from './LegacyParts.ts'
import { legacyQuery } from './legacyQuery.ts'

/** An account and the height it was read at. */
export interface FoundAccount {
	readonly account: Message
	readonly height: bigint
}

/** Reads an account; undefined if the query fails. A pruned height is a refusal with status 500. */
export async function findAccount(
	parts: LegacyParts,
	address: Uint8Array,
	height: bigint,
): Promise<FoundAccount | undefined> {
	try {
		return await accountAt(parts, address, height)
	} catch (error) {
		if (!(error instanceof GrpcStatusError)) throw error
		if (isPrunedHeight(error)) throw new LegacyFault(500, error.message)
		return undefined
	}
}

/**
 * Reads an account at a height, 0 for the latest.
 *
 * @throws {GrpcStatusError} for one that does not exist.
 */
export async function accountAt(parts: LegacyParts, address: Uint8Array, height: bigint): Promise<FoundAccount> {
	const { registry, settings } = parts
	const request = create(QueryAccountRequestSchema, { address: addressToText(address, settings.prefix) })
	const path = '/cosmos.auth.v1beta1.Query/Account'
	const found = await legacyQuery(parts, path, encodeMessage(QueryAccountRequestSchema, request), height)
	const { account } = decodeMessage(QueryAccountResponseSchema, found.value)
	if (account === undefined) throw new GrpcStatusError('Unknown', 'the account is empty')
	return { account: registry.unpack(account, 'account'), height: found.height }
}

/** Whether the application refused the height (app/refusePruned.ts). The original's routes see an empty state there. */
function isPrunedHeight({ message }: GrpcStatusError): boolean {
	return message.includes('failed to load state at height')
}
