import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
		mkdirSync(join(this.file, '..'), { recursive: true, mode: 0o700 })
		const temporary = `${this.file}.${process.pid}.tmp`
		writeFileSync(temporary, `${token}\n`, { mode: 0o600 })
		chmodSync(temporary, 0o600)
		renameSync(temporary, this.file)
	}

	remove(): void {
		this.token = undefined
		if (this.file !== undefined) rmSync(this.file, { force: true })
	}
}
