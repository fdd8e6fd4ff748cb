import type { QueryApplication } from '../abci/QueryApplication.ts'
import type { ChainSource } from '../chain/ChainSource.ts'
import { createEngineReader } from '../engineRpc/createEngineReader.ts'
import { createEngineTxPool } from '../engineRpc/createEngineTxPool.ts'
import { EngineClient } from '../engineRpc/EngineClient.ts'

/** The RPC address engines have by default otherwise. */
export const usualEngineUrl = 'http://127.0.0.1:26657'

/** A chain that a real engine runs: blocks and mempool over its RPC, state of the application in this process. */
export function createEngineSource(url: string | undefined, application: QueryApplication): ChainSource {
	const client = new EngineClient(url ?? usualEngineUrl)
	return { chain: createEngineReader(client), pool: createEngineTxPool(client), application }
}
