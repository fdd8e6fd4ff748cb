import type { AminoBrand } from '../ChainSettings.ts'
import type { Registry } from '../registry/createRegistry.ts'

/** What reading and writing amino JSON depends on. */
export interface AminoJsonInput {
	readonly registry: Registry
	readonly brand: AminoBrand
}
