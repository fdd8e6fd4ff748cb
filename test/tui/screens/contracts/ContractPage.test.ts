import { describe, expect, it, test } from 'vitest'
import type { EvmClient, EvmLog } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { ContractPage } from '../../../../src/tui/screens/contracts/ContractPage.ts'
import type { ContractsModel } from '../../../../src/tui/screens/contracts/ContractsModel.ts'
import { evmApp, pokedPlace } from '../../support/evmApp.ts'
import { doubleContract, doubleLog, evmDouble } from '../../support/evmDouble.ts'

const place = pokedPlace
const log = (height: number, change: Partial<EvmLog> = {}): EvmLog => ({ ...doubleLog, height, ...change })

let app: TuiApp
let calls: readonly string[]

async function contracts(change: Partial<EvmClient> = {}, height?: number): Promise<ContractsModel> {
	const made = await evmApp(change, height)
	app = made.app
	calls = made.calls
	return made.model
}

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)

/** An opened page that read all it reads by itself. */
async function opened(change: Partial<EvmClient> = {}, height?: number): Promise<ContractPage> {
	const model = await contracts(change, height)
	model.open(place)
	const page = model.page!
	await until(() => page.code !== undefined && page.outcomes.size > 0)
	return page
}

describe('an opened contract', () => {
	it('an opened contract has its read functions first, each kind in the order of its ABI', async () => {
		const page = await opened()
		expect(page.functions.all.map(({ signature, isRead }) => `${signature} ${isRead}`)).toEqual([
			'count() true',
			'sum(uint8,uint8) true',
			'poke(string) false',
			'stop() false',
		])
		page.functions.setFilter('write')
		expect(page.functions.shown.map(({ signature }) => signature)).toEqual(['poke(string)', 'stop()'])
		expect([page.back(), page.functions.filter, page.back()]).toEqual([true, '', false])
		page.inFacts = true
		expect(page.movable).toBe(page.sections)
		expect([page.back(), page.inFacts, page.movable === page.functions]).toEqual([true, false, true])
	})

	it('an opened contract calls its read functions without arguments by itself, again after new events, and no others', async () => {
		const given = [log(3)]
		const page = await opened({ logs: async () => given })
		await until(() => calls.filter((call) => call === 'call count').length === 2)
		expect([...page.outcomes]).toEqual([['count()', { text: '7', failed: false }]])
		const before = calls.length
		await page.readSlot(5n)
		page.readNews()
		await until(() => calls.filter((call) => call === 'storage 5').length === 2)
		expect(calls.slice(before).filter((call) => call.startsWith('call'))).toEqual([])
		given.push(log(4))
		page.readNews()
		await until(() => page.events.length === 2)
		await until(() => calls.filter((call) => call === 'call count').length === 3)
		expect(page.events.map(({ height }) => height)).toEqual([4, 3])
	})

	it.each([
		[5_000, 1],
		[5_001, 1],
		[5_002, 2],
	])('an opened contract at the height %i begins with the events of block %i', async (height, from) => {
		const wishes: unknown[] = []
		const logs = async (wish: unknown): Promise<readonly EvmLog[]> => {
			wishes.push(wish)
			return [log(height - 1)]
		}
		const page = await opened({ logs }, height)
		await until(() => page.events.length === 1)
		page.readNews()
		await until(() => wishes.length === 2)
		expect(wishes).toEqual([from, height - 1].map((first) => ({ addresses: [doubleContract], from: first })))
	})

	it('an opened contract of a chain that went back has the events that are left, and begins anew', async () => {
		const from: unknown[] = []
		const answers = [
			[log(5_999)],
			new UserError('There is no such block.'),
			[log(4)],
			new UserError('Gone.'),
			[],
			[log(2)],
		]
		const logs = async (wish: { readonly from?: number }): Promise<readonly EvmLog[]> => {
			const answer = answers[from.push(wish.from) - 1] ?? []
			if (answer instanceof Error) throw answer
			return answer
		}
		const page = await opened({ logs } as Partial<EvmClient>, 6_000)
		const heights = () => page.events.map(({ height }) => height).join()
		for (const [shown, asked] of [
			['5999', [1_000]],
			['4', [5_999, 1]],
			['', [4, 1]],
			['2', [1_000]],
		] as const) {
			if (shown !== '5999') page.readNews()
			await until(() => heights() === shown)
			expect(from.slice(-asked.length)).toEqual(asked)
		}
		expect(from).toHaveLength(6)
	})

	it('an opened contract keeps its 500 newest events, and each once', async () => {
		const many = Array.from({ length: 501 }, (_, index) => log(5, { index }))
		const page = await opened({ logs: async () => many })
		await until(() => page.events.length > 0)
		expect([page.events.length, page.events[0]?.index, page.events.at(-1)?.index]).toEqual([500, 500, 1])
	})

	it('an opened contract knows the newest transaction, from an event or sent from here', async () => {
		const page = await opened({ logs: async () => [log(3)] })
		await until(() => page.events.length === 1)
		const sent = (height: number): string => {
			page.lastSent = { hash: '0xaa', height }
			return page.newestTx
		}
		expect([page.newestTx, sent(2), sent(3), sent(4)]).toEqual([doubleLog.txHash, doubleLog.txHash, '0xaa', '0xaa'])
		page.events = []
		page.lastSent = undefined
		expect(page.newestTx).toBe('')
	})

	it('an error of the EVM that is not one of reading events from a block is told, and what is there stays', async () => {
		let error: Error | undefined
		const page = await opened({
			logs: async () => {
				if (error !== undefined) throw error
				return [log(3)]
			},
		})
		await until(() => page.events.length === 1)
		for (const next of [new TypeError('broken'), new UserError('It is gone.')]) {
			error = next
			app.set({ toast: undefined })
			page.readNews()
			await until(() => app.state.toast !== undefined)
			expect([app.state.toast?.text, page.events.length]).toEqual([expect.stringContaining(next.message), 1])
		}
	})

	test.each<readonly [string, readonly string[], readonly object[], string]>([
		['a value alone', [], [{ name: '', type: 'uint8', text: '3' }], '3'],
		[
			'names and an empty text',
			['1', '2'],
			[
				{ name: 'a', text: '' },
				{ name: '', text: 'x' },
			],
			'(1, 2) = a "", x',
		],
		['what it returned where that is nothing known', [], [], '0x07'],
	])('a function of a contract gave %s', async (_, args, values, text) => {
		const page = await opened()
		const evm = { call: async () => ({ data: '0x07', values }) } as unknown as EvmClient
		const other = new ContractPage(app, { ...evmDouble([]), ...evm }, place)
		const row = page.functions.all[1]!
		await other.call(row, args)
		expect(other.outcomes.get(row.signature)).toEqual({ text, failed: false })
	})

	it('a function of a contract that refuses gave its reason, and the screen is drawn again', async () => {
		const page = await opened()
		const call = async () => {
			throw new UserError('NoSuchGreeting(id: 9)')
		}
		const other = new ContractPage(app, { ...evmDouble([]), call }, place)
		await until(() => other.outcomes.size > 0)
		let drawn = 0
		Object.assign(app, { touch: () => drawn++ })
		const row = page.functions.all[1]!
		await other.call(row, ['1', '2'])
		expect([other.outcomes.get(row.signature), drawn]).toEqual([{ text: 'NoSuchGreeting(id: 9)', failed: true }, 1])
	})

	it('an ABI without an address calls, reads and sends nothing', async () => {
		await contracts()
		const page = new ContractPage(app, app.client!.evm!, { ...place, address: undefined })
		page.readNews()
		await page.readPlain()
		await page.readSlot(1n)
		expect([calls, page.outcomes.size, page.slots.size, page.account]).toEqual([[], 0, 0, undefined])
	})

	it('a slot that is read is shown: its section is opened', async () => {
		const page = await opened()
		page.sections.toggle('storage')
		await page.readSlot(255n)
		expect([page.sections.isFolded('storage'), page.sections.isFolded('code'), [...page.slots.keys()]]).toEqual([
			...[false, true],
			[255n],
		])
		await page.readSlot(256n)
		expect(page.sections.isFolded('storage')).toBe(false)
	})
})
