import { beforeEach, describe, expect, it } from 'vitest'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { accountCommands } from '../../../../src/tui/screens/accounts/accountsCommands.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { commandLines, commandOf } from '../../support/commandLines.ts'
import { evmDouble } from '../../support/evmDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

let app: TuiApp
let chain: ChainDouble
let model: AccountsModel
let copied: string[]

beforeEach(async () => {
	app = placesApp({})
	chain = new ChainDouble({ keys: ['alice'] })
	app.client = chain
	app.set({ status: await chain.status(), phase: 'ready', screen: 'accounts', keys: await chain.keys.list() })
	copied = []
	app.copy = (text, what) => void copied.push(`${what}: ${text}`)
	model = app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
	model.list.select(addressOf('alice'))
})

const own = () => accountCommands(model).filter(({ id }) => id.startsWith('accounts.'))
const run = (verb: string): unknown => commandOf(own(), verb).run()
const reason = (verb: string): unknown => commandOf(own(), verb).enabled?.()
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)

async function read(): Promise<void> {
	model.load()
	await until(() => model.current !== undefined)
}

describe('the keys of Accounts', () => {
	it('the keys of Accounts say of one’s own account in the list what can be done with it', () => {
		expect(commandLines(own())).toEqual([
			'enter · inspect · 1',
			'/ · filter · 2',
			'v · raw view · 3',
			'tab · generation 9 · 2 · ✗ both generations are on the screen',
			'd · differences',
			'h · older state · 10',
			'o · transactions · 7',
			'w · contract · ✗ this chain has no EVM',
			'Y · copy 0x · ✗ this chain has no EVM',
			'p · paste JSON · 11',
			'u · other node',
			's · sort · 4',
			'b · label · 12 · ✗ it is the address of one of your keys, which has a name',
			'S · serve gen 8',
			'I · act as · 13',
			'm · migration report · 5',
			'U · copy URL',
			'y · copy address · 14',
			'L · copy gen 8 · ✗ there is no reply of generation 8',
			'R · copy gen 9 · ✗ there is no reply of generation 9',
			'e · export JSON · ✗ the account is not loaded yet',
			'E · export Markdown · ✗ the account is not loaded yet',
			'r · read again',
			'x · forget · ✗ it is the address of one of your keys',
		])
	})

	it('the keys of Accounts say of an opened contract of somebody else what can be done with it', async () => {
		chain.evm = evmDouble([])
		const status = { ...app.state.status!, actAs: [addressOf('carol')] }
		app.set({ status: { ...status, listeners: { ...status.listeners, legacy8: 'http://127.0.0.1:1318' } } })
		model.show(addressOf('carol'))
		Object.assign(model, { view: 'raw', front: 9, onlyDifferences: true, atHeight: 1 })
		await read()
		Object.assign(model, { remote: undefined, reading: { ...model.reading!, code: '0x00' } })
		expect(commandLines(own())).toEqual([
			'enter · inspect · ✗ it is already open',
			'/ · find address · 9',
			'v · paths view · 3',
			'tab · generation 8 · 2',
			'd · all rows',
			'h · other height · 10',
			'o · transactions · 7',
			'w · contract · 4',
			'Y · copy 0x',
			'p · paste JSON · 11',
			'u · other node',
			's · sort · ✗ an account is open',
			'b · label · 12',
			'S · stop gen 8',
			'I · stop acting · 13',
			'm · migration report · 5',
			'U · copy URL',
			'y · copy address · 14',
			'L · copy gen 8',
			'R · copy gen 9',
			'e · export JSON',
			'E · export Markdown',
			'r · read again',
			'x · forget',
		])
		model.bothShown = true
		expect(reason('side')).toBe('both generations are on the screen')
		Object.assign(model, { bothShown: false, view: 'aligned' })
		expect(reason('side')).toBe('both generations are on the screen')
		model.remote = 'http://192.0.2.1'
		expect(commandOf(own(), 'remote').title).toBe('which node')
		Object.assign(model, { remote: undefined, reading: { ...model.reading!, code: undefined } })
		expect([reason('contract'), commandOf(own(), 'contract').footer]).toEqual([
			'the account has no contract',
			undefined,
		])
		app.client = undefined
		expect([reason('report'), reason('generation8'), reason('act-as')]).toEqual([
			...['there is no node', 'you do not control this node', 'you do not control this node'],
		])
	})

	it('the keys of Accounts say where nobody is acted for, and what the chain shows by itself', async () => {
		app.names = await chain.accountNames()
		model.list.select(addressOf('faucet'))
		app.set({ status: { ...app.state.status!, actAs: undefined } as never })
		expect([reason('act-as'), reason('forget'), reason('label')]).toEqual([
			...['this node lets nobody act as another account', 'the chain shows it, you did not look it up', true],
		])
		model.list.setFilter('nobody is called so')
		expect([reason('forget'), reason('act-as'), reason('open'), reason('url')]).toEqual([
			'no address is selected',
			'this node lets nobody act as another account',
			'no address is selected',
			'no address is selected, or the node has no REST listener',
		])
		// An account that is acted for is not one's own.
		model.list.setFilter('')
		app.set({ keys: [{ name: 'x', address: addressOf('faucet'), kind: 'acting' }] as never })
		model.list.select(addressOf('faucet'))
		expect(reason('label')).toBe(true)
	})

	it('the views of an account follow each other, each from its first row or first difference', async () => {
		await read()
		const seen: unknown[] = []
		for (let step = 0; step < 4; step++) {
			model.detailOpen = false
			model.scroll.window(['1', '2', '3'], 1)
			for (const part of [model.scroll, model.compared, model.reads]) part.move(2)
			run('view')
			seen.push([model.view, model.detailOpen, model.scroll.top, model.reads.cursor.selected])
			expect(model.rows[model.compared.cursor.selected]?.kind).not.toBe('same')
		}
		expect(seen).toEqual([
			['raw', true, 0, 0],
			['paths', true, 0, 0],
			['check', true, 0, 0],
			['aligned', true, 0, 0],
		])
		run('side')
		expect(model.front).toBe(9)
		run('side')
		expect(model.front).toBe(8)
		run('differences')
		expect([model.onlyDifferences, model.compared.cursor.selected]).toEqual([true, 0])
		run('differences')
		expect(model.onlyDifferences).toBe(false)
	})

	it('the address, its URL, its 0x form and both replies of an account are copied', async () => {
		chain.evm = evmDouble([])
		await read()
		for (const verb of ['copy', 'url', 'copy-hex', 'copy-8', 'copy-9']) run(verb)
		expect(copied).toEqual([
			`address: ${addressOf('alice')}`,
			expect.stringMatching(new RegExp(`^URL: http://127\\.0\\.0\\.1:1317/\\S*${addressOf('alice')}$`)),
			expect.stringMatching(/^0x address: 0x[0-9a-fA-F]{40}$/),
			`generation 8 JSON: ${model.current?.side8.text}`,
			`generation 9 JSON: ${model.current?.side9.text}`,
		])
	})

	it('an account is acted for and not any more, and the REST server of generation 8 is switched on and off', async () => {
		const done: unknown[] = []
		Object.assign(chain.admin!, {
			actAs: async (what: unknown) => void done.push(what),
			setListener: async (name: string, on: boolean) => void done.push([name, on]),
		})
		let refreshed = 0
		app.refreshIdentity = () => void refreshed++
		model.show(addressOf('carol'))
		const carol = app.nameOf(addressOf('carol'))
		await run('act-as')
		expect([done, app.preferences.get('key'), refreshed, app.state.toast?.text]).toEqual([
			...[[{ add: [addressOf('carol')] }], addressOf('carol'), 1, `you act as ${carol}: no signature needed`],
		])
		app.preferences.set('key', 'alice')
		app.set({ status: { ...app.state.status!, actAs: [addressOf('carol')] } })
		await run('act-as')
		expect([done[1], app.preferences.get('key'), app.state.toast?.text]).toEqual([
			...[{ remove: [addressOf('carol')] }, 'alice', `${carol} needs its signature again`],
		])
		expect(app.state.status?.actAs).toEqual([])
		await run('generation8')
		expect([done[2], app.state.toast?.text]).toEqual([['legacy8', true], 'generation 8 listens on its address'])
		app.set({ status: { ...app.state.status!, listeners: { legacy8: 'http://127.0.0.1:1318' } } })
		await run('generation8')
		expect([done[3], app.state.toast?.text]).toEqual([['legacy8', false], 'generation 8 is off'])
	})
})
