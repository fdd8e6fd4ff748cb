import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeStatus, ServedRequests } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { whyDisabled } from '../../../../src/tui/kit/keymap/Command.ts'
import type { NodeModel, Snapshot } from '../../../../src/tui/screens/node/NodeModel.ts'
import { nodeCommands } from '../../../../src/tui/screens/node/nodeCommands.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

let app: TuiApp
let model: NodeModel
let chain: ChainDouble
let status: NodeStatus
/** How often the node was asked for what it served. */
let asked: number

const snapshot = (name: string, height = 1): Snapshot => ({ ...{ name, height, time: '', offsetMs: 0, frozen: false } })

beforeEach(async () => {
	vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
	app = placesApp({})
	model = app.screens.find(({ id }) => id === 'node')!.model as NodeModel
	chain = new ChainDouble()
	status = await chain.status()
	asked = 0
	Object.assign(chain.journal, {
		served: async (): Promise<ServedRequests> => {
			asked++
			return { on: true, listeners: { rpc: { total: asked, spans: [] } } }
		},
	})
	app.client = chain
	app.set({ status, phase: 'ready', screen: 'node' })
})
afterEach(() => {
	vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)
const rows = (): readonly string[] =>
	model.list.shown.map((row) => ('listener' in row ? row.listener : `◈ ${row.snapshot.name}`))
const selected = (): readonly unknown[] => [model.selectedListener, model.selectedSnapshot?.name]

describe('the rows of Node', () => {
	it('the rows of Node are listeners, the Ethereum one of a chain with an EVM alone, then snapshots', () => {
		const plain = ['rpc', 'rest', 'grpc', 'legacy8', 'endpoints']
		expect(rows()).toEqual(plain)
		model.snapshots = [snapshot('a'), snapshot('b')]
		expect(rows()).toEqual([...plain, '◈ a', '◈ b'])
		app.set({ status: { ...status, chainId: 'chain_2222-1' } })
		expect(rows()).toEqual([...plain, 'eth', '◈ a', '◈ b'])
		app.set({ status: { ...status, listeners: { eth: 'http://127.0.0.1:8546' } } })
		expect(rows()).toContain('eth')
		app.set({ status: undefined })
		expect(rows()).toEqual([...plain, '◈ a', '◈ b'])
	})

	it('the selected row of Node is a listener or a snapshot, and none once its snapshot is gone', () => {
		expect(selected()).toEqual(['rpc', undefined])
		model.snapshots = [snapshot('a'), snapshot('b')]
		expect(selected()).toEqual(['rpc', undefined])
		model.list.select('snapshot b')
		expect(selected()).toEqual([undefined, 'b'])
		model.snapshots = [snapshot('b')]
		expect(selected()).toEqual([undefined, 'b'])
		model.snapshots = []
		expect(selected()).toEqual([undefined, undefined])
		model.list.select('rest')
		expect(selected()).toEqual(['rest', undefined])
		model.snapshots = [snapshot('c')]
		model.list.select('snapshot c')
		model.snapshots = []
		expect(selected()).toEqual([undefined, undefined])
	})
})

describe('what Node reads', () => {
	it('what Node reads of a place goes with it, and stays over a change of the chain’s past', async () => {
		chain.snapshots = [snapshot('a')]
		let charts = 0
		app.chartSpan.refresh = () => void charts++
		model.connected(chain)
		await settled()
		expect([model.about?.moniker, charts]).toEqual(['localnet', 0])
		model.opened()
		await settled()
		expect(charts).toBe(1)
		expect([model.about?.moniker, model.snapshots.length, model.served?.listeners.rpc?.total]).toEqual([
			'localnet',
			1,
			1,
		])
		chain.snapshots = [snapshot('a'), snapshot('b')]
		model.connected(chain)
		expect([model.snapshots.length, model.served?.on]).toEqual([1, true])
		await settled()
		expect(model.snapshots).toHaveLength(2)
		const other = new ChainDouble({ remote: true })
		app.client = other
		model.connected(other)
		expect([model.snapshots, model.served]).toEqual([[], undefined])
	})

	it('what Node reads comes every two seconds while it is in front', async () => {
		model.opened()
		model.opened()
		await settled()
		expect(asked).toBe(2)
		await vi.advanceTimersByTimeAsync(1_999)
		expect(asked).toBe(2)
		await vi.advanceTimersByTimeAsync(1)
		expect([asked, model.served?.listeners.rpc?.total]).toEqual([3, 3])
		app.set({ screen: 'home' })
		await vi.advanceTimersByTimeAsync(8_000)
		expect(asked).toBe(3)
		app.set({ screen: 'node' })
		await vi.advanceTimersByTimeAsync(8_000)
		expect(asked).toBe(3)
		model.opened()
		await vi.advanceTimersByTimeAsync(2_000)
		expect(asked).toBe(5)
	})

	it('what Node reads of a place that was left is not shown, and a node that does not tell is no fault', async () => {
		const answers: (() => void)[] = []
		Object.assign(chain.admin!, { snapshots: () => new Promise((done) => answers.push(() => done([snapshot('a')]))) })
		Object.assign(chain.journal, {
			served: () => new Promise((done) => answers.push(() => done({ on: true, listeners: {} }))),
		})
		model.opened()
		app.client = new ChainDouble()
		for (const answer of answers) answer()
		await settled()
		expect([answers.length, model.snapshots, model.served, model.about]).toEqual([2, [], undefined, undefined])
		const refuse = (): Promise<never> => Promise.reject(new Error('gone'))
		app.client = chain
		model.opened()
		await settled()
		Object.assign(chain, { about: refuse })
		Object.assign(chain.admin!, { snapshots: refuse })
		Object.assign(chain.journal, { served: refuse })
		model.opened()
		await settled()
		expect(app.state.toast).toBeUndefined()
		app.client = undefined
		model.opened()
		await settled()
		expect(model.about?.moniker).toBe('localnet')
	})
})

describe('what one does to a node', () => {
	it('what Node tells of names, versions and peers is of the place in use alone', async () => {
		const about = await chain.about()
		const left = { about: () => new Promise(() => {}) }
		let answer = (_about: unknown): void => {}
		const late = {
			about: () =>
				new Promise((resolve) => {
					answer = resolve
				}),
		}
		model.connected(chain)
		await settled()
		expect(model.about?.moniker).toBe('localnet')
		app.client = late as never
		model.connected(late as never)
		expect(model.about).toBeUndefined()
		app.client = left as never
		model.connected(left as never)
		answer(about)
		await settled()
		expect(model.about).toBeUndefined()
	})

	it('what one does to a node is told, with its status and snapshots as they are then', async () => {
		chain.snapshots = [snapshot('a')]
		model.act((admin) => admin.mine(1), 'one block made')
		await settled()
		expect([chain.calls, app.state.status?.height, app.state.toast?.text, model.snapshots.length]).toEqual([
			...[['mine 1'], 2, 'one block made', 1],
		])
		app.client = new ChainDouble({ remote: true })
		app.set({ toast: undefined })
		model.act(async () => void app.toast('bad', 'done'), 'done')
		app.client = undefined
		model.act(async () => void app.toast('bad', 'done'), 'done')
		await model.reread()
		await settled()
		expect(app.state.toast).toBeUndefined()
	})

	it('what one does to a node changes nothing of the place that is in use when it is done', async () => {
		const other = { ...status, chainId: 'another' }
		const told: unknown[] = []
		for (const { model: one } of app.screens) one.connected = (client) => void told.push(client)
		for (const work of [() => model.act(async () => {}, 'done'), () => void model.reread()]) {
			app.client = chain
			app.set({ status })
			work()
			app.client = new ChainDouble({ remote: true })
			app.set({ status: other })
			await settled()
			expect([app.state.status?.chainId, told]).toEqual(['another', []])
		}
	})

	it('what changes the past of a chain has every screen read it again', async () => {
		const told: string[] = []
		for (const { id, model: one } of app.screens) one.connected = (client) => void (client === chain && told.push(id))
		let identities = 0
		app.refreshIdentity = () => void identities++
		chain.makeBlock()
		await model.reread()
		expect([told, identities, app.state.status?.height]).toEqual([app.screens.map(({ id }) => id), 1, 2])
	})
})

describe('the keys of Node', () => {
	const command = (id: string) => nodeCommands(model).find((one) => one.id === `node.${id}`)!

	it('the keys of Node say why they do nothing', async () => {
		const why = (): readonly string[] =>
			['listener', 'copy', 'revert', 'contracts', 'pause'].map((id) => whyDisabled(command(id)))
		expect(why()).toEqual(['', '', 'no snapshot is selected', '', ''])
		model.list.select('legacy8')
		expect(why()[1]).toBe('the selected listener is off')
		model.snapshots = [snapshot('a')]
		model.list.select('snapshot a')
		expect(why()).toEqual(['no listener is selected', 'the selected listener is off', '', '', ''])
		for (const id of ['listener', 'copy']) void command(id).run()
		await settled()
		expect(chain.calls).toEqual([])
		app.client = new ChainDouble({ remote: true })
		const no = 'you do not control this node'
		expect(why()).toEqual([no, 'the selected listener is off', no, '', no])
	})

	it('the keys of Node pause and resume, switch listeners off and on, and copy an address', async () => {
		expect(command('pause').title).toBe('pause')
		void command('pause').run()
		await settled()
		expect([command('pause').title, app.state.toast?.text]).toEqual(['resume', 'paused: no blocks are made'])
		void command('pause').run()
		await settled()
		expect(app.state.toast?.text).toBe('blocks are made again')
		model.list.select('rest')
		void command('listener').run()
		await settled()
		expect(app.state.toast?.text).toBe('rest is off')
		model.list.select('legacy8')
		void command('listener').run()
		await settled()
		expect(app.state.toast?.text).toBe('legacy8 is on')
		expect(chain.calls).toEqual(['pause', 'resume', 'setListener rest false', 'setListener legacy8 true'])
		const copied: string[] = []
		app.copy = (text, what) => void copied.push(`${what} ${text}`)
		model.list.select('rest')
		void command('copy').run()
		expect(copied).toEqual(['rest address http://127.0.0.1:1317'])
	})

	it('the keys of Node lead to a chain with contracts beside this one, named after its prefix', () => {
		const gone: string[] = []
		app.switchNode = (url) => void gone.push(url)
		app.preferences.set('nodes', ['chain_2222-1\thttp://a'])
		void command('contracts').run()
		void command('contracts').run()
		expect([gone, app.preferences.get('nodes')]).toEqual([
			...[['own:chain_2222-1', 'own:chain_2222-1']],
			['chain_2222-1\thttp://a', 'chain_2222-1 (own)\town:chain_2222-1\tchain_2222-1'],
		])
		app.preferences.set('nodes', [])
		void command('contracts').run()
		expect(app.preferences.get('nodes')).toEqual(['chain_2222-1\town:chain_2222-1\tchain_2222-1'])
	})
})
