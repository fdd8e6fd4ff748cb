/** Codes of JSON-RPC replies as go-ethereum numbers them (v1.10.16 rpc/errors.go). */
export const ethCodes = {
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	/** A failure without its own code. */
	serverError: -32000,
	/** A call that reverted; `data` holds what it returned. */
	reverted: 3,
	/** A transaction that was sent but is in no block in time; `data` holds its hash (v1.17 internal/ethapi/errors.go). */
	notIncludedInTime: 4,
	/** Exceeds a limit, so that a retry fails too (EIP-1474). */
	limitExceeded: -32005,
} as const

/** An error that becomes the `error` of a JSON-RPC reply. */
export class EthFault extends Error {
	/** One of `ethCodes`. */
	readonly code: number
	/** 0x hex of a reverted call's return data, or a tracer's structure; usually absent. */
	readonly data: unknown

	constructor(message: string, code: number = ethCodes.serverError, data?: unknown) {
		super(message)
		this.name = 'EthFault'
		this.code = code
		this.data = data
	}
}
