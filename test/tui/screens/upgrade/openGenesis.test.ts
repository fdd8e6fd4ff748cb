import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parsePlaces, placeLines } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { whyDisabled } from '../../../../src/tui/kit/keymap/Command.ts'
import type { UpgradeModel } from '../../../../src/tui/screens/upgrade/UpgradeModel.ts'
import { upgradeCommands } from '../../../../src/tui/screens/upgrade/upgradeCommands.ts'
import { until } from '../../../support/until.ts'
import { placesApp } from '../../support/placesApp.ts'

const generation8 = 'examples/genesis/generation-8.json'
const generation9 = 'test/golden/localnet-genesis.json'

let app: TuiApp
let model: UpgradeModel
beforeEach(() => {
	app = placesApp({})
	model = app.screens.find(({ id }) => id === 'upgrade')!.model as UpgradeModel
})
afterEach(() => model.close())

const command = (id: string) => upgradeCommands(model).find((one) => one.id === `upgrade.${id}`)!
const why = (...ids: readonly string[]): readonly string[] => ids.map((id) => whyDisabled(command(id)))

describe('a genesis of generation 8', () => {
	it('a genesis of generation 8 is migrated into a folder of its own, which goes when it is closed', async () => {
		const seen = new Set<string>()
		const forget = app.store.subscribe(() => void seen.add(model.busy))
		await model.open(generation8)
		forget()
		expect([...seen].slice(0, 2)).toEqual(['reading', 'reading · 0 of 0 MB'])
		expect([model.busy, model.upgrade?.generation, model.upgrade?.accounts.length]).toEqual(['', 8, 173])
		expect(model.checks.length).toBeGreaterThan(3)
		const target = model.upgrade!.target!
		expect(readdirSync(dirname(target))).toContain('genesis.json')
		const [account] = model.upgrade!.accounts
		const body = JSON.parse(await model.bodyOf(account!)) as { readonly height: string; readonly result: object }
		expect([body.height, JSON.stringify(body.result).includes(account!.address)]).toEqual(['0', true])
		model.list.setFilter('Vesting')
		expect(model.list.count).toBeLessThan(173)
		await model.close()
		expect([model.upgrade, model.checks, model.list.filter, existsSync(dirname(target))]).toEqual([
			...[undefined, [], '', false],
		])
		await expect(model.bodyOf(account!)).rejects.toThrow('No genesis is open.')
	})

	it('the folder of a genesis goes although something is still written into it', async () => {
		await model.open(generation8)
		const folder = dirname(model.upgrade!.target!)
		let written = 0
		const writing = (async () => {
			for (; written < 500 && existsSync(folder); written++) await writeFile(join(folder, `part-${written}`), 'x')
		})().catch(() => undefined)
		await until(() => written > 20)
		await model.close()
		await writing
		expect(existsSync(folder)).toBe(false)
	})

	it('a genesis of generation 8 has its keys, as far as they can be used', async () => {
		const keys = ['file', 'open', 'report', 'start', 'export-genesis', 'export-md', 'export-csv']
		const first = 'open a genesis first'
		expect(why(...keys)).toEqual(['', 'nothing is selected', first, first, first, first, first])
		const directory = mkdtempSync(join(tmpdir(), 'chain-tui-upgrade-test-'))
		Object.assign(app, { directory })
		await model.open(generation8)
		const old = 'try the old clients first'
		expect(why(...keys)).toEqual(['', '', '', '', '', old, old])
		void command('export-genesis').run()
		await until(() => app.state.toast?.text.startsWith('the genesis saved to') === true)
		expect(readFileSync(join(directory, 'genesis-9.json'), 'utf8')).toBe(readFileSync(model.upgrade!.target!, 'utf8'))
		model.busy = 'reading'
		const wait = 'wait until the work is done, or stop it with Esc'
		expect(why(...keys)).toEqual([wait, '', wait, wait, wait, wait, wait])
		model.busy = ''
		const { upgrade } = model
		model.upgrade = { ...upgrade!, target: undefined }
		expect(why('report', 'start')).toEqual(['the genesis is refused', 'the genesis is refused'])
		model.upgrade = { ...upgrade!, accounts: [] }
		expect(why('report', 'start')).toEqual(['there are no accounts to read', ''])
		const opened: unknown[] = []
		app.open = (...target) => void opened.push(target)
		model.upgrade = upgrade
		void command('open').run()
		await until(() => opened.length === 1)
		expect(opened[0]).toEqual(['accounts', expect.stringContaining('"height":"0"')])
		rmSync(directory, { recursive: true })
	})
})

describe('the migrated chain', () => {
	it('the migrated chain is one place while it runs, beside those of the user, and none after it', async () => {
		const place = { url: 'http://a:26657', chainId: 'a', standBy: true, keyed: true, speaks: 'rpc', rest: '' } as const
		const before = [
			{ ...place, name: 'own' },
			{ ...place, name: 'rehearsal', url: 'http://b:26657' },
		]
		app.preferences.set('nodes', placeLines(before))
		await model.open(generation8)
		await model.start()
		const { chain } = model
		await model.start()
		expect(model.chain).toBe(chain)
		const { rpc: url, rest, chainId } = chain!
		const [own, rehearsal, ...others] = parsePlaces(app.preferences.get('nodes'))
		expect([own?.name, others]).toEqual(['own', []])
		expect(rehearsal).toMatchObject({
			...{ name: 'rehearsal', url, chainId, standBy: false, keyed: false, speaks: 'rpc', rest },
		})
		await model.end()
		expect([model.chain, parsePlaces(app.preferences.get('nodes')).map(({ name }) => name)]).toEqual([
			...[undefined, ['own']],
		])
	})
})

describe('a genesis that is opened otherwise', () => {
	it('a genesis of generation 9 needs no migration, and its accounts have no other form', async () => {
		model.opened(undefined)
		model.opened(generation9)
		await until(() => model.upgrade !== undefined)
		expect([model.upgrade?.generation, app.state.toast]).toEqual([9, undefined])
		await expect(model.bodyOf(model.upgrade!.accounts[0]!)).rejects.toThrow('There is no other form of this account.')
		expect(model.back()).toBe(false)
	})

	it('a genesis that is none leaves nothing open, and its reason is told', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-upgrade-test-'))
		writeFileSync(join(folder, 'text'), 'no json')
		await model.open(generation9)
		await expect(model.open(join(folder, 'text'))).rejects.toThrow()
		expect([model.upgrade, model.checks, model.busy]).toEqual([undefined, [], ''])
		rmSync(folder, { recursive: true })
	})

	it('nothing is reported or started without a genesis', async () => {
		const { version } = app
		await model.report()
		await model.start()
		await model.end()
		expect([model.rehearsal, model.chain, app.preferences.get('nodes'), app.version]).toEqual([
			...[undefined, undefined, [], version],
		])
	})
})
