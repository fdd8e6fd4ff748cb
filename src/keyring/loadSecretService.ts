import { BugError } from '../errors/BugError.ts'
import type { UserError } from '../errors/UserError.ts'
import { keytarProcess } from './keytarProcess.ts'
import type { SecretService } from './osKeyStore.ts'
import { secretServiceFault } from './secretServiceFault.ts'

/** The system's key store, or why there is none: as a part of a sentence, and whole. */
export type SecretServiceResult =
	| { readonly ok: true; readonly service: SecretService }
	| { readonly ok: false; readonly reason: string; readonly fault?: UserError }

const answerWithinMs = 3_000

/** Loads keytar and asks the system's key store once, because one that is installed may still have no running service. */
export async function loadSecretService(): Promise<SecretServiceResult> {
	let service: SecretService
	try {
		service = keytarProcess()
	} catch {
		return { ok: false, reason: 'keytar is not installed here' }
	}
	try {
		await withinTime(service.findCredentials('chain-tui:probe'))
		return { ok: true, service: explained(service) }
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').slice(0, 160) : String(cause)
		return {
			ok: false,
			reason: `the system's key store does not answer (${detail})`,
			fault: secretServiceFault(cause),
		}
	}
}

/** The same store; what goes wrong is told with what to do about it. */
function explained(service: SecretService): SecretService {
	const explain = (cause: unknown): never => {
		throw secretServiceFault(cause)
	}
	return {
		getPassword: (...args) => service.getPassword(...args).catch(explain),
		setPassword: (...args) => service.setPassword(...args).catch(explain),
		deletePassword: (...args) => service.deletePassword(...args).catch(explain),
		findCredentials: (...args) => service.findCredentials(...args).catch(explain),
	}
}

/** A store that waits for a dialog nobody sees must not keep the app from starting. */
async function withinTime<T>(work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new BugError(`no answer within ${answerWithinMs / 1_000} seconds`)), answerWithinMs)
	})
	try {
		return await Promise.race([work, late])
	} finally {
		clearTimeout(timer)
	}
}
