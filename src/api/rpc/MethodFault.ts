/** An error reply of JSON-RPC: code, its fixed text and the particular one. */
export interface ErrorReply {
	readonly code: number
	readonly message: string
	readonly data?: string
}

/** The errors of Tendermint's server (v0.34.15 rpc/jsonrpc/types). */
export const rpcErrors = {
	parse: (data: string): ErrorReply => ({ code: -32700, message: 'Parse error. Invalid JSON', data }),
	invalidRequest: (data: string): ErrorReply => ({ code: -32600, message: 'Invalid Request', data }),
	methodNotFound: (): ErrorReply => ({ code: -32601, message: 'Method not found' }),
	/** This program's own: an admin method called from another machine. */
	ownMachineOnly: (): ErrorReply => ({
		code: -32601,
		message: 'Method not found',
		data: 'this method answers only programs of the machine the node runs on, and no web page',
	}),
	invalidParams: (data: string): ErrorReply => ({ code: -32602, message: 'Invalid params', data }),
	internal: (data: string): ErrorReply => ({ code: -32603, message: 'Internal error', data }),
}

/** A refusal by a method; its text becomes the reply's `data`. */
export class MethodFault extends Error {
	override readonly name: string = 'MethodFault'
}

/** A place where Tendermint's handler panics: its server then answers the whole request with status 500 and id -1. */
export class MethodPanic extends MethodFault {
	override readonly name = 'MethodPanic'
}
