import type { QueryApplication } from '../abci/QueryApplication.ts'
import type { ChainSource } from '../chain/ChainSource.ts'
import { createEngineReader } from '../engineRpc/createEngineReader.ts'
import { createEngineTxPool } from '../engineRpc/createEngineTxPool.ts'
import { EngineClient } from '../engineRpc/EngineClient.ts'

/** Default RPC address of engines. */
export const usualEngineUrl = 'http://127.0.0.1:26657'

/** A chain that a real engine runs: blocks and mempool over its RPC, application state in this process. */
export function createEngineSource(url: string | undefined, application: QueryApplication): ChainSource {
	const client = new EngineClient(url ?? usualEngineUrl)
	return { chain: createEngineReader(client), pool: createEngineTxPool(client), application }
}
