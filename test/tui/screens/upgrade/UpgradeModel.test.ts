import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { MigratedChain, UpgradeAccount } from '../../../../src/client/index.ts'
import { knownClients } from '../../../../src/codec/legacy/clientPaths/readClientPaths.ts'
import { placeColumns, tableRow } from '../../../../src/tui/kit/text/tableRows.ts'
import { UpgradeModel, upgradeColumns } from '../../../../src/tui/screens/upgrade/UpgradeModel.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp | undefined
afterEach(async () => {
	await t?.stop()
	t = undefined
})

const account: UpgradeAccount = {
	...{ index: 0, address: 'kava1abc', before: 'BaseAccount', after: 'BaseAccount', coins: '5ukava', problem: '' },
}
const reads = (work: number, change: number, gone: number) => ({
	reads: work + change + gone,
	work,
	change,
	break: gone,
})

/** The list as it is drawn of an account, after a report or before one. */
function row(account: UpgradeAccount, width: number, clients?: readonly ReturnType<typeof reads>[]): string {
	const model = {
		app: { shortName: (address: string, cells: number) => `${address}/${cells}` },
		rehearsal: clients === undefined ? undefined : {},
		reportOf: (address: string) => (clients?.length ? { address, kind: 'base', clients } : undefined),
	} as unknown as UpgradeModel
	const placed = placeColumns(upgradeColumns(model), width)
	const texts = placed.map(({ column, cells }) =>
		column.text(account, { cells, theme: namedTheme, now: 0, mark: (text) => text }),
	)
	return named(tableRow(placed, texts)).trimEnd()
}

it('the list of the accounts of an upgrade tells what becomes of each, and what to look at', () => {
	expect(row(account, 70)).toBe('‹good:✓›  kava1abc/16       Base → same             ‹muted:5ukava›')
	expect(row({ ...account, problem: 'its coins are moved by a module' }, 70)).toBe(
		'‹warn:●›  kava1abc/16       Base → same             ‹warn:its coins are moved by a›…',
	)
	expect(row({ ...account, after: '', problem: 'it has no address' }, 70)).toBe(
		'‹bad:✗›  kava1abc/16       Base → ✗                ‹warn:it has no address›',
	)
	const kinds = [
		...[
			['PeriodicVestingAccount', 'PeriodicVestingAccount'],
			['Account', 'BaseAccount'],
			['BaseAccount', 'ModuleAccount'],
		],
		...[
			['Account', ''],
			['ValidatorVestingAccount', ''],
		],
	] as [string, string][]
	expect(kinds.map(([before, after]) => row({ ...account, before, after }, 50))).toEqual([
		'‹good:✓›  kava1abc/16       PeriodicVesting → same  ‹muted:5uka›…',
		'‹good:✓›  kava1abc/16       Account → Base          ‹muted:5uka›…',
		'‹good:✓›  kava1abc/16       Base → Module           ‹muted:5uka›…',
		'‹bad:✗›  kava1abc/16       Account → ✗             ‹muted:5uka›…',
		'‹bad:✗›  kava1abc/16       ValidatorVesting → ✗    ‹muted:5uka›…',
	])
})

it('the list of the accounts of an upgrade has a column for each client, as far as there is room, in the colour of its worst read', () => {
	const count = Object.keys(knownClients).length
	const ids = (width: number): number => {
		const model = { app: {}, rehearsal: {} } as unknown as UpgradeModel
		return placeColumns(upgradeColumns(model), width).length - 4
	}
	expect([91, 92, 108, 109, 92 + 17 * count].map(ids)).toEqual([0, 1, 1, 2, count])
	const clients = [reads(5, 0, 0), reads(4, 1, 0), reads(3, 1, 1)]
	expect(row(account, 130, clients)).toBe(
		'‹good:✓›  kava1abc/16       Base → same             ‹good:✓ 5 of 5›          ‹warn:≈ 4 of 5›          ‹bad:✗ 3 of 5›          ‹muted:5ukava›',
	)
	expect(row(account, 100, [])).toBe(
		'‹good:✓›  kava1abc/16       Base → same             ‹muted:–›                 ‹muted:5ukava›',
	)
})

