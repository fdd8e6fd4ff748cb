import { describe, expect, it, vi } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { type OpenedPage, openPage } from './support/openPage.tsx'

/** The projects of an account, which failed to be read again after they were there. */
async function failedAgain(error: UserError): Promise<OpenedPage> {
	let fails = false
	const at = await openPage(() => undefined, {
		projects: () => {
			if (fails) throw error
			return []
		},
	})
	await vi.waitUntil(() => at.model.page.model.isRead, { timeout: 10_000, interval: 2 })
	fails = true
	at.model.refresh()
	await vi.waitUntil(() => at.model.problem !== undefined, { timeout: 10_000, interval: 2 })
	return at
}

const long = new UserError('It does not answer.', { why: 'q'.repeat(600), next: 'Try again.' })

it('what went wrong at the endpoint service stands above what was read before, where six rows are left for that', async () => {
	const at = await failedAgain(new UserError('It does not answer.', { why: 'the line is cut', next: 'Try again.' }))
	const rows = at.draw(80, 14)
	expect(rows[0]).toMatch(/^ Private endpoints {3}\S+ again: Nodes, the places this app talks to/)
	expect(rows.slice(2, 6).map((row) => row.replaceAll(/[│\s]+/g, ' ').trim())).toEqual([
		'✗ It does not answer.',
		'the line is cut',
		'Try again.',
		expect.stringMatching(/^r reads again \S+ goes up$/),
	])
	const panels = (height: number): readonly string[] =>
		at.panels(60, height).map((panel) => panel.replace(/ \d+,/, ' '))
	expect(panels(13)[0]).toBe('That failed 1 60x6')
	expect([12, 13].map((height) => panels(height).length > 1)).toEqual([false, true])
	// Without room for both, and above deeper pages, the line over the page is left out.
	expect(at.draw(60, 6)[0]).toMatch(/^ Private endpoints/)
	expect(at.draw(60, 5)[0]).toMatch(/^╭─ That failed/)
})

it('the cause of what went wrong at the endpoint service is cut after 500 characters', async () => {
	const at = await failedAgain(long)
	const letters = at.draw(60, 40).join('').replaceAll(/[^q…]/g, '')
	expect(letters).toMatch(/q{500}…/)
	expect(letters).not.toMatch(/q{501}/)
})

describe('a reading of a page at the endpoint service', () => {
	interface Reading {
		readonly resolve: (projects: readonly object[]) => void
		readonly reject: (error: Error) => void
	}
	const readings: Reading[] = []
	/** The projects of an account, of which each further reading ends when it is told to. */
	async function heldPage(): Promise<OpenedPage> {
		let isHeld = false
		readings.length = 0
		const at = await openPage(() => undefined, {
			projects: () => (isHeld ? new Promise((resolve, reject) => readings.push({ resolve, reject })) : []),
			loginMethods: () => [],
		})
		isHeld = true
		return at
	}
	const settled = (): Promise<unknown> => new Promise(setImmediate)

	it('a reading of a page at the endpoint service tells nothing once another one has begun', async () => {
		const { model } = await heldPage()
		for (const _ of [1, 2]) model.refresh()
		await settled()
		readings[1]!.resolve([])
		await settled()
		readings[0]!.reject(long)
		await settled()
		expect([readings.length, model.problem]).toEqual([2, undefined])
		for (const _ of [1, 2]) model.refresh()
		await settled()
		readings[3]!.reject(long)
		await settled()
		readings[2]!.resolve([])
		await settled()
		expect(model.problem).toBe(long)
		model.refresh()
		await settled()
		readings[4]!.resolve([])
		await settled()
		expect(model.problem).toBeUndefined()
	})

	it('a reading of a page at the endpoint service that ends with the session leads to the login, which says why', async () => {
		const { app, model } = await heldPage()
		expect(model.hasLoggedOut).toBe(false)
		model.refresh()
		await settled()
		Object.assign(model.service!, { isLoggedIn: false })
		readings[0]!.reject(long)
		await settled()
		expect([model.problem, model.account, model.hasLoggedOut, model.pages.length]).toEqual([
			undefined,
			undefined,
			true,
			1,
		])
		expect('ways' in model.page.model).toBe(true)
		expect(app.state.toast?.text).toContain('It does not answer.')
	})
})
