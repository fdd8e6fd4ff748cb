import { beforeEach, describe, expect, it } from 'vitest'
import { hexOfAny } from '../../../../src/codec/address/anyAddress.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { evmDouble } from '../../support/evmDouble.ts'
import { placesApp } from '../../support/placesApp.ts'
import { recordedAccount } from '../../support/recordedAccounts.ts'

const [alice, bob, carol, dave] = ['alice', 'bob', 'carol', 'dave'].map(addressOf) as [string, string, string, string]
/** The 0x form of an address. */
const hexOf = (address: string): string => hexOfAny(address, 'chain') ?? ''
const vesting = recordedAccount('periodic vesting account, never signed')

let app: TuiApp
let chain: ChainDouble
let model: AccountsModel

beforeEach(async () => {
	app = placesApp({})
	chain = new ChainDouble({ keys: ['alice', 'bob'], accounts: { [vesting.address]: vesting } })
	app.client = chain
	app.set({ status: await chain.status(), phase: 'ready', screen: 'accounts', keys: await chain.keys.list() })
	model = app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
	model.list.select(alice)
})

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const pasted = (generation: 8 | 9, address: string) => ({
	...{ generation, address, text: vesting[generation], other: vesting[generation === 8 ? 9 : 8], coins: [] },
})
describe('the accounts', () => {
	it('the accounts begin as a list, with the live state of this node and generation 8 in front', () => {
		expect([model.view, model.front, model.bothShown, model.detailOpen, model.onlyDifferences]).toEqual([
			...['aligned', 8, false, false, false],
		])
		expect([model.fault, model.atHeight, model.remote, model.inside, model.crumbs()]).toEqual([
			...['', undefined, undefined, undefined, []],
		])
	})

	it('the accounts have pasted ones first, then own keys, those looked up, labelled, well known, and of the chain', async () => {
		expect(model.list.all).toEqual([alice, bob])
		model.show(dave)
		app.labels.set(carol, 'the bank')
		app.names = new Map([[vesting.address, 'treasury']])
		model.paste(pasted(9, ''))
		model.known.see([{ signers: [addressOf('erin'), bob], first: {}, height: 1, time: '' } as never])
		expect(model.list.all).toEqual([...['pasted JSON', alice, bob, dave, carol, vesting.address, addressOf('erin')]])
		const made = model.list.all
		expect(model.list.all).toBe(made)
		model.forget()
		expect(model.list.all).toEqual(made.slice(1))
	})

	it('the accounts are found by name, address, kind and 0x form, of which all data is asked for then', async () => {
		model.paste(pasted(9, ''))
		const asked: string[] = []
		chain.account = async (address) => {
			asked.push(address)
			return { '@type': '/cosmos.auth.v1beta1.ModuleAccount' }
		}
		const found = (text: string): readonly string[] => {
			model.list.setFilter(text)
			return model.list.shown
		}
		expect([found('bob'), found(alice), found('nobody')]).toEqual([[bob], [alice], []])
		await until(() => model.infos.version === 2)
		expect(asked.toSorted()).toEqual([alice, bob].toSorted())
		expect([found('module').toSorted(), found(hexOf(bob).toUpperCase().replace('0X', '0x'))]).toEqual([
			...[[alice, bob].toSorted(), [bob]],
		])
		// The 0x form is compared only where one begins with it.
		expect(found(hexOf(bob).slice(2))).toEqual([])
	})

	it('the accounts are asked for data while they are sorted by it, and sorted again by each answer', async () => {
		const numbers: Record<string, string> = { [alice]: '9', [bob]: '7' }
		chain.account = async (address) => ({
			...{ '@type': '/cosmos.auth.v1beta1.BaseAccount', account_number: numbers[address], sequence: '1' },
		})
		model.list.sortBy('number')
		await until(() => model.list.shown.join() === [bob, alice].join())
		expect(model.list.shown).toEqual([bob, alice])
	})
})

