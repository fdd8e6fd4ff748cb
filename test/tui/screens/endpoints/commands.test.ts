import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DeviceProvider, startDeviceProvider } from '../../../support/deviceProvider.ts'
import { digitOf } from '../../support/testApp.ts'
import { type EndpointsApp, endpointsApp, withStorefront } from './support/endpointsApp.ts'
import { endpointExercises } from './support/exercises.ts'

describe('every command of the endpoints', () => {
	let app: EndpointsApp
	let provider: DeviceProvider
	beforeEach(async () => {
		provider = await startDeviceProvider()
		app = await endpointsApp({ columns: 120, rows: 40, config: { identityProviders: [provider.config] } })
		await withStorefront(app)
	})
	afterEach(async () => {
		await app.close()
		await provider.close()
	})

	it.each(Object.entries(endpointExercises))('the command %s does what it says', (_id, exercise) => exercise(app))

	it('a command of the endpoints that cannot be done says why', async () => {
		const { t } = app
		t.press('x')
		expect(t.app.state.toast?.text).toContain('not available on this page')
	})
})

describe('a login with an identity provider', () => {
	it('shows code and address, and logs in once the person is done in the browser', async () => {
		const provider = await startDeviceProvider()
		const app = await endpointsApp({ columns: 80, rows: 24, config: { identityProviders: [provider.config] } })
		const { t } = app
		t.press(digitOf('endpoints'))
		await t.until('Sign up or log in with Example')
		expect(t.screen()).toMatch(/Wallet +not yet available/)
		t.press('j', 'j', 'enter')
		await t.until('WDJB-MJHT')
		expect(t.screen()).toContain(`${provider.config.issuer}/device`)
		provider.approve()
		await t.until('You have no project yet')
		expect((await app.service.client.account()).email).toBe('someone@example.com')
		await app.close()
		await provider.close()
	})

	it('shows the address as a QR code where there is room, and reads it out in plain mode', async () => {
		const provider = await startDeviceProvider()
		const app = await endpointsApp({ columns: 120, rows: 40, config: { identityProviders: [provider.config] } })
		const { t } = app
		t.press(digitOf('endpoints'))
		await t.until('Sign up or log in with Example')
		t.press('j', 'j', 'enter')
		await t.until('WDJB-MJHT')
		expect(t.screen()).toMatch(/[▀▄█]{7}/)
		expect(t.plainLines().join('\n')).toContain('/device?code=WDJB-MJHT')
		expect(t.plainLines().join('\n')).not.toMatch(/[▀▄]/)
		await app.close()
		await provider.close()
	})

	it('says what the provider refused, and leaves the wallet for later', async () => {
		const provider = await startDeviceProvider()
		const app = await endpointsApp({ columns: 80, rows: 24, config: { identityProviders: [provider.config] } })
		const { t } = app
		t.press(digitOf('endpoints'))
		await t.until('Sign up or log in with Example')
		t.press('j', 'j', 'enter')
		await t.until('WDJB-MJHT')
		provider.deny()
		await t.until('The login was refused at Example.')
		expect(t.screen()).toContain('Start a new login and agree there')
		t.press('esc', 'G', 'enter')
		expect(t.app.state.toast?.text).toContain('not yet available')
		await app.close()
		await provider.close()
	})
})
