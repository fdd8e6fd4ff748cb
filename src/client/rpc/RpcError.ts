/** An error object in a JSON-RPC reply: the node answers and refuses. */
export class RpcError extends Error {
	override readonly name = 'RpcError'
	readonly code: number
	/** The `data` of the error, where Tendermint puts the cause. */
	readonly data: string

	constructor(code: number, message: string, data: string) {
		super(data === '' ? message : `${message}: ${data}`)
		this.code = code
		this.data = data
	}
}

/** An untrusted JSON-RPC reply. */
export interface RpcReply {
	readonly id?: unknown
	readonly result?: unknown
	readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }
}

/** The result of a reply. @throws {RpcError} if the reply is an error. */
export function replyResult(reply: RpcReply): unknown {
	if (reply.error === undefined || reply.error === null) return reply.result
	const { code, message, data } = reply.error
	throw new RpcError(
		typeof code === 'number' ? code : 0,
		typeof message === 'string' ? message : 'error',
		typeof data === 'string' ? data : data === undefined || data === null ? '' : JSON.stringify(data),
	)
}

/** Whether the node lacks the method: it runs another program, or does not offer the method there. */
export function isMethodNotFound(error: unknown): error is RpcError {
	return error instanceof RpcError && error.code === -32601
}
