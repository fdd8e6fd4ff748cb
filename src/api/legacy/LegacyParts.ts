import type { ChainSource } from '../../chain/ChainSource.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import type { NodeIdentity } from '../services/NodeIdentity.ts'

/** Dependencies of the legacy REST routes. */
export interface LegacyParts extends ChainSource {
	readonly registry: Registry
	readonly settings: ChainSettings
	readonly identity: NodeIdentity
}
