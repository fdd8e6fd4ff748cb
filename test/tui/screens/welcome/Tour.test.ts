import { stripVTControlCharacters } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { FirstRun } from '../../../../src/tui/screens/welcome/FirstRun.ts'
import { fundingRows } from '../../../../src/tui/screens/welcome/fundingRows.ts'
import { offerTour } from '../../../../src/tui/screens/welcome/offerTour.ts'
import { offerWelcome } from '../../../../src/tui/screens/welcome/offerWelcome.ts'
import { Tour } from '../../../../src/tui/screens/welcome/Tour.tsx'
import { until } from '../../../support/until.ts'
import { addressOf, ChainDouble, type DoubleOptions } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

let app: TuiApp
beforeEach(() => {
	app = placesApp({})
})

describe('the tour', () => {
	it('the tour goes through its cards, each over its screen, forth and back, and ends with the last one', () => {
		const tour = new Tour(app)
		app.show(tour)
		const run = (id: string): void =>
			void tour
				.commands()
				.find((command) => command.id === `tour.${id}`)!
				.run()
		const card = (): readonly unknown[] => {
			const part = renderPart(tour.view(), { app, width: 80, height: 8 })
			const [head = '', ...rows] = part.text().split('\n')
			part.unmount()
			const hint = rows.find((row) => row.includes('end the tour')) ?? ''
			return [app.screen.id, /─ (.+?) ─+ (\d of \d)/.exec(head)?.slice(1).join(' '), /⏎ (\w+)/.exec(hint)?.[1]]
		}
		run('previous')
		const seen = [card()]
		for (let step = 0; step < 4; step++) {
			run('next')
			seen.push(card())
		}
		expect(seen).toEqual([
			['home', 'Your chain 1 of 5', 'next'],
			['greetings', 'Say something 2 of 5', 'next'],
			['keys', 'Who you are 3 of 5', 'next'],
			['node', 'The node is yours 4 of 5', 'next'],
			// The last one is about every screen.
			['node', 'When you are lost 5 of 5', 'done'],
		])
		expect(tour.commands()[0]!.title).toBe('done')
		run('previous')
		expect([card()[1], tour.commands()[0]!.title, app.topOverlay === tour]).toEqual([
			...['The node is yours 4 of 5', 'next', true],
		])
		run('next')
		run('next')
		expect(app.topOverlay).toBeUndefined()
	})

	it('the tour is as high as the text of its card, with its frame and its keys', () => {
		const tour = new Tour(app)
		expect([tour.rows(200), tour.rows(60)]).toEqual([6, 8])
		const part = renderPart(tour.view(), { app, width: 60, height: 8 })
		expect(part.text().split('\n')[6]).toMatch(/⏎ next {3}Esc end the tour|⏎ next {3}esc end the tour/i)
		part.unmount()
	})

	it('the tour is offered once for a minute, and behind what was just told', async () => {
		Object.assign(app, { clock: () => 7 })
		offerTour(app)
		expect([app.state.toast?.kind, app.state.toast?.text, app.state.offer?.key, app.state.offer?.title]).toEqual([
			...['info', 'New here? W walks you around.', 'W', 'tour'],
		])
		expect(app.state.offer?.until).toBe(60_007)
		await app.state.offer?.run()
		expect(app.topOverlay).toBeInstanceOf(Tour)
		app.set({ toast: undefined })
		offerTour(app)
		expect([app.state.toast, app.preferences.get('toured')]).toEqual([undefined, true])
	})

	it('the tour waits for the first greeting in a block, and for no other transaction', () => {
		const entry = (kind: 'greeting' | 'send', state: string) => ({ kind, progress: { state } }) as never
		const entries: unknown[] = [entry('send', 'committed'), entry('greeting', 'in-mempool')]
		Object.assign(app.outbox, { entries })
		offerTour(app, 'after-greeting')
		app.touch()
		expect([app.state.offer, app.preferences.get('toured')]).toEqual([undefined, false])
		app.toast('good', '✓ in block 7')
		entries.push(entry('greeting', 'committed'))
		app.touch()
		expect([app.state.toast?.kind, app.state.toast?.text]).toEqual([
			...['good', '✓ in block 7 · New here? W walks you around.'],
		])
		app.set({ offer: undefined })
		app.touch()
		expect(app.state.offer).toBeUndefined()
		app.preferences.set('toured', false)
		offerTour(app, 'after-greeting')
		expect(app.state.toast?.text).toBe('New here? W walks you around.')
	})
})

