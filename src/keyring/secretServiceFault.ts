import { platform } from 'node:os'
import { UserError } from '../errors/UserError.ts'

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

/**
 * What a user reads when the system's key store does not do what it was asked for: which, why, and what to do about it.
 */
export function secretServiceFault(cause: unknown): UserError {
	const { name, unlock } = stores[platform()] ?? secretService
	const detail = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').slice(0, 160) : String(cause)
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
