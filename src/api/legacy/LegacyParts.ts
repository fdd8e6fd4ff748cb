import type { ChainSource } from '../../chain/ChainSource.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import type { NodeIdentity } from '../services/NodeIdentity.ts'

/** What the legacy REST routes are made of. */
export interface LegacyParts extends ChainSource {
	readonly registry: Registry
	readonly settings: ChainSettings
	readonly identity: NodeIdentity
}