describe('the first run', () => {
	const runOf = (options: DoubleOptions = {}) => {
		const chain = new ChainDouble({ keys: [], ...options })
		app.client = chain
		app.refreshIdentity = () => void app.set({ current: 'me' })
		return { chain, run: new FirstRun(app, chain) }
	}
	const coins = (run: FirstRun): readonly string[] =>
		fundingRows(run, { theme: app.theme, width: 400 }).map(stripVTControlCharacters)

	it('the first run is offered where there is a place, no key, and nobody who left it', () => {
		const offered = (): boolean => {
			offerWelcome(app)
			const is = app.topOverlay !== undefined
			app.set({ overlays: [] })
			return is
		}
		app.preferences.set('welcomed', false)
		expect(offered()).toBe(false)
		runOf()
		expect(offered()).toBe(true)
		app.set({ keys: [{ name: 'a', address: 'b', kind: 'local' }] })
		expect(offered()).toBe(false)
		app.set({ keys: [] })
		app.preferences.set('welcomed', true)
		expect(offered()).toBe(false)
	})

	it('the first run makes a key, and one of Ethereum where the chain has an EVM, with coins of the faucet', async () => {
		const { chain, run } = runOf()
		expect([run.hasEvm, run.poor, run.funding, coins(run)]).toEqual([
			...[false, true, { state: 'none' }, ['This chain has no faucet: your key owns nothing yet.']],
		])
		await run.make('me', '')
		expect([run.funding, run.poor, coins(run)]).toEqual([
			...[{ state: 'asked' }, false, ['◌ the faucet is sending you coins']],
		])
		await until(() => run.funding.state === 'arrived')
		expect([run.poor, coins(run), chain.calls]).toEqual([
			...[false, ['✓ the faucet sent you coins'], [`faucet ${addressOf('me')}`]],
		])
		expect([app.preferences.get('key'), (await chain.keys.list()).length]).toEqual(['me', 1])
		chain.evm = {} as never
		await run.make('you', '')
		expect((await chain.keys.list()).map(({ name }) => name)).toEqual(['me', 'you', 'you-eth'])
		await until(() => chain.calls.length === 3)
		expect(chain.calls[2]).toBe(`faucet ${addressOf('you-eth')}`)
		expect(run.ethName(`${'x'.repeat(49)} y`)).toBe(`${'x'.repeat(49)}-eth`)
	})

	it('the first run says why there are no coins, and when they come', async () => {
		const none = runOf({ noFaucet: true })
		await none.run.make('me', '')
		await until(() => none.run.funding.state === 'none')
		expect(none.run.poor).toBe(true)
		app.set({ balances: ['0', '5'].map((amount) => ({ denom: 'uchain', amount })) })
		expect([none.run.poor, coins(none.run)]).toEqual([false, ['✓ your coins have arrived']])
		app.set({ balances: [{ denom: 'uchain', amount: '0' }] })
		expect(none.run.poor).toBe(true)
		const remote = runOf({ remote: true })
		await remote.run.make('me', '')
		expect(coins(remote.run)).toEqual(['This node has no faucet: your key owns nothing yet.'])
		const broken = runOf()
		Object.assign(broken.chain.admin!, { faucet: () => Promise.reject(new UserError('It is empty.')) })
		await broken.run.make('me', '')
		await until(() => broken.run.funding.state === 'failed')
		expect(coins(broken.run)).toEqual([
			'The faucet has not sent you coins: It is empty. 4 goes to Keys, where f asks it again.',
		])
		expect(broken.run.poor).toBe(true)
	})

	it('the first run opens a locked keyring by the passphrase, and makes no key with a wrong one', async () => {
		const { chain, run } = runOf({ locked: true })
		await expect(run.make('me', 'wrong')).rejects.toThrow('the passphrase is wrong')
		expect(await chain.keys.list()).toEqual([])
		await run.make('me', 'right')
		expect([chain.keys.isLocked(), (await chain.keys.list()).length]).toEqual([false, 1])
	})
})
