import { utf8 } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'

/** Name of the module and of its store. */
export const greetModuleName = 'greet'

// A stored key contains each prefix twice: once as the prefix of a sub-store and once inside it. The doubled form is
// part of the state format.
const valuePrefix = 'greet-value-greet-value-'

/** Key of the number of greetings, stored as decimal text. */
export const countKey = utf8('greet-count-greet-count-')

/** Key of the greeting with an id. */
export function greetingKey(id: string): Uint8Array {
	return goStringBytes(valuePrefix + id)
}