it('the accounts of an upgrade sort by what to look at, or else by their coins', () => {
	const model = { app: {} } as unknown as UpgradeModel
	const { order } = upgradeColumns(model).find(({ id }) => id === 'problem')!
	expect([order?.(account), order?.({ ...account, problem: 'look' })]).toEqual(['5ukava', 'look'])
})

it('a migrated chain that ends leaves no place, and the app goes back to its own chain if it is on it', async () => {
	const rpc = 'http://127.0.0.1:9'
	for (const node of ['', rpc]) {
		t = await testApp({ keys: ['alice'], preferences: { nodes: [`rehearsal\t${rpc}\tside-1`, 'a\thttp://a'] } })
		const { app } = t
		app.preferences.set('node', node)
		const switched: string[] = []
		app.switchNode = (url) => void switched.push(url)
		const model = new UpgradeModel(app)
		let closed = 0
		model.chain = { rpc, chainId: 'side-1', close: async () => void closed++ } as unknown as MigratedChain
		await model.end()
		await model.end()
		expect([app.preferences.get('nodes'), switched, closed, model.chain]).toEqual([
			['a\thttp://a'],
			node === '' ? [] : [''],
			1,
			undefined,
		])
		await t.stop()
		t = undefined
	}
})

it('a node that does not answer is left by Esc at once, which is told', async () => {
	let waitedOut = 0
	const server = createServer(() => {}).on('connection', (socket) => socket.on('close', () => waitedOut++))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	try {
		t = await testApp({ keys: ['alice'] })
		const model = new UpgradeModel(t.app)
		expect([model.back(), model.busy]).toEqual([false, ''])
		const reading = model.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
		await t.until(() => model.busy !== '')
		expect(model.back()).toBe(true)
		await reading
		expect([waitedOut, model.busy, t.app.state.toast?.text, model.upgrade, model.checks]).toEqual([
			...[0, '', 'stopped', undefined, []],
		])
		await model.close()
	} finally {
		server.closeAllConnections()
		server.close()
	}
})

it('the Upgrade screen says whether all legacy posts are taken and all reads are there, and what matters most where room is short', async () => {
	t = await testApp({ keys: ['alice'], columns: 120, rows: 30 })
	t.press('g', 'u')
	const model = t.app.screens.find(({ id }) => id === 'upgrade')!.model as UpgradeModel
	const said = async (codes: readonly number[], gone: number, sign: string): Promise<void> => {
		const totals = { reads: 9, work: 8 - gone, change: 1, break: gone }
		model.rehearsal = {
			totals,
			posts: codes.map((code) => ({ code })),
			reports: [],
		} as unknown as typeof model.rehearsal
		t?.app.touch()
		const taken = codes.filter((code) => code === 0).length
		await t?.until(`${sign} ${taken} of 2 legacy posts taken · ${8 - gone} of 9 reads work, 1 moved, ${gone} gone`)
	}
	model.upgrade = {
		file: 'genesis.json',
		generation: 8,
		accounts: [account],
		chainId: 'side-1',
	} as unknown as typeof model.upgrade
	await said([0, 0], 0, '✓')
	await said([0, 5], 0, '✗')
	await said([0, 0], 1, '✗')
	model.checks = (['good', 'wait', 'look', 'bad'] as const).flatMap((kind) =>
		Array.from({ length: kind === 'good' ? 40 : 1 }, (_, index) => ({ kind, text: `${kind} ${index}` })),
	) as unknown as typeof model.checks
	t.app.touch()
	await t.until(/… and \d+ more lines: E saves the report/)
	const kinds = [...t.screen().matchAll(/(bad|look|wait|good) \d+ /g)].map(([, kind]) => kind)
	expect(kinds.slice(0, 4)).toEqual(['bad', 'look', 'wait', 'good'])
	expect(t.screen()).toContain(`… and ${43 - kinds.length} more lines`)
	model.upgrade = undefined
	model.rehearsal = undefined
})
