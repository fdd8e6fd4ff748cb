import type { SecretService } from './osKeyStore.ts'

/** The system's key store, or why there is none, as one sentence. */
export type SecretServiceResult =
	| { readonly ok: true; readonly service: SecretService }
	| { readonly ok: false; readonly reason: string }

/** Name of the optional package, in a variable so that no bundler or type check asks for what may be absent. */
const packageName = 'keytar'

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
		await service.findCredentials('chain-tui:probe')
		return { ok: true, service }
	} catch (cause) {
		const detail = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').slice(0, 160) : String(cause)
		return { ok: false, reason: `the system's key store does not answer (${detail})` }
	}
}
