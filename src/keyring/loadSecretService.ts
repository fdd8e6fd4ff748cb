import { UserError } from '../errors/UserError.ts'
import type { SecretService } from './osKeyStore.ts'

/** The system's key store, or why there is none, as one sentence. */
export type SecretServiceResult =
	| { readonly ok: true; readonly service: SecretService }
	| { readonly ok: false; readonly reason: string }

/** Name of the optional package, in a variable so that no bundler or type check asks for what may be absent. */
const packageName = 'keytar'

const answerWithinMs = 3_000

/** Loads keytar and asks the system's key store once, because one that is installed may still have no running service. */
export async function loadSecretService(): Promise<SecretServiceResult> {
	let service: SecretService
	try {
		const loaded = (await import(packageName)) as SecretService & { readonly default?: SecretService }
		service = loaded.default ?? loaded
	} catch {
		return { ok: false, reason: 'keytar is not installed here' }
	}
	try {
		await withinTime(service.findCredentials('chain-tui:probe'))
		return { ok: true, service }
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').slice(0, 160) : String(cause)
		return { ok: false, reason: `the system's key store does not answer (${detail})` }
	}
}

/** A store that waits for a dialog nobody sees must not keep the app from starting. */
async function withinTime<T>(work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() => reject(new UserError(`no answer within ${answerWithinMs / 1_000} seconds`)),
			answerWithinMs,
		)
	})
	try {
		return await Promise.race([work, late])
	} finally {
		clearTimeout(timer)
	}
}
