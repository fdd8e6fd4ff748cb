import type { ChainSource } from '../chain/ChainSource.ts'
import type { Engine } from './Engine.ts'

/** The light engine as servers in its thread see it. */
export function sourceOf(engine: Engine): ChainSource {
	return { chain: engine, pool: engine, application: engine.application }
}
