import { platform } from 'node:os'
import { BugError, UserError } from '../errors/UserError.ts'
import { keytarProcess } from './keytarProcess.ts'
import type { SecretService } from './osKeyStore.ts'

/** The system's key store, or why there is none: as a part of a sentence, and whole. */
export type SecretServiceResult =
	| { readonly ok: true; readonly service: SecretService }
	| { readonly ok: false; readonly reason: string; readonly fault?: UserError }

const usualPatienceMs = 3_000

/**
 * Loads keytar and asks the system's key store once, because one that is installed may still have no running service.
 * @param open throws where keytar is not installed
 * @param patienceMs longest wait for the answer
 */
export async function loadSecretService(
	open: () => SecretService = keytarProcess,
	patienceMs = usualPatienceMs,
): Promise<SecretServiceResult> {
	let service: SecretService
	try {
		service = open()
	} catch {
		return { ok: false, reason: 'keytar is not installed here' }
	}
	try {
		await withinTime(service.findCredentials('chain-tui:probe'), patienceMs)
		return { ok: true, service: explained(service) }
	} catch (cause) {
		return {
			ok: false,
			reason: `the system's key store does not answer (${detailOf(cause)})`,
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
async function withinTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new BugError(`no answer within ${patienceMs / 1_000} seconds`)), patienceMs)
	})
	try {
		return await Promise.race([work, late])
	} finally {
		clearTimeout(timer)
	}
}

/** Name of the store of each system, and how a user opens it. */
const stores: Readonly<Record<string, { readonly name: string; readonly unlock: string }>> = {
	darwin: { name: 'the Keychain', unlock: 'Unlock it in Keychain Access, or with `security unlock-keychain`' },
	win32: { name: 'the Credential Manager', unlock: 'Log in to Windows as the user the keys belong to' },
}

const secretService = {
	name: 'the Secret Service of this desktop (GNOME Keyring, KWallet, KeePassXC or the like)',
	unlock:
		'Unlock it with the password it was made with: in its window (seahorse, KWalletManager), or with `gnome-keyring-daemon --unlock` followed by the password',
}

const toFile = 'keep the keys in an encrypted file with --keyring-backend file'

/** Texts of D-Bus and libsecret for a bus or a service that is not there. */
const missing =
	/autolaunch|ServiceUnknown|not provided by any|NoServer|No such file or directory|Could not connect|\.NoReply/i

function detailOf(cause: unknown): string {
	return cause instanceof Error ? cause.message.replace(/\s+/g, ' ').slice(0, 160) : String(cause)
}

/** What a user reads when the system's key store does not do what it was asked: which, why, and what to do. */
export function secretServiceFault(cause: unknown): UserError {
	const { name, unlock } = stores[platform()] ?? secretService
	const detail = detailOf(cause)
	if (missing.test(detail)) {
		return new UserError("The system's key store cannot be used.", {
			why: `There is no answer from ${name}: ${detail}.`,
			next: `Start it, or ${toFile}.`,
			cause,
		})
	}
	return new UserError("The system's key store is locked, or refuses.", {
		why: `That is ${name}: ${detail}.`,
		next: `${unlock}, then try again; or ${toFile}.`,
		cause,
	})
}
