import { render } from 'ink-testing-library'
import type { ReactElement } from 'react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { AppProvider } from '../../../src/tui/app/TuiAppContext.tsx'
import { Area } from '../../../src/tui/kit/components/layout.tsx'
import { Batch } from '../../../src/tui/screens/greetings/Batch.ts'
import { BatchPage } from '../../../src/tui/screens/greetings/BatchPage.tsx'
import { FirstRun } from '../../../src/tui/screens/welcome/FirstRun.ts'
import { FundedPage } from '../../../src/tui/screens/welcome/FundedPage.tsx'
import { ChainDouble } from '../support/chainDouble.ts'
import { networkOfFour } from '../support/networkOfFour.ts'
import { placesApp } from '../support/placesApp.ts'

let app: TuiApp
let chain: ChainDouble
beforeEach(async () => {
	app = placesApp({})
	chain = new ChainDouble({ remote: true, keys: ['alice', 'bob'] })
	app.client = chain
	app.set({ status: await chain.status(), phase: 'ready', keys: await chain.keys.list(), current: 'alice' })
})

const change = (id: string, parts: object): void =>
	void Object.assign(app.screens.find((screen) => screen.id === id)!.model, parts)

/** Draws a component, changes what it shows, and waits for words of it; its parents are not drawn again. */
async function drawnAgain(part: ReactElement, before: string, changed: () => void, after: string): Promise<void> {
	const view = render(
		<AppProvider app={app}>
			<Area width={100} height={30}>
				{part}
			</Area>
		</AppProvider>,
	)
	onTestFinished(view.unmount)
	expect(view.lastFrame()).toContain(before)
	changed()
	app.touch()
	app.frames.flush()
	await expect.poll(view.lastFrame, { interval: 2 }).toContain(after)
	expect(view.lastFrame()).not.toContain(before)
}

const account = { index: 0, address: 'kava1a', before: '', after: '', coins: '', problem: '' }
it.each([
	['keys', () => app.set({ keys: app.state.keys.slice(1) }), 'Keys 2', 'Keys 1'],
	['home', () => change('home', { charts: true }), 'Throughput', 'Memory'],
	['node', () => app.set({ status: { ...app.state.status!, state: 'paused' } }), 'live, remote', 'paused, remote'],
	['logs', () => change('logs', { level: 'error' }), 'info and above', 'error and above'],
	['network', () => change('network', { reading: networkOfFour }), 'Asking the node', '4 validators'],
	['upgrade', () => change('upgrade', { upgrade: { file: 'a', accounts: [account] } }), 'Accounts', '1 account'],
	['transactions', () => change('transactions', { pages: { total: 1, at: () => undefined } }), '0 tran', '1 tran'],
] as const)('the screen %s is drawn again when its model has changed', async (id, changed, before, after) => {
	app.set({ screen: id })
	await drawnAgain(app.screen.view(), before, changed, after)
})

it('the page of a batch is drawn again when a line is in a block', async () => {
	const batch = Batch.of({ client: chain, from: 'alice', text: 'one\ntwo', changed: app.touch })
	const done = (): void => void Object.assign(batch.lines[0]!, { state: 'committed' })
	await drawnAgain(new BatchPage(app, batch).view(), '0 of 2 in blocks', done, '1 of 2 in blocks')
})

it('the last page of the first run is drawn again when coins arrive', async () => {
	const arrive = (): void => app.set({ balances: [{ denom: 'uchain', amount: '5000000' }] })
	await drawnAgain(new FundedPage(new FirstRun(app, chain)).view(), 'No coins yet', arrive, 'Ready · 3 of 3')
})
