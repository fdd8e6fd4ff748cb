import { beforeEach, describe, expect, it } from 'vitest'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'
import { recordedAccount } from '../../support/recordedAccounts.ts'

const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(addressOf) as [string, string, string]
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
const reads = (address: string): number =>
	chain.calls.filter((call) => call.startsWith(`legacyAccount ${address} 9`)).length
const block = (...signers: readonly string[]) => {
	const txs = signers.map((signer) => ({ signers: [signer], first: {}, height: 5, time: 'then' }))
	return { type: 'block', block: { height: 5 }, txs } as never
}
/** Reads the selected account, to its end. */
async function read(): Promise<void> {
	model.load()
	await until(() => model.current !== undefined)
}

describe('an account that is read', () => {
	it('an account that is read when the screen is opened comes with the accounts of the chain and the labels of now', async () => {
		let refreshed = 0
		app.labels.refresh = () => void refreshed++
		model.opened(undefined)
		await until(() => model.current !== undefined && model.known.list.length > 0)
		expect([refreshed, model.current?.address]).toEqual([1, alice])
		const before = reads(alice)
		model.opened(undefined)
		await until(() => reads(alice) === before + 1)
		model.opened(vesting[8])
		await until(() => model.isPasted)
		expect(model.address).toBe(vesting.address)
	})

	it('an account is read again when another node is there, and those of the chain while the screen is in front', async () => {
		model.connected()
		await until(() => model.current !== undefined && model.known.list.length > 0)
		model.known.list = []
		app.set({ screen: 'home' })
		const before = reads(alice)
		model.connected()
		await until(() => reads(alice) === before + 1)
		expect(model.known.list).toEqual([])
	})

	it('an account is read again after each block while its live state is on the screen', async () => {
		await read()
		let expected = reads(alice)
		const eventMakes = async (event: never, more: number): Promise<void> => {
			model.events([event])
			expected += more
			await until(() => reads(alice) === expected)
			await new Promise(setImmediate)
			expect(reads(alice)).toBe(expected)
		}
		await eventMakes(block(), 1)
		await eventMakes({ type: 'log', entry: {} } as never, 0)
		model.atHeight = 1
		await eventMakes(block(), 0)
		model.atHeight = undefined
		app.set({ screen: 'home' })
		await eventMakes(block(carol), 0)
		expect(model.list.all).not.toContain(carol)
		app.set({ screen: 'accounts' })
		await eventMakes(block(), 1)
		model.paste({ generation: 9, address: '', text: vesting[9], other: vesting[8], coins: [] })
		await read()
		const { reading } = model
		await eventMakes(block(), 0)
		// What was pasted is not compared anew with each block.
		expect(model.reading).toBe(reading)
	})

	it('the data of the list is asked for again after a block with transactions, and not after an empty one', async () => {
		let asked = 0
		chain.account = async () => {
			asked++
			return {}
		}
		model.infos.get(bob)
		await until(() => asked === 1)
		model.events([block()])
		model.infos.get(bob)
		model.events([block(carol)])
		expect(model.list.all).toContain(carol)
		model.infos.get(bob)
		await until(() => asked === 2)
		expect(asked).toBe(2)
	})

	it('an account that a block changed has the rows that changed, until the next change, and none of another account', async () => {
		let sequence = 1
		const write = (address: string, generation: 8 | 9): string => {
			const type = generation === 9 ? 'cosmos-sdk/BaseAccount' : 'cosmos-sdk/Account'
			return JSON.stringify({ height: '1', result: { type, value: { address, sequence: `${sequence}` } } })
		}
		chain.legacyAccount = async (address, generation) => write(address, generation)
		await read()
		const again = async (): Promise<readonly string[]> => {
			const before = model.reading
			model.events([block()])
			await until(() => model.reading !== before)
			return [...model.changes].map(([field, { height, before }]) => `${field} ${height} ${before}`)
		}
		app.set({ status: { ...app.state.status!, height: 12 } })
		expect(await again()).toEqual([])
		sequence = 2
		const [changed = ''] = await again()
		expect(changed).toMatch(/^\S.* 12 "1"$/)
		expect(await again()).toEqual([changed])
		model.list.select(bob)
		await read()
		expect(model.changes.size).toBe(0)
	})

	it('an account that cannot be read has the reason on one line until it can', async () => {
		const { legacyAccount } = chain
		chain.legacyAccount = async () => {
			throw new TypeError('first\nsecond')
		}
		model.load()
		await until(() => model.fault !== '')
		expect(model.fault).toMatch(/first · second/)
		chain.legacyAccount = legacyAccount
		await read()
		expect(model.fault).toBe('')
	})

	it('an account is read at the height and from the node that are asked for', async () => {
		model.goTo(1)
		await until(() => model.current !== undefined)
		expect(chain.calls).toContain(`legacyAccount ${alice} 9 at 1`)
		model.goTo(undefined)
		expect([model.atHeight, model.current]).toEqual([undefined, undefined])
		await until(() => model.current !== undefined)
		expect(model.rows.length).toBeGreaterThan(0)
		model.onlyDifferences = true
		expect(model.rows.some(({ kind }) => kind === 'same')).toBe(false)
	})

	it('an account that vests takes the slider to the time of the chain, which stays where it is for the same account', async () => {
		model.show(vesting.address)
		await read()
		expect(model.clock.terms?.kind).toBe('periodic')
		model.clock.chosen = 5n
		model.compared.cursor.select(0)
		const { reading } = model
		model.events([block()])
		await until(() => model.reading !== reading)
		expect([model.clock.chosen, model.clock.terms?.kind, model.compared.cursor.selected]).toEqual([5n, 'periodic', 0])
		const first = model.rows.findIndex(({ kind }) => kind !== 'same')
		model.compared.edge('last')
		model.open()
		expect([model.compared.cursor.selected, first >= 0]).toEqual([first, true])
		model.list.select(alice)
		await read()
		expect([model.clock.chosen, model.clock.terms]).toEqual([undefined, undefined])
	})
})
