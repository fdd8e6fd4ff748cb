import type { SecretService } from '../../../src/keyring/osKeyStore.ts'

/** Stands for the desktop's service, which a test machine does not have; the store's own logic is real. */
export function secretServiceDouble(): SecretService & { readonly entries: ReadonlyMap<string, string> } {
	const entries = new Map<string, string>()
	return {
		entries,
		getPassword: async (service, account) => entries.get(`${service}\n${account}`) ?? null,
		setPassword: async (service, account, password) => void entries.set(`${service}\n${account}`, password),
		deletePassword: async (service, account) => entries.delete(`${service}\n${account}`),
		// In no order, as the desktop answers.
		findCredentials: async (service) =>
			[...entries]
				.filter(([id]) => id.startsWith(`${service}\n`))
				.map(([id, password]) => ({ account: id.slice(service.length + 1), password }))
				.sort((a, b) => b.account.localeCompare(a.account)),
	}
}
