import type { ChainSource } from '../chain/ChainSource.ts'
import type { Engine } from './Engine.ts'

/** What servers need of the light engine in their own thread. */
export function sourceOf(engine: Engine): ChainSource {
	return { chain: engine, pool: engine, application: engine.application }
}
