import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import type { EndpointsClient } from '../../../src/endpoints/client/EndpointsClient.ts'
import { DeviceLogins } from '../../../src/endpoints/login/DeviceLogins.ts'
import type { ServiceContext } from '../../../src/endpoints/service/ServiceContext.ts'
import { type DeviceProvider, type DeviceProviderOptions, startDeviceProvider } from '../../support/deviceProvider.ts'
import { cli } from '../cli/testCli.ts'
import { failedLogin, startService, type TestService } from './support/service.ts'

let service: TestService
let provider: DeviceProvider
afterEach(async () => {
	await service?.close()
	await provider?.close()
})

async function start(options: DeviceProviderOptions = {}): Promise<EndpointsClient> {
	provider = await startDeviceProvider(options)
	service = await startService({ config: { identityProviders: [provider.config] } })
	return createEndpointsClient(service.endpoints.url, undefined)
}

/** How a login ends after `act`: what is said and what to do. */
async function endOf(client: EndpointsClient, act: () => void): Promise<{ message: string; next: string }> {
	const { loginId } = await client.startDeviceLogin('example')
	act()
	return failedLogin(client, loginId)
}

it('a login at a provider that is refused there says so', async () => {
	const client = await start()
	expect(await endOf(client, () => provider.deny())).toEqual({
		message: 'The login was refused at Example.',
		next: 'Start a new login and agree there, or log in another way.',
	})
})

it('a login at a provider ends when its code expires, whatever the provider says of polls', async () => {
	const client = await start({ expiresIn: 1, interval: 60 })
	const from = performance.now()
	expect(await endOf(client, () => {})).toEqual({
		message: 'The code of Example expired before anybody entered it.',
		next: 'Start a new login and enter its code in time.',
	})
	expect(performance.now() - from).toBeLessThan(10_000)
})

it('a login at a provider without a verified address says how to get in', async () => {
	const client = await start({ claims: { email_verified: false } })
	const { message, next } = await endOf(client, () => provider.approve())
	expect(message).toBe('Example says of no e-mail address that it is verified as yours.')
	expect(next).toContain('sign up with a password')
	expect(next).toContain('chain-tui endpoints login --provider example --link')
})

it('a login at a provider whose address has an account says how to add it to that one', async () => {
	const client = await start()
	await client.signUp('someone@example.com', 'correct horse battery')
	await client.logOut()
	const { message, next } = await endOf(client, () => provider.approve())
	expect(message).toBe(
		'There is an account with the e-mail someone@example.com already, and Example is not one of its logins.',
	)
	expect(next).toContain('chain-tui endpoints login --provider example --link')
	// The command says the same.
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-login-'))
	const args = ['endpoints', 'login', '--provider', 'example', '--url', service.endpoints.url, '--home', home]
	const { exit, stderr } = await cli(args)
	rmSync(home, { recursive: true, force: true })
	expect(exit).toBe(1)
	expect(stderr).toContain(message)
	expect(stderr).toContain('login --provider example --link')
})

it('an ID token that is not signed with the keys of its provider opens no account', async () => {
	const client = await start({ forged: true })
	const { message } = await endOf(client, () => provider.approve())
	expect(message).toMatch(/^What Example says of you is not signed with its keys/)
	expect(client.isLoggedIn).toBe(false)
})

it('a provider that sends no identity lets nobody in', async () => {
	const client = await start({ anonymous: true })
	expect(await endOf(client, () => provider.approve())).toEqual({
		message: 'The provider sent no identity.',
		next: '',
	})
})

it('an address that is not in the token is asked of the provider, and counts when it is verified', async () => {
	const claims = { email: undefined, email_verified: undefined }
	const userInfo = { sub: 'person-1', email: 'asked@example.com', email_verified: true }
	const client = await start({ claims, userInfo })
	const { loginId } = await client.startDeviceLogin('example')
	provider.approve()
	await expect
		.poll(async () => (await client.deviceLogin(loginId)).state, { timeout: 20_000, interval: 20 })
		.toBe('done')
	expect((await client.account()).email).toBe('asked@example.com')
	// What the token says is not asked again.
	for (const options of [
		{ claims, userInfo: { ...userInfo, email_verified: false } },
		{ claims: { email_verified: false }, userInfo },
	]) {
		await service.close()
		await provider.close()
		const other = await start(options)
		const { message } = await endOf(other, () => provider.approve())
		expect(message).toBe('Example says of no e-mail address that it is verified as yours.')
	}
})

it('a login at a provider that does not answer says so at once', async () => {
	const client = await start()
	await provider.close()
	await expect(client.startDeviceLogin('example')).rejects.toMatchObject({
		message: 'Example cannot start a login: fetch failed.',
		next: 'Check issuer and clientId in endpoints.json, or log in another way.',
	})
	const context = { config: { identityProviders: [provider.config] } } as unknown as ServiceContext
	await expect(new DeviceLogins(context).start('example', undefined)).rejects.toMatchObject({ status: 502 })
})

it('logins that have ended leave their places to others', async () => {
	await start()
	const context = { config: { identityProviders: [provider.config] } } as unknown as ServiceContext
	const places = 40
	const logins = new DeviceLogins(context, places)
	const started = await Promise.all(Array.from({ length: places }, () => logins.start('example', undefined)))
	await expect(logins.start('example', undefined)).rejects.toMatchObject({ status: 429 })
	provider.deny()
	await expect.poll(() => logins.pending, { timeout: 20_000 }).toBe(0)
	const { loginId } = await logins.start('example', undefined)
	expect(started.map((one) => one.loginId)).not.toContain(loginId)
	logins.close()
})
