import { type RpcConnection, readGasTrace, withUserErrors } from '../../client/index.ts'

/** What `q tx --gas` prints. The operations add up to their phase, the phases to the gas used. */
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
 * Where the gas of a transaction in a block went, asked of a node.
 *
 * @throws {UserError}
 */
export async function gasResponse(connection: RpcConnection, hash: string): Promise<GasResponse> {
	const trace = await withUserErrors(readGasTrace)(connection, hash)
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
