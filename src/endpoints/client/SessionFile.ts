import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'

/** Keeps the session token of a home in a file that only its owner can read. Without a home it is kept in memory. */
export class SessionFile {
	private readonly file: string | undefined
	private token: string | undefined

	constructor(home: string | undefined) {
		this.file = home === undefined ? undefined : join(home, 'endpoints-session.token')
	}

	/** The token, or undefined. */
	read(): string | undefined {
		if (this.file === undefined) return this.token
		try {
			return readFileSync(this.file, 'utf8').trim() || undefined
		} catch {
			return undefined
		}
	}

	write(token: string): void {
		this.token = token
		if (this.file === undefined) return
		writeFileAtomic(this.file, `${token}\n`)
	}

	remove(): void {
		this.token = undefined
		if (this.file !== undefined) rmSync(this.file, { force: true })
	}
}
