import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChainEvent, NodeStatus, TxSummary } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { isEnabled, whyDisabled } from '../../../../src/tui/kit/keymap/Command.ts'
import type { HomeModel } from '../../../../src/tui/screens/home/HomeModel.ts'
import { homeCommands } from '../../../../src/tui/screens/home/homeCommands.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

const greeting = '/chain.greet.v1beta1.MsgCreateGreet'

/** A transaction of a block, by its hash. */
const tx = (hash: string, height: number, type = '/cosmos.bank.v1beta1.MsgSend'): TxSummary =>
	({ hash, height, messageTypes: [type] }) as unknown as TxSummary
const block = (height: number, ...txs: readonly TxSummary[]): ChainEvent =>
	({ type: 'block', block: { height, time: '', gasUsed: 0n, txCount: txs.length }, txs }) as unknown as ChainEvent

let app: TuiApp
let model: HomeModel
let chain: ChainDouble
let status: NodeStatus
/** How often the node was asked for the number of greetings, and for its measurements. */
let counted: number
let measured: number

beforeEach(async () => {
	vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
	app = placesApp({})
	model = app.screens.find(({ id }) => id === 'home')!.model as HomeModel
	chain = new ChainDouble({ greetings: ['one', 'two'] })
	status = await chain.status()
	counted = 0
	measured = 0
	const count = chain.greetingCount.bind(chain)
	chain.greetingCount = () => {
		counted++
		return count()
	}
	chain.history = async () => {
		measured++
		return undefined
	}
	app.client = chain
})
afterEach(() => {
	vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)
const hashes = (): readonly string[] => model.latest.map(({ hash }) => hash)

describe('what Home counts', () => {
	it('Home tells nothing of a place that was left, however late that answers', async () => {
		let answer = (_found: { readonly txs: readonly TxSummary[]; readonly total: number }): void => {}
		chain.listTxs = () =>
			new Promise((resolve) => {
				answer = resolve as typeof answer
			})
		model.connected(chain)
		const next = new ChainDouble({ greetings: [] })
		app.client = next
		next.listTxs = () => new Promise(() => {})
		model.connected(next)
		answer({ txs: [tx('old', 5)], total: 1 })
		await settled()
		expect([hashes(), model.greetings, model.isRead]).toEqual([[], undefined, false])
		let told = (_count: number): void => {}
		chain.greetingCount = () =>
			new Promise((resolve) => {
				told = resolve
			})
		app.client = chain
		model.events([block(6, tx('made', 6, greeting))])
		app.client = next
		told(7)
		await settled()
		expect(model.greetings).toBeUndefined()
	})

	it('what Home counts of the mempool is taken every two seconds, for an hour', () => {
		const counts = [1, 2, 3, 4].map((mempoolSize) => {
			app.set({ status: { ...status, mempoolSize } })
			vi.setSystemTime(Date.now() + 1_000)
			return [...model.samples]
		})
		expect(counts).toEqual([[1], [1], [1, 3], [1, 3]])
		app.set({ now: 7 })
		app.set({ status: undefined })
		expect(model.samples).toEqual([1, 3])
		for (let more = 0; more < 1_800; more++) {
			vi.setSystemTime(Date.now() + 2_000)
			app.set({ status: { ...status, mempoolSize: more } })
		}
		expect([model.samples.length, model.samples[0], model.samples.at(-1)]).toEqual([1_800, 0, 1_799])
	})

	it('what Home counts of greetings is asked again after one, and after a block in place of another', async () => {
		model.connected(chain)
		await settled()
		expect([model.greetings, counted]).toEqual([2, 1])
		model.events([block(3, tx('a', 3))])
		expect(counted).toBe(1)
		model.events([block(4, tx('b', 4, greeting))])
		expect(counted).toBe(2)
		// The block before is made anew, without the greeting.
		model.events([block(4)])
		expect(counted).toBe(3)
		app.client = undefined
		model.events([block(5, tx('c', 5, greeting))])
		expect(counted).toBe(3)
	})
})

describe('the latest transactions of Home', () => {
	it('the latest transactions of Home are those of new blocks, the last of a block first, up to a hundred', () => {
		model.events([block(1, tx('a', 1), tx('b', 1)), { type: 'status', status }, block(2, tx('c', 2))])
		expect(hashes()).toEqual(['c', 'b', 'a'])
		model.events([block(2, tx('d', 2))])
		expect(hashes()).toEqual(['d', 'b', 'a'])
		model.events([block(3, ...Array.from({ length: 99 }, (_, index) => tx(`n${index}`, 3)))])
		expect([hashes().length, hashes()[0], hashes().at(-1)]).toEqual([100, 'n98', 'd'])
	})

	it('the latest transactions of Home are read once connected, beside those that came meanwhile', async () => {
		let answer = (_found: unknown): void => {}
		const asked: unknown[] = []
		chain.listTxs = (...query) => {
			asked.push(query)
			return new Promise((resolve) => {
				answer = resolve as typeof answer
			})
		}
		model.events([block(1, tx('of another place', 1))])
		model.connected(chain)
		expect([hashes(), model.isRead, asked]).toEqual([[], false, [['tx.height > 0', 1, 50]]])
		model.events([block(8, tx('new', 8)), block(9, tx('newer', 9))])
		answer({ txs: [tx('new', 8), tx('old', 7)], total: 2 })
		await settled()
		expect([hashes(), model.isRead]).toEqual([['newer', 'new', 'old'], true])
		chain.listTxs = () => Promise.reject(new Error('no index'))
		model.connected(chain)
		await settled()
		expect([hashes(), model.isRead]).toEqual([[], true])
	})
})

describe('the charts of Home', () => {
	it('the charts of Home are read again while they or those of Node are in front', () => {
		const reads = (screen: string): number => {
			vi.setSystemTime(Date.now() + 10_000)
			app.set({ screen })
			const before = measured
			model.events([])
			return measured - before
		}
		chain.history = () => {
			measured++
			return new Promise(() => {})
		}
		expect(['home', 'node', 'keys'].map(reads)).toEqual([1, 1, 0])
		app.set({ screen: 'home' })
		model.opened()
		expect(measured).toBe(3)
		vi.setSystemTime(Date.now() + 1)
		model.connected(chain)
		expect(measured).toBe(4)
	})

	it('Esc takes the cursor off the charts of Home, then leaves them', () => {
		expect([model.crumbs(), model.back()]).toEqual([[], false])
		model.charts = true
		app.chartSpan.moveCursor(-1)
		expect(model.crumbs()).toEqual(['charts'])
		expect([model.back(), model.charts, app.chartSpan.cursor]).toEqual([true, true, undefined])
		expect([model.back(), model.charts]).toEqual([true, false])
	})
})

describe('the keys of Home', () => {
	const command = (id: string) => homeCommands(model).find((one) => one.id === `home.${id}`)!
	const footers = (): readonly (string | undefined)[] =>
		homeCommands(model)
			.filter(({ footer }) => footer !== undefined)
			.sort((a, b) => a.footer! - b.footer!)
			.map(({ id, footer, title }) => `${footer} ${id.slice(5)} ${title}`)

	it('the keys of Home in the footer are those of what is shown', () => {
		expect(footers()).toEqual([
			...[
				'1 greet new greeting',
				'2 open open',
				'3 copy copy REST address',
				'4 charts charts',
				'6 span span of charts',
			],
		])
		void command('charts').run()
		expect(footers()).toEqual([
			...['1 charts back', '2 cursor-left read values', '6 span span of charts', '7 greet new greeting'],
		])
		void command('charts').run()
		expect([model.charts, measured]).toEqual([false, 1])
	})

	it('the keys of Home do what they say, where there is something to do it with', () => {
		expect(['open', 'cursor-left', 'cursor-right', 'copy'].map((id) => whyDisabled(command(id)))).toEqual([
			...['nothing has happened yet', 'the charts are closed', 'the charts are closed', 'the REST listener is off'],
		])
		void command('open').run()
		expect(app.screen.id).toBe('home')
		model.events([block(3, tx('AB', 3))])
		app.set({ status })
		model.charts = true
		expect(homeCommands(model).filter((one) => !isEnabled(one))).toEqual([])
		void command('cursor-right').run()
		void command('cursor-left').run()
		void command('cursor-left').run()
		expect(app.chartSpan.cursor).toBeCloseTo(0.98)
		const copied: string[] = []
		app.copy = (text, what) => void copied.push(`${what} ${text}`)
		void command('copy').run()
		expect(copied).toEqual(['REST address http://127.0.0.1:1317'])
		const opened: unknown[] = []
		app.open = (...target) => void opened.push(target)
		void command('open').run()
		void command('greet').run()
		expect(opened).toEqual([
			['transactions', 'AB'],
			['greetings', 'new'],
		])
	})

	it('the addresses of Home are the listeners in their order, with the port that each did not get', () => {
		expect(model.endpoints).toEqual([])
		const moved = { grpc: { asked: 9090 } } as unknown as NonNullable<NodeStatus['moved']>
		app.set({ status: { ...status, listeners: { legacy8: 'l', grpc: 'g', rest: 'r' }, moved } })
		expect(model.endpoints).toEqual([
			{ label: 'REST', address: 'r' },
			{ label: 'gRPC', address: 'g', taken: 9090 },
			{ label: 'legacy gen 8', address: 'l' },
		])
	})
})
