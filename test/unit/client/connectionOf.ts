import type { RpcConnection } from '../../../src/client/rpc/RpcConnection.ts'
import { RpcError } from '../../../src/client/rpc/RpcError.ts'
import { UserError } from '../../../src/errors/UserError.ts'

/** What a node answers, by method: a reply, an error to throw, or what makes one of the parameters. */
export type Replies = { readonly [method: string]: unknown }

/** A connection to a node that answers as it is told, and has no other methods. Asked methods are noted, with the height. */
export function connectionOf(replies: Replies, asked: string[] = []): RpcConnection {
	const call = async (method: string, params: { readonly height?: unknown } = {}): Promise<unknown> => {
		asked.push(`${method} ${params.height ?? ''}`.trim())
		if (!(method in replies)) throw new RpcError(-32601, 'Method not found', '')
		const reply = replies[method]
		const value: unknown = typeof reply === 'function' ? reply(params) : reply
		if (value instanceof Error) throw value
		return value
	}
	return { kind: 'remote', name: 'test', call: call as RpcConnection['call'], subscribe: () => () => {}, close() {} }
}

/** A node that answers and refuses. */
export const refused = new RpcError(-32603, 'Internal error', 'not today')

/** A node that does not answer. */
export const gone = new UserError('The node does not answer.', { why: 'ECONNREFUSED' })
