import { afterEach, expect, it, vi } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { unlocked } from '../../../../src/tui/app/signing/unlocked.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { until } from '../../../support/until.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

afterEach(() => {
	vi.useRealTimers()
})

/** Asks for an action over a keyring; how often it ran. */
async function ask(keyring: { readonly locked: boolean; readonly isNew: boolean }, orNew?: boolean) {
	const app = placesApp({})
	const chain = new ChainDouble({ keys: ['alice'], locked: keyring.locked })
	Object.assign(chain.keys, { isNew: async () => keyring.isNew })
	app.client = chain
	const seen: string[] = []
	app.refreshIdentity = () => void seen.push('identity')
	unlocked(app, () => void seen.push('ran'), orNew === undefined ? {} : { orNew })
	await until(() => seen.length > 0 || app.topOverlay !== undefined)
	return { app, chain, seen, form: app.topOverlay as Form | undefined }
}

it('a keyring that is open, or that is made by the form itself, is not asked to be unlocked', async () => {
	for (const [keyring, orNew] of [
		[{ locked: false, isNew: false }, undefined],
		[{ locked: true, isNew: true }, true],
	] as const) {
		const { seen, form } = await ask(keyring, orNew)
		expect([seen, form]).toEqual([['ran'], undefined])
	}
	const app = placesApp({})
	unlocked(app, () => app.toast('bad', 'it ran'))
	expect([app.state.toast, app.topOverlay]).toEqual([undefined, undefined])
})

it.each([
	[{ locked: true, isNew: true }, undefined, 'Choose a passphrase for your keys', 'choose', 2],
	[{ locked: true, isNew: false }, undefined, 'Unlock your keys', 'unlock', 1],
	[{ locked: true, isNew: false }, true, 'Unlock your keys', 'unlock', 1],
] as const)(
	'a keyring %j, %j, is opened by a form with the title %j',
	async (keyring, orNew, title, action, fields) => {
		const { app, chain, seen, form } = await ask(keyring, orNew)
		expect([form?.title, form?.name, form?.options.action, form?.fields.length, seen]).toEqual([
			...[title, 'unlock', action, fields, []],
		])
		expect(form?.options.intro === undefined).toBe(!keyring.isNew)
		expect(form?.field('passphrase')?.problem).toBe(
			keyring.isNew ? '8 or more characters: 8 to go' : 'type the passphrase of your key file',
		)
		for (const { buffer } of form!.fields) buffer.set('a long one')
		await form!.commands()[0]!.run()
		await until(() => seen.length === 2)
		expect([seen, app.topOverlay, chain.keys.isLocked(), form?.busy]).toEqual([
			['identity', 'ran'],
			undefined,
			false,
			'',
		])
	},
)

it('each wrong passphrase from the third on takes twice as long, up to half a minute, also in a form that is opened anew', async () => {
	const { app, chain } = await ask({ locked: true, isNew: false })
	const { unlock } = chain.keys
	Object.assign(chain.keys, {
		unlock: async () => {
			throw new UserError('The passphrase is wrong.')
		},
	})
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
	const tried = async (): Promise<number> => {
		if (app.topOverlay !== undefined) app.close(app.topOverlay)
		unlocked(app, () => {})
		await vi.advanceTimersByTimeAsync(0)
		const form = app.topOverlay as Form
		for (const { buffer } of form.fields) buffer.set('any')
		const began = Date.now()
		void form.commands()[0]!.run()
		expect(form.busy).toBe('opening the key file …')
		await vi.advanceTimersByTimeAsync(0)
		while (form.busy !== '') await vi.advanceTimersToNextTimerAsync()
		return Date.now() - began
	}
	const waits: number[] = []
	for (let count = 0; count < 9; count++) waits.push(await tried())
	expect(waits).toEqual([0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
	// The right one forgets them.
	const wrong = chain.keys.unlock
	Object.assign(chain.keys, { unlock })
	expect(await tried()).toBe(0)
	Object.assign(chain.keys, { unlock: wrong, isLocked: () => true })
	expect([await tried(), await tried(), await tried()]).toEqual([0, 0, 1_000])
})
