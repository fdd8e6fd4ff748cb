import { UserError } from '../errors/UserError.ts'

/** The result of reading records; undefined if one is missing or damaged. */
export function readable<Value>(read: () => Value | undefined): Value | undefined {
	try {
		return read()
	} catch (error) {
		if (error instanceof UserError) return undefined
		throw error
	}
}
