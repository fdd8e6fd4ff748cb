import type { GatewayMetrics } from '../gateway/GatewayMetrics.ts'
import type { ServiceContext } from '../service/ServiceContext.ts'

/** Dependencies of the management API. */
export interface ManagementParts {
	readonly context: ServiceContext
	readonly metrics: GatewayMetrics
	readonly home: string | undefined
	readonly publicUrl: () => string
}
