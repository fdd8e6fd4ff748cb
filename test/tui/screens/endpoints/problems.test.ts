import { expect, it, vi } from 'vitest'
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
