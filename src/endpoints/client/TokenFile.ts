import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'

/** Keeps a token of a home in a file that only its owner can read. Without a home it is kept in memory. */
export class TokenFile {
	readonly #file: string | undefined
	#token: string | undefined

	constructor(home: string | undefined, name: string) {
		this.#file = home === undefined ? undefined : join(home, name)
	}

	/** The token, or undefined. */
	read(): string | undefined {
		if (this.#file === undefined) return this.#token
		try {
			return readFileSync(this.#file, 'utf8').trim() || undefined
		} catch {
			return undefined
		}
	}

	/**
	 * Keeps a token in place of the one before.
	 *
	 * @throws {UserError} if it cannot be written.
	 */
	write(token: string): void {
		this.#token = token
		if (this.#file !== undefined) writeFileAtomic(this.#file, `${token}\n`)
	}

	/** Forgets the token. */
	remove(): void {
		this.#token = undefined
		if (this.#file !== undefined) rmSync(this.#file, { force: true })
	}
}
