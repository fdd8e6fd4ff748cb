/** An error object in a JSON-RPC reply: the node is there and refuses. */
export class RpcError extends Error {
	override readonly name = 'RpcError'
	readonly code: number
	/** The node's own words, where Tendermint puts the cause. */
	readonly data: string

	constructor(code: number, message: string, data: string) {
		super(data === '' ? message : `${message}: ${data}`)
		this.code = code
		this.data = data
	}
}

/** A JSON-RPC reply as text or object, read without trust. */
export interface RpcReply {
	readonly id?: unknown
	readonly result?: unknown
	readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }
}

/** The result of a reply. Throws RpcError. */
export function replyResult(reply: RpcReply): unknown {
	if (reply.error === undefined || reply.error === null) return reply.result
	const { code, message, data } = reply.error
	throw new RpcError(
		typeof code === 'number' ? code : 0,
		typeof message === 'string' ? message : 'error',
		typeof data === 'string' ? data : data === undefined || data === null ? '' : JSON.stringify(data),
	)
}

/** Whether the node has no such method: it runs another program, or the method is not offered there. */
export function isMethodNotFound(error: unknown): error is RpcError {
	return error instanceof RpcError && error.code === -32601
}
