import { ChainError } from '../../errors/ChainError.ts'
import { Service } from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import type { SimulatedTx } from '../ChainClient.ts'
import { queryMethod } from '../queries/queryMethod.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'

/** Runs a whole transaction in simulation: messages and balances are checked, signatures and fee are not. */
export async function simulateBytes(connection: RpcConnection, txBytes: Uint8Array): Promise<SimulatedTx> {
	try {
		const reply = await queryMethod(connection, Service.method.simulate, { txBytes })
		return { gasUsed: reply.gasInfo?.gasUsed ?? 0n }
	} catch (error) {
		if (error instanceof ChainError) return { log: error.log }
		throw error
	}
}
