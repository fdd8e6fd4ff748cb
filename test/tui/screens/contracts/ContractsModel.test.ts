import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CallNode } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { ContractsModel } from '../../../../src/tui/screens/contracts/ContractsModel.ts'
import { evmApp, pokedPlace } from '../../support/evmApp.ts'
import { doubleContract, evmDouble } from '../../support/evmDouble.ts'

let app: TuiApp
let model: ContractsModel
/** Addresses of accounts that the EVM was asked for. */
let asked: string[]

beforeEach(async () => {
	asked = []
	const { account } = evmDouble([])
	const counted: typeof account = (address, ...more) => {
		asked.push(address)
		return account(address, ...more)
	}
	;({ app, model } = await evmApp({ account: counted }))
})

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const block = (...txs: readonly object[]) => ({ type: 'block', block: { height: 8 }, txs }) as never
const log = { type: 'log', entry: {} } as never

describe('the contracts', () => {
	it('the contracts are not asked for before their screen is opened, and then again with each block that has transactions', async () => {
		model.events([block({})])
		model.connected(app.client!)
		await allThatIsDue()
		expect(asked).toEqual([])
		model.opened()
		await until(() => model.accounts.size === 1)
		expect([asked.length, [...model.accounts.keys()], model.page]).toEqual([1, [doubleContract], undefined])
		model.events([log, block()])
		await allThatIsDue()
		expect(asked).toHaveLength(1)
		model.events([log, block({})])
		await until(() => asked.length === 2)
		model.open(pokedPlace)
		const page = model.page!
		let news = 0
		page.readNews = () => {
			news++
		}
		model.events([block()])
		expect(news).toBe(0)
		model.events([block({})])
		expect(news).toBe(1)
	})

	it('the contracts of another node take the place of those before: nothing is open, and all is read anew', async () => {
		model.opened()
		await until(() => model.accounts.size === 1)
		model.open(pokedPlace)
		model.showTrace({} as CallNode, 'Trace')
		await until(() => model.page?.account !== undefined)
		const before = asked.length
		model.connected(app.client!)
		expect([model.page, model.trace, model.accounts.size]).toEqual([undefined, undefined, 0])
		await until(() => model.accounts.size === 1)
		expect(asked).toHaveLength(before + 1)
	})

	it('a contract that a link names is opened by its ABI, or without one under a name of its own', async () => {
		model.opened(doubleContract)
		await until(() => model.page !== undefined)
		expect([model.page?.place.name, model.page?.place.address]).toEqual(['Wall', doubleContract.toLowerCase()])
		app.client!.evm!.abis.remove('Wall', doubleContract)
		model.inside?.close()
		expect(model.page).toBeUndefined()
		model.opened(doubleContract)
		await until(() => model.page !== undefined)
		expect(model.page?.place).toEqual({ name: 'Contract', abi: [], address: doubleContract.toLowerCase() })
	})

	it('a contract that is opened is the selected one of the list', () => {
		const at = `0x${'22'.repeat(20)}` as const
		app.client!.evm!.abis.add('Another', pokedPlace.abi, at)
		model.list.select(`Another ${at}`)
		expect(model.list.selected?.name).toBe('Another')
		model.open(pokedPlace)
		expect(model.list.selected?.name).toBe('Wall')
	})

	it('the page of a contract gives up its filter at Esc, then itself', () => {
		model.open(pokedPlace)
		const page = model.page!
		page.functions.setFilter('count')
		expect([model.inside?.close(), model.page, page.functions.filter]).toEqual([true, page, ''])
		expect([model.inside?.close(), model.page, model.inside]).toEqual([true, undefined, undefined])
	})
})
