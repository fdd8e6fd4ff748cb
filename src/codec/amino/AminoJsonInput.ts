import type { AminoBrand } from '../ChainSettings.ts'
import type { Registry } from '../registry/createRegistry.ts'

/** Options of reading and writing amino JSON. */
export interface AminoJsonInput {
	readonly registry: Registry
	readonly brand: AminoBrand
	/** Which registered types there are, and what a key of null is: in generation 8 one of zeros. By default 9. */
	readonly generation?: 8 | 9
	/** Parses address texts while reading the JSON; by default they stay as they are. */
	readonly readAddress?: (text: string) => string
}
