import { describe, expect, test } from 'vitest'
import { loadSecretService } from '../../../src/keyring/loadSecretService.ts'
import type { SecretService } from '../../../src/keyring/osKeyStore.ts'
import { secretServiceDouble } from './secretServiceDouble.ts'

describe("the system's key store", () => {
	test("the system's key store that answers is used, and what it refuses later is told with what to do", async () => {
		const store = secretServiceDouble()
		await store.setPassword('keys', 'alice', 'secret')
		const result = await loadSecretService(() => store)
		if (!result.ok) throw new Error(result.reason)
		const { service } = result
		expect([
			await service.getPassword('keys', 'alice'),
			await service.findCredentials('keys'),
			await service.setPassword('keys', 'bob', 'another'),
			await service.deletePassword('keys', 'alice'),
			[...store.entries.keys()],
		]).toEqual(['secret', [{ account: 'alice', password: 'secret' }], undefined, true, ['keys\nbob']])
		const locked = async () => {
			throw new Error('the collection is locked')
		}
		for (const method of ['getPassword', 'setPassword', 'deletePassword', 'findCredentials'] as const) {
			store[method] = locked
			await expect(service[method]('keys', 'bob', 'x')).rejects.toMatchObject({
				name: 'UserError',
				message: "The system's key store is locked, or refuses.",
				why: expect.stringMatching(/: the collection is locked\.$/),
			})
		}
	})

	test("the system's key store is none where its package is not installed", async () => {
		const absent = () => {
			throw new Error('Cannot find module')
		}
		expect(await loadSecretService(absent)).toEqual({ ok: false, reason: 'keytar is not installed here' })
	})

	test("the system's key store that waits for a dialog nobody sees is given up", async () => {
		const silent: SecretService = { ...secretServiceDouble(), findCredentials: () => new Promise(() => {}) }
		const why = 'no answer within 0.02 seconds'
		expect(await loadSecretService(() => silent, 20)).toEqual({
			ok: false,
			reason: `the system's key store does not answer (${why})`,
			fault: expect.objectContaining({
				message: "The system's key store is locked, or refuses.",
				why: expect.stringMatching(new RegExp(`: ${why}\\.$`)),
			}),
		})
	})
})
