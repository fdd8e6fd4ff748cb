import type { Clock } from '../../util/Clock.ts'
import type { Log } from '../../util/Log.ts'
import type { ChainView } from '../chain/ChainView.ts'
import type { EndpointsConfig } from '../EndpointsConfig.ts'
import type { Storage } from '../storage/openStorage.ts'

/** Dependencies of all operations of the service. */
export interface ServiceContext {
	readonly storage: Storage
	readonly clock: Clock
	readonly log: Log
	readonly config: EndpointsConfig
	readonly chain: ChainView
	/** Makes this process's gateway forget what it remembers; other processes see the version grow. */
	readonly changed: () => void
}
