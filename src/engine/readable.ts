import { UserError } from '../errors/UserError.ts'

/** What reading records gives; undefined where one of them is missing or damaged. */
export function readable<Value>(read: () => Value | undefined): Value | undefined {
	try {
		return read()
	} catch (error) {
		if (error instanceof UserError) return undefined
		throw error
	}
}
