/** An error reply of JSON-RPC: code, message and data as they go to the caller. */
export class RpcFault extends Error {
	override readonly name = 'RpcFault'
	readonly code: number
	readonly data: unknown

	constructor(code: number, message: string, data?: unknown) {
		super(message)
		this.code = code
		this.data = data
	}
}

/** Codes of JSON-RPC 2.0 section 5.1 and of EIP-1474. */
export const rpcCodes = {
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internal: -32603,
	/** Also: the state asked for is gone. */
	invalidInput: -32000,
	notFound: -32001,
	unavailable: -32002,
	limitExceeded: -32005,
	/** As eRPC answers. */
	unauthorized: -32016,
} as const
