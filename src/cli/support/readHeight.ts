import { UserError } from '../../errors/UserError.ts'

/**
 * Reads an argument that names a height: a whole number from 1.
 *
 * @throws {UserError} if it is none.
 */
export function readHeight(text: string, next = 'Give a whole number from 1.'): number {
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
	throw new UserError(`"${text}" is not a height.`, { next })
}
