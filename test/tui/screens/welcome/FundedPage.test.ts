import { beforeEach, describe, expect, it } from 'vitest'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { FirstRun } from '../../../../src/tui/screens/welcome/FirstRun.ts'
import { FundedPage } from '../../../../src/tui/screens/welcome/FundedPage.tsx'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { commandLines, commandOf } from '../../support/commandLines.ts'
import { placesApp } from '../../support/placesApp.ts'

let app: TuiApp
let page: FundedPage
let copied: string[]

beforeEach(async () => {
	app = placesApp({ welcomed: false })
	const chain = new ChainDouble({ keys: ['bob', 'me'] })
	app.client = chain
	app.set({ status: await chain.status(), phase: 'ready', keys: await chain.keys.list(), current: 'me' })
	copied = []
	app.copy = (text, what) => void copied.push(`${what}: ${text}`)
	page = new FundedPage(new FirstRun(app, chain))
	app.show(page)
})

const run = (verb: string): unknown => commandOf(page.commands(), verb).run()
const rich = (): void => app.set({ balances: [{ denom: 'uchain', amount: '1' }] })
/** The page, the screen behind it, and whether the first run is over, its tour offered. */
const state = (): readonly unknown[] => [
	app.state.overlays.includes(page),
	app.state.screen,
	app.preferences.get('welcomed'),
	app.state.offer?.title,
]

describe('the last page of the first run', () => {
	it('the last page of the first run leads to a key with coins, or to the first greeting', () => {
		expect([page.title, ...commandLines(page.commands())]).toEqual([
			'No coins yet · 3 of 3',
			'enter · import a key with coins · 1',
			'y · copy my address · 2',
			'esc · look around · 3',
		])
		rich()
		expect([page.title, commandLines(page.commands())[0]]).toEqual([
			'Ready · 3 of 3',
			'enter · write your first greeting · 1',
		])
		run('copy')
		expect(copied).toEqual([`your address: ${addressOf('me')}`])
	})

	it('the last page of the first run leads from no coins to the import of a key, and offers the tour at once', async () => {
		run('next')
		await expect.poll(() => app.topOverlay?.title, { interval: 2, timeout: 10_000 }).toBe('Import a key')
		expect(state()).toEqual([false, 'keys', true, 'tour'])
	})

	it('the last page of the first run leads from coins to the first greeting, after which the tour is offered', () => {
		rich()
		run('next')
		expect([app.topOverlay?.title, ...state()]).toEqual(['New greeting', false, 'greetings', true, undefined])
	})

	it('the last page of the first run is left to look around, with the tour', () => {
		rich()
		run('skip')
		expect(state()).toEqual([false, 'home', true, 'tour'])
	})
})
