/** Codes of JSON-RPC replies: those of JSON-RPC 2.0 section 5.1, of EIP-1474, and of go-ethereum (v1.10.16 rpc/errors.go). */
export const ethCodes = {
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	/** A fault of this program. */
	internal: -32603,
	/** A failure without its own code; also: the state asked for is gone. */
	serverError: -32000,
	notFound: -32001,
	unavailable: -32002,
	/** The reply is larger than its receiver wants. */
	replyTooLarge: -32003,
	/** Exceeds a limit, so that a retry fails too (EIP-1474). */
	limitExceeded: -32005,
	/** As eRPC answers. */
	unauthorized: -32016,
	/** A call that reverted; `data` holds what it returned. */
	reverted: 3,
	/** A transaction that was sent but is in no block in time; `data` holds its hash (v1.17 internal/ethapi/errors.go). */
	notIncludedInTime: 4,
} as const

/** An error that becomes the `error` of a JSON-RPC reply. */
export class EthFault extends Error {
	override readonly name = 'EthFault'
	/** One of `ethCodes`. */
	readonly code: number
	/** 0x hex of a reverted call's return data, or a tracer's structure; usually absent. */
	readonly data: unknown

	constructor(message: string, code: number = ethCodes.serverError, data?: unknown) {
		super(message)
		this.code = code
		this.data = data
	}
}

/** An error reply. `id` is literal JSON. */
export function errorReply(
	id: string,
	{ code, message, data }: Pick<EthFault, 'code' | 'message'> & { readonly data?: unknown },
): string {
	const tail = data === undefined ? '' : `,"data":${JSON.stringify(data)}`
	return `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}${tail}}}`
}

/** A reply with a result. `id` is literal JSON. */
export function resultReply(id: string, result: unknown): string {
	return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`
}
