import { ChainError } from '../../errors/ChainError.ts'
import { fromBase64, fromHex } from '../../util/bytes.ts'
import type { Header } from '../../wire/blocks.ts'
import type { ClientContext } from '../ClientContext.ts'
import { type AbciQueryResult, abciQuery } from '../queries/abciQuery.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { greetingKey, greetStorePath } from './greetings.ts'
import { verifyExistence } from './verifyExistence.ts'

/**
 * Fetches an ICS-23 proof of a greeting and checks it against a block header. The app hash of the state after block h is in
 * the header of block h + 1, so the newest state that can be checked is that before the latest block.
 */
export async function verifyGreeting(
	{ connection }: Pick<ClientContext, 'connection'>,
	id: string,
): Promise<{ readonly ok: boolean; readonly height: number; readonly reason: string }> {
	const { height, header } = await latestHeader(connection)
	if (height < 3) return { ok: false, height, reason: 'the chain is too young for a proof: it needs three blocks' }
	const key = greetingKey(id)
	let answer: AbciQueryResult
	try {
		answer = await abciQuery(connection, greetStorePath, key, { height: height - 1, prove: true })
	} catch (error) {
		if (error instanceof ChainError) return { ok: false, height, reason: error.log }
		throw error
	}
	const { value, proofOps } = answer
	if (value.length === 0) return { ok: false, height, reason: `at height ${height - 1} there was no greeting ${id}` }
	const appHash = fromHex(header.app_hash) ?? fromBase64(header.app_hash) ?? new Uint8Array()
	const reason = verifyExistence({ ops: proofOps, store: 'greet', key, value, appHash })
	return { ok: reason === '', height, reason }
}

async function latestHeader(connection: RpcConnection): Promise<{ height: number; header: Pick<Header, 'app_hash'> }> {
	const header = (await connection.call('commit'))?.signed_header.header
	return { height: Number(header?.height ?? 0), header: header ?? { app_hash: '' } }
}