describe('an account that is shown', () => {
	it('an account that is shown is remembered once, among fifty, in the form of the chain', async () => {
		model.show(hexOf(carol).replace('0x', '0X'))
		expect([model.selected, model.detailOpen, app.preferences.get('addresses')]).toEqual([carol, true, [carol]])
		model.show(dave.toUpperCase())
		model.show(carol)
		model.show(bob)
		expect([model.selected, app.preferences.get('addresses')]).toEqual([bob, [dave, carol]])
		for (let index = 0; index < 49; index++) model.show(addressOf(`more ${index}`))
		expect([app.preferences.get('addresses').length, app.preferences.get('addresses').at(-1)]).toEqual([50, dave])
		expect(app.preferences.get('addresses')[0]).toBe(addressOf('more 48'))
		model.show(`${carol}x`)
		expect([app.state.toast?.kind, app.state.toast?.text.startsWith('not an address: ')]).toEqual(['bad', true])
		expect(model.selected).toBe(addressOf('more 48'))
	})

	it('an account that is shown takes a filter away that hides it, and leaves one that does not', () => {
		model.list.setFilter('b')
		model.show(bob)
		expect([model.selected, model.list.filter]).toEqual([bob, 'b'])
		model.list.setFilter('alice')
		model.show(bob)
		expect([model.selected, model.list.filter]).toEqual([bob, ''])
	})

	it('an account that is shown ends the report, and one that is none does not', () => {
		model.openReport()
		model.show('nonsense')
		expect(model.report).toBeDefined()
		model.show(bob)
		expect(model.report).toBeUndefined()
	})

	it('an account that is pasted stands beside one of the other generation with the same address or none', () => {
		const together = (first: object, second: object): string => {
			model.paste(first as never)
			model.paste(second as never)
			return Object.keys(model.pasted).join()
		}
		expect(together(pasted(8, alice), pasted(9, alice))).toBe('8,9')
		expect(together(pasted(8, bob), pasted(9, alice))).toBe('9')
		expect(together(pasted(9, ''), pasted(8, alice))).toBe('8,9')
		model.pasted = {}
		expect(together(pasted(8, alice), pasted(8, bob))).toBe('8')
		expect([model.isPasted, model.detailOpen, app.state.toast?.text]).toEqual([
			...[true, true, 'an account of generation 8 was pasted'],
		])
		expect([model.address, model.hexAddress]).toEqual([bob, undefined])
		chain.evm = evmDouble([])
		expect(model.hexAddress).toBe(hexOf(bob))
		model.pasted = { 8: pasted(8, 'nonsense') }
		expect([model.address, model.hexAddress]).toEqual(['nonsense', undefined])
		model.pasted = { 8: pasted(8, bob), 9: pasted(9, '') }
		expect([model.address, model.hexAddress]).toEqual([undefined, undefined])
		model.forget()
		expect([model.pasted, model.detailOpen, model.isPasted]).toEqual([{}, false, false])
	})

	it('an account that was looked up is forgotten alone, and its page is left', () => {
		for (const address of [carol, dave]) model.show(address)
		model.list.select(carol)
		model.forget()
		expect([app.preferences.get('addresses'), model.detailOpen]).toEqual([[dave], false])
	})

	it('what is pasted over the screen is an address of either form with blanks around it, or JSON of an account', async () => {
		expect(model.onPaste(`\n${bob} `)).toBe(true)
		expect(model.selected).toBe(bob)
		model.onPaste(` ${hexOf(carol)}\n`)
		expect(model.selected).toBe(carol)
		model.onPaste(vesting[9])
		await until(() => model.isPasted)
		expect(model.address).toBe(vesting.address)
		model.onPaste('no account')
		await until(() => app.state.toast?.kind === 'bad')
	})
})

describe('the page of an account', () => {
	it('the page of an account moves what its view shows, and Esc leaves it', async () => {
		app.names = new Map()
		app.set({ keys: [], history: [{}] as never })
		model.show(carol)
		const shown = () => [model.inside?.movable, model.crumbs()]
		expect(shown()).toEqual([model.compared, [app.shortName(carol, 20)]])
		model.view = 'raw'
		expect(shown()[0]).toBe(model.scroll)
		model.view = 'check'
		expect(shown()[0]).toBe(model.reads)
		model.paste(pasted(9, ''))
		expect(model.crumbs()).toEqual(['pasted JSON'])
		model.list.setFilter('nobody is called so')
		expect([model.selected, model.inside?.crumb, model.crumbs()]).toEqual([undefined, '', []])
		expect([model.inside?.close(), model.detailOpen]).toEqual([true, false])
	})

	it('the page of an account that a link opened is left for where the link was, and otherwise for the list', () => {
		const history = (count: number): void => app.set({ history: Array.from({ length: count }, () => ({})) as never })
		const closes = (): unknown => model.inside?.close()
		history(1)
		model.opened(bob)
		expect([model.selected, closes(), model.detailOpen]).toEqual([bob, false, false])
		model.opened(bob)
		history(0)
		expect(closes()).toBe(true)
		history(1)
		model.opened(undefined)
		model.open()
		expect(closes()).toBe(true)
	})

	it('the page of the report gives up its filter at Esc, then itself, and reads no more', async () => {
		model.openReport()
		const report = model.report!
		await until(() => report.done)
		expect([model.inside?.movable, model.crumbs(), report.all.length > 0]).toEqual([
			...[report.list, ['migration report'], true],
		])
		report.list.setFilter('bob')
		expect([model.inside?.close(), model.report, report.list.filter]).toEqual([true, report, ''])
		let stopped = false
		report.stop = () => {
			stopped = true
		}
		expect([model.inside?.close(), model.report, stopped]).toEqual([true, undefined, true])
		app.client = undefined
		model.openReport()
		expect(model.report).toBeUndefined()
	})
})
