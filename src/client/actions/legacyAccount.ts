import { only } from '../../errors/attempt.ts'
import { UserError } from '../../errors/UserError.ts'
import { jsonOf } from '../../util/jsonParts.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { isMethodNotFound } from '../rpc/RpcError.ts'
import { keyHeader } from '../rpc/remoteConnection.ts'
import { bech32Of } from './accounts.ts'

/**
 * Legacy REST form of an account in generation 9 or 8, `{height, result}` as JSON text: through the connection if the
 * node offers that, otherwise from its REST address.
 * @throws {UserError} if the address is unknown or does not answer, or if the node refuses.
 */
export async function getLegacyAccount(
	client: Pick<ClientContext, 'connection' | 'restAddresses' | 'settings'>,
	address: string,
	generation: 8 | 9,
	height?: number,
): Promise<string> {
	const bech32 = bech32Of(client, address)
	const path = `/auth/accounts/${encodeURIComponent(bech32)}${height === undefined ? '' : `?height=${height}`}`
	const { status, body } =
		(await throughConnection(client.connection, generation, path)) ?? (await overHttp(client, generation, path))
	if (status === 200) return body
	const { error } = (jsonOf(body) ?? {}) as { readonly error?: unknown }
	throw new UserError('The node has no legacy form of this account.', { why: String(error ?? body) })
}

interface RestReply {
	readonly status: number
	readonly body: string
}

async function throughConnection(
	connection: RpcConnection,
	generation: 8 | 9,
	path: string,
): Promise<RestReply | undefined> {
	if (connection.kind !== 'embedded') return undefined
	const reply = connection.call('rest_request', { generation, method: 'GET', path })
	return reply.catch(only(isMethodNotFound, () => undefined))
}

async function overHttp(
	{ restAddresses: addresses, connection }: Pick<ClientContext, 'connection' | 'restAddresses'>,
	generation: 8 | 9,
	path: string,
): Promise<RestReply> {
	const base = generation === 8 ? addresses.legacy8 : addresses.rest
	if (base === undefined) {
		throw new UserError(`The address of the node's generation ${generation} REST is not known.`, {
			next: 'Give it with --rest-url, or start the node with that listener on.',
		})
	}
	try {
		const response = await fetch(`${base}${path}`, {
			headers: base === connection.name ? await keyHeader(connection.apiKey) : {},
			signal: AbortSignal.timeout(20_000),
		})
		return { status: response.status, body: await response.text() }
	} catch (cause) {
		throw new UserError(`The node's REST at ${base} does not answer.`, {
			next: 'Check the address given to --rest-url.',
			cause,
		})
	}
}
