import type { AminoBrand } from '../ChainSettings.ts'
import type { Registry } from '../registry/createRegistry.ts'

/** What reading and writing amino JSON depends on. */
export interface AminoJsonInput {
	readonly registry: Registry
	readonly brand: AminoBrand
	/** Which registered types there are, and what a key of null is: in generation 8 one of zeros. By default 9. */
	readonly generation?: 8 | 9
	/** How the text of an address in a message is read, where that happens with the rest of the JSON; by default it is taken as it is. */
	readonly readAddress?: (text: string) => string
}
