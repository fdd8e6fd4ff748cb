import type { Application } from '../../abci/Application.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import type { EngineReader } from '../../engine/EngineReader.ts'
import type { NodeIdentity } from '../services/NodeIdentity.ts'

/** What the legacy REST routes are made of. */
export interface LegacyParts {
	/** Answers queries and simulations; stays the same object across revert and reset. */
	readonly application: Pick<Application, 'query' | 'simulate'>
	readonly engine: EngineReader
	readonly registry: Registry
	readonly settings: ChainSettings
	readonly identity: NodeIdentity
}
