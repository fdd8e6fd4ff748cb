/** An error reply of JSON-RPC: code, its fixed text and the particular one. */
export interface RpcError {
	readonly code: number
	readonly message: string
	readonly data?: string
}

/** The errors of Tendermint's server (v0.34.15 rpc/jsonrpc/types). */
export const rpcErrors = {
	parse: (data: string): RpcError => ({ code: -32700, message: 'Parse error. Invalid JSON', data }),
	invalidRequest: (data: string): RpcError => ({ code: -32600, message: 'Invalid Request', data }),
	methodNotFound: (): RpcError => ({ code: -32601, message: 'Method not found' }),
	/** Ours: a power over a developer's node, asked for from elsewhere. */
	ownMachineOnly: (): RpcError => ({
		code: -32601,
		message: 'Method not found',
		data: 'this method answers only programs of the machine the node runs on, and no web page',
	}),
	invalidParams: (data: string): RpcError => ({ code: -32602, message: 'Invalid params', data }),
	internal: (data: string): RpcError => ({ code: -32603, message: 'Internal error', data }),
	server: (data: string): RpcError => ({ code: -32000, message: 'Server error', data }),
}

/** A method refuses: the text goes into the reply's `data`. */
export class RpcFault extends Error {
	override readonly name: string = 'RpcFault'
}

/** Where Tendermint's handler panics: its server then answers status 500 and id -1 for the whole request. */
export class RpcPanic extends RpcFault {
	override readonly name = 'RpcPanic'
}
