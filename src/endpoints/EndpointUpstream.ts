import type { Call } from '../wire/NodeSchema.ts'

/** The newest height and what the node still has of the blocks before it. */
export interface Head {
	readonly height: number
	/** Lowest height whose block the node keeps. */
	readonly earliest: number
	readonly catchingUp: boolean
	readonly chainId: string
}

/** Old states of a node. */
export interface KeptStates {
	/** Lowest height whose state the node has. */
	readonly earliest: number
	/** Newest heights it keeps from now on; undefined is all. */
	readonly kept: number | undefined
}

/** The newest height that any gateway of a database has answered. */
export interface HeightFloor {
	read(): Promise<number>
	/** Resolves once every gateway reads this height or a later one. */
	raise(height: number): Promise<void>
}

/** The service's view of the chain: Tendermint's JSON-RPC and a few facts it lacks, in process or over http. */
export interface EndpointUpstream {
	/**
	 * Calls a Tendermint method with named parameters (64-bit numbers as text, bytes as Tendermint takes them in JSON).
	 * Resolves to the result as plain JSON. Rejects with UpstreamError.
	 */
	readonly call: Call
	/** The newest height, if it is known without a call; otherwise the service calls `status`. */
	head?(): Head
	/** The range of kept states, if known. */
	states?(): KeptStates
	/** Given what all gateways share, by an upstream of several nodes. */
	share?(floor: HeightFloor): void
	/** bech32 prefix of accounts. */
	readonly prefix: string
	/** Native denomination, a micro-unit: 10^12 wei. */
	readonly denom: string
	/** `0.01uchain`, comma-separated. */
	readonly minimumGasPrices: string
	/** `chain-tui/0.1.0`, for web3_clientVersion. */
	readonly clientVersion: string
}

/** An error reply of the chain, or no reply at all. */
export class UpstreamError extends Error {
	override readonly name = 'UpstreamError'
	/** JSON-RPC code; undefined when the chain did not answer. */
	readonly code: number | undefined

	constructor(message: string, code?: number, options?: ErrorOptions) {
		super(message, options)
		this.code = code
	}
}
