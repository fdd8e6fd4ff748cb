import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadUpgrade } from '../../../../src/client/index.ts'
import { dispatch, dispatchKey } from '../../../../src/tui/app/dispatch.ts'
import { LogRing } from '../../../../src/tui/app/LogRing.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { UpgradeModel } from '../../../../src/tui/screens/upgrade/UpgradeModel.ts'
import { upgradeCommands } from '../../../../src/tui/screens/upgrade/upgradeCommands.ts'
import { createTuiApp } from '../../../../src/tui/shell/createTuiApp.ts'
import { commandLines, commandOf } from '../../support/commandLines.ts'
import { silentHost } from '../../support/placesApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

let directory: string
let app: TuiApp
let model: UpgradeModel

beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'chain-tui-upgrade-'))
	app = createTuiApp({
		...{ host: silentHost, preferences: memoryPreferences({ welcomed: true }), log: new LogRing() },
		...{ columns: 120, rows: 40, colorLevel: 0, background: 'dark', clock: () => Date.now(), directory },
	})
	model = app.screens.find(({ id }) => id === 'upgrade')!.model as UpgradeModel
})
afterEach(() => rmSync(directory, { recursive: true }))

const account = { index: 3, address: 'kava1abc', before: 'BaseAccount', after: 'BaseAccount', coins: '', problem: '' }
const upgrade = (parts: object = {}) => ({ generation: 8, accounts: [account], target: '/nowhere', ...parts }) as never
const run = (verb: string): unknown => commandOf(upgradeCommands(model), verb).run()
const press = (id: string): void => dispatchKey(app, { id })
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const reasons = (): readonly unknown[] =>
	['file', 'report', 'start', 'export-genesis', 'export-md'].map((verb) =>
		commandOf(upgradeCommands(model), verb).enabled?.(),
	)

describe('the keys of the Upgrade screen', () => {
	it('the keys of the Upgrade screen begin with a genesis', () => {
		expect(commandLines(upgradeCommands(model))).toEqual([
			'o · open · 1',
			'/ · filter · 5',
			'enter · both forms · 2 · ✗ nothing is selected',
			'r · old clients · 3 · ✗ open a genesis first',
			's · start · 4 · ✗ open a genesis first',
			'e · save genesis · 6 · ✗ open a genesis first',
			'E · save report Markdown · 7 · ✗ open a genesis first',
			'C · save report CSV · ✗ open a genesis first',
			'J · save report JSON · ✗ open a genesis first',
		])
	})

	it('the keys of the Upgrade screen wait for work, for a genesis that is taken, for accounts and for a rehearsal', () => {
		model.upgrade = upgrade()
		expect(reasons()).toEqual([true, true, true, true, 'try the old clients first'])
		model.rehearsal = {} as never
		expect(reasons()).toEqual([true, true, true, true, true])
		model.busy = 'reading'
		const wait = 'wait until the work is done, or stop it with Esc'
		expect(reasons()).toEqual([wait, wait, wait, wait, wait])
		model.busy = ''
		model.upgrade = upgrade({ target: undefined })
		const refused = 'the genesis is refused'
		expect(reasons()).toEqual([true, refused, refused, refused, refused])
		model.upgrade = upgrade({ accounts: [] })
		expect(reasons()[1]).toBe('there are no accounts to read')
		model.chain = {} as never
		expect(commandOf(upgradeCommands(model), 'start').title).toBe('end')
	})

	it('the key that starts a migrated chain ends it once it runs', async () => {
		const done: string[] = []
		Object.assign(model, { start: async () => void done.push('start'), end: async () => void done.push('end') })
		run('start')
		model.chain = {} as never
		run('start')
		expect(done).toEqual(['start', 'end'])
	})

	it('a genesis of the Upgrade screen is opened by its path or address, and nothing by none', async () => {
		const opened: string[] = []
		Object.assign(model, { open: async (text: string) => void opened.push(text) })
		for (const text of ['  ', ' http://a:1317  list.txt ']) {
			run('file')
			dispatch(app, { type: 'paste', text })
			press('enter')
			await until(() => app.topOverlay === undefined)
		}
		model.opened(undefined)
		model.opened('genesis.json')
		expect(opened).toEqual(['http://a:1317  list.txt', 'genesis.json'])
	})

	it('the migrated genesis is saved as it is', async () => {
		const target = join(directory, 'made')
		writeFileSync(target, '{"a": 1}')
		model.upgrade = upgrade({ target })
		run('export-genesis')
		await until(() => app.state.toast !== undefined)
		expect(app.state.toast?.text).toBe(`the genesis saved to ${join(directory, 'genesis-9.json')}`)
		expect(readFileSync(join(directory, 'genesis-9.json'), 'utf8')).toBe('{"a": 1}')
	})

	it('the report of a rehearsal that was not made is not saved', async () => {
		for (const state of [{}, { upgrade: upgrade() }, { upgrade: undefined, rehearsal: {} as never }]) {
			Object.assign(model, state)
			run('export-csv')
		}
		await model.report().catch(() => {})
		await loadUpgrade()
		await new Promise(setImmediate)
		expect([readdirSync(directory), app.state.toast]).toEqual([[], undefined])
	})

	it('an account of the Upgrade screen is compared as the old chain answered for it, of a genesis of generation 8 alone', async () => {
		await expect(model.bodyOf(account)).rejects.toMatchObject({
			message: 'No genesis is open.',
			next: 'Open one first.',
		})
		model.upgrade = upgrade({ generation: 9 })
		await expect(model.bodyOf(account)).rejects.toMatchObject({
			message: 'There is no other form of this account.',
			why: 'The genesis is of generation 9.',
		})
		Object.assign(model, { bodyOf: async ({ index }: { readonly index: number }) => `{"account":${index}}` })
		const asked: unknown[] = []
		app.open = (...what) => void asked.push(...what)
		run('open')
		await until(() => asked.length > 0)
		expect(asked).toEqual(['accounts', '{"account":3}'])
	})
})

it('the checklist of the Upgrade screen is as high as its lines, with where each client finds the chain that runs', () => {
	const screen = app.screens.find(({ id }) => id === 'upgrade')!
	const drawn = (height = 30): readonly string[] => {
		const part = renderPart(screen.view(), { app, width: 100, height })
		const rows = part.text().split('\n')
		part.unmount()
		return rows
			.slice(
				1,
				rows.findIndex((row) => row.startsWith('╰')),
			)
			.map((row) => row.slice(2, -2).trimEnd())
	}
	model.checks = ['one', 'two', 'three'].map((text) => ({ kind: 'good', text }))
	const checks = ['✓ one', '✓ two', '✓ three']
	expect(drawn()).toEqual(['No genesis is open.', ...checks])
	model.upgrade = upgrade({ file: 'genesis.json' })
	expect(drawn()).toEqual(checks)
	model.chain = { chainId: 'c'.repeat(41), legacy8: 'http://old', rest: 'http://new' } as never
	expect(drawn()).toEqual([
		`● ${'c'.repeat(40)}… runs in memory, place rehearsal on RPC`,
		'  generation 8  http://old  for kava-sdk-4.0.0, launchpad-0.27',
		'  generation 9  http://new  for kava-sdk-9.0.1',
		...checks,
	])
	// The accounts keep more than half of a low terminal.
	expect([8, 12].map((height) => drawn(height).length)).toEqual([2, 3])
})
