import { getGasTrace, type RpcConnection, withUserErrors } from '../../client/index.ts'

/** Output of `q tx --gas`. Operations add up to their phase, phases to the gas used. */
export interface GasResponse {
	readonly txhash: string
	readonly height: string
	readonly gas_wanted: string
	readonly gas_used: string
	readonly phases: readonly {
		readonly phase: string
		readonly gas: string
		readonly operations: readonly {
			readonly operation: string
			readonly store?: string
			readonly times: string
			readonly bytes: string
			readonly gas: string
		}[]
	}[]
}

/**
 * Reads the gas use of a transaction in a block.
 *
 * @throws {UserError} if the node cannot tell.
 */
export async function gasResponse(connection: RpcConnection, hash: string): Promise<GasResponse> {
	const trace = await withUserErrors(getGasTrace)({ connection }, hash)
	return {
		txhash: trace.hash,
		height: String(trace.height),
		gas_wanted: String(trace.gasWanted),
		gas_used: String(trace.gasUsed),
		phases: trace.phases.map(({ name, gas, operations }) => ({
			phase: name,
			gas: String(gas),
			operations: operations.map(({ name: operation, store, times, bytes, gas: spent }) => ({
				operation,
				...(store === '' ? {} : { store }),
				times: String(times),
				bytes: String(bytes),
				gas: String(spent),
			})),
		})),
	}
}
