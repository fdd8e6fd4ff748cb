import type { NamedBlock } from '../args/blockParams.ts'

/** The height of a query as ethermint asks it: 0 is the latest state, whatever its height. */
export function queryHeight({ ref, height }: NamedBlock): number {
	return 'tag' in ref && ref.tag !== 'earliest' ? 0 : height
}
