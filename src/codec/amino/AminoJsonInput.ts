import type { AminoBrand } from '../ChainSettings.ts'
import type { Registry } from '../registry/createRegistry.ts'

/** What reading and writing amino JSON depends on. */
export interface AminoJsonInput {
	readonly registry: Registry
	readonly brand: AminoBrand
	/** Which registered types there are, and what a key of null is: in generation 8 one of zeros. By default 9. */
	readonly generation?: 8 | 9
}
