import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NodeStatus, PlaceReport } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { PlaceRow, RpcModel } from '../../../../src/tui/screens/rpc/RpcModel.ts'
import { RpcScreen } from '../../../../src/tui/screens/rpc/RpcScreen.tsx'
import { rpcCommands } from '../../../../src/tui/screens/rpc/rpcCommands.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { commandLines } from '../../support/commandLines.ts'
import { placesApp } from '../../support/placesApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

const report = {
	...{ url: 'http://a:26657', needsKey: false, fault: '', kind: 'node 0.34.15', speaks: 'rpc', chainId: 'chain-a' },
	...{ height: 1_204, denom: 'uchain', prefix: 'chain', offers: ['rpc', 'rest 9'], checks: [] },
} as unknown as PlaceReport

/** Where nothing answers. */
const dead = 'http://127.0.0.1:9'
const chain = new ChainDouble()
let app: TuiApp
afterEach(() => void vi.restoreAllMocks())

/** The RPC screen of an app that is connected to its own chain and knows places of every kind. */
async function places(): Promise<RpcModel> {
	app = placesApp({
		nodes: [
			'live\thttp://a:26657\tchain-a',
			'behind\thttp://b:26657\tchain-a\tstand-by',
			'paid\thttp://c:26657\tchain-c\tkeyed',
			'rest\thttp://d:1317\t\tspeaks=rest 8',
			'asleep\town:chain_9-1\tchain_9-1',
			'runs\town:chain_2222-1\tchain_2222-1',
			'starts\town:chain_3-1\tchain_3-1',
			`dead\t${dead}`,
		],
	})
	// Whatever else runs on this machine: where it listens nothing answers.
	const status = { ...(await chain.status()), listeners: { rpc: dead } } as NodeStatus
	app.client = chain
	const own = { ...status, chainId: 'chain_2222-1', height: 77, listeners: { rpc: 'http://127.0.0.1:3' } } as NodeStatus
	app.set({
		status,
		own: new Map<string, NodeStatus | undefined>([
			['own:chain_2222-1', own],
			['own:chain_3-1', undefined],
		]),
	})
	const model = app.screens.find(({ id }) => id === 'rpc')!.model as RpcModel
	model.learn('live', report)
	model.learn('behind', { ...report, height: 200, kind: 'REST generation 9' })
	model.learn('dead', { ...report, fault: 'no answer' })
	return model
}
const rowOf = (model: RpcModel, name: string): PlaceRow => model.list.all.find((row) => row.name === name)!

/** Rows of the list, without its frame. */
function table(model: RpcModel, width: number): readonly string[] {
	const part = renderPart(<RpcScreen model={model} />, { app, width, height: 40 })
	const rows = part.text().split('\n')
	part.unmount()
	return rows.slice(1, 11).map((row) => row.slice(2, -2).trimEnd())
}

describe('the list of places', () => {
	it('the list of places has the columns that its width holds, and names of places and words for use where there is room', async () => {
		const model = await places()
		const rows = [69, 70, 83, 84, 93, 94, 115, 116, 132, 133, 156, 157].flatMap((width) => {
			const [head = '', , , behind = ''] = table(model, width)
			return [`${width} ${head}`, `${width} ${behind}`]
		})
		expect(rows).toEqual([
			'69      name                  height  latency, offers',
			'69   ●  behind         ☆         200  …',
			'70      name                  height  latency, offers',
			'70   ●  behind         ☆         200  …',
			'83      name              chain               height  latency, offers',
			'83   ●  behind         ☆  chain-a                200  …',
			'84      name              chain               height  latency, offers',
			'84   ●  behind         ☆  chain-a                200  …',
			'93      name              chain               height      lag  latency, offers',
			'93   ●  behind         ☆  chain-a                200    1,004  …',
			'94      name               chain               height      lag  latency, offers',
			'94   ●  behind          ☆  chain-a                200    1,004  …',
			'115      name               kind          chain               height      lag  latency, offers',
			'115   ●  behind          ☆  REST 9        chain-a                200    1,004  …',
			'116      name                        kind              chain               height      lag  latency, offers',
			'116   ●  behind          ☆ stand-by  REST 9            chain-a                200    1,004  …',
			'132      name                        kind              chain               height      lag  latency, offers',
			'132   ●  behind          ☆ stand-by  REST 9            chain-a                200    1,004  …',
			'133      name                        kind              chain               height      lag  latency            offers',
			'133   ●  behind          ☆ stand-by  REST 9            chain-a                200    1,004  …                  rpc rest 9',
			'156      name                        kind              chain               height      lag  latency                                   offers',
			'156   ●  behind          ☆ stand-by  REST 9            chain-a                200    1,004  …                                         rpc rest 9',
			'157      name                                          kind              chain               height      lag  latency            offers',
			'157   ●  behind                            ☆ stand-by  REST 9            chain-a                200    1,004  …                  rpc rest 9',
		])
	})

	it('the list of places tells of each kind of place what is known of it', async () => {
		const model = await places()
		expect(table(model, 157)).toEqual([
			'     name                                          kind              chain               height      lag  latency            offers',
			'▸ ●  own chain                         ★ in use    own chain         chain-localnet           1        0  …                  rpc, t tests it',
			'  ●  live                                          node 0.34.15      chain-a              1,204        0  …                  rpc rest 9',
			'  ●  behind                            ☆ stand-by  REST 9            chain-a                200    1,004  …                  rpc rest 9',
			'  ◌  paid                                          private endpoint  chain-c                  –        –  …                  rpc, t tests it',
			'  ◌  rest                                          REST 8            –                        –        –  …                  rest 8, t tests it',
			'  ◌  asleep                                        own chain         chain_9-1                –        –  does not run',
			'  ●  runs                                          own chain         chain_2222-1            77        0  runs on            rpc, t tests it',
			'  ◌  starts                                        own chain         chain_3-1                –        –  starts …           rpc, t tests it',
			'  ○  dead                                          node 0.34.15      chain-a              1,204        –  ✗ no answer        rpc rest 9',
		])
	})

	it('the list of places tells the last answers of a place, or since when it does not answer', async () => {
		const model = await places()
		vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-01T00:00:00Z'))
		let now = 0
		vi.spyOn(performance, 'now').mockImplementation(() => now)
		for (const ms of [9.94, 9.96, 270.4]) {
			vi.spyOn(chain, 'status').mockImplementation(async () => {
				now += ms
				return app.state.status!
			})
			await model.look()
		}
		vi.mocked(performance.now).mockRestore()
		vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-01T00:01:05Z'))
		expect([table(model, 132)[1], table(model, 132)[9], table(model, 157)[1]]).toEqual([
			'▸ ●  own chain       ★ in use    own chain         chain-localnet           1        0   ▂▂█  270 ms',
			'  ○  dead                        node 0.34.15      chain-a              1,204        –  ✗ bad port, 1m',
			'▸ ●  own chain                         ★ in use    own chain         chain-localnet           1        0       ▂▂█  270 ms   rpc, t tests it',
		])
		for (const width of [133, 156]) expect(table(model, width)[1], String(width)).toMatch(/▂▂█ {2}270 ms /)
		expect(model.state(rowOf(model, 'own')).latencies.map((ms) => ms.toFixed(2))).toEqual(['9.94', '9.96', '270.40'])
	})

	it('a place is told below the list or beside it: its address, its report and what one can do with it', async () => {
		const model = await places()
		const detail = (name: string): readonly string[] => {
			model.list.select(name)
			const part = renderPart(<RpcScreen model={model} />, { app, width: 100, height: 40 })
			const rows = part.text().split('\n')
			part.unmount()
			const top = rows.findIndex((row, at) => at > 0 && row.startsWith('╭'))
			return rows
				.slice(top, -1)
				.map((row) => row.replaceAll(/[│╭╮─]/g, '').trim())
				.filter((row) => row !== '')
		}
		expect(model.list.all.map(({ name }) => detail(name))).toEqual([
			['own chain', dead, 'It is in use.'],
			[
				'live',
				'http://a:26657',
				'chain-a · block 1,204 · uchain · chain1…',
				'⏎ uses it; the own chain runs on. t tests it, m makes it the stand-by: reads go there when the',
				'place in use fails.',
			],
			[
				'behind',
				'http://b:26657',
				'chain-a · block 200 · uchain · chain1…',
				'⏎ uses it; the own chain runs on. t tests it, m ends its stand-by: reads go there when the place',
				'in use fails.',
			],
			[
				'paid',
				'http://c:26657',
				'⏎ uses it; the own chain runs on. t tests it, m makes it the stand-by: reads go there when the',
				'place in use fails.',
			],
			[
				'rest',
				'http://d:1317',
				'⏎ uses it; the own chain runs on. t tests it, m makes it the stand-by: reads go there when the',
				'place in use fails.',
			],
			['asleep', '⏎ starts it and goes to it. Its blocks are kept in a folder of its own.'],
			['runs', 'http://127.0.0.1:3', '⏎ goes back to it. It runs and serves all the while.'],
			['starts', '⏎ goes back to it. It runs and serves all the while.'],
			[
				'dead',
				'http://127.0.0.1:9',
				'chain-a · block 1,204 · uchain · chain1…',
				'⏎ uses it; the own chain runs on. t tests it, m makes it the stand-by: reads go there when the',
				'place in use fails.',
			],
		])
	})

	it('the parts of the RPC screen stand below each other from 30 rows on, and the list takes no more than it needs', async () => {
		const model = await places()
		const tops = (width: number, height: number): string => {
			const part = renderPart(<RpcScreen model={model} />, { app, width, height })
			const rows = part.text().split('\n')
			part.unmount()
			return rows.flatMap((row, y) => [...row.matchAll(/╭/g)].map(({ index }) => `${index},${y}`)).join(' ')
		}
		expect([tops(100, 29), tops(100, 30), tops(100, 21), tops(149, 20), tops(150, 20), tops(200, 20)]).toEqual([
			'0,0',
			'0,0 0,12',
			'0,0',
			'0,0',
			'0,0 94,0',
			'0,0 125,0',
		])
		model.list.setFilter('nothing')
		expect(tops(100, 40)).toBe('0,0 0,5')
		model.list.setFilter('')
		app.preferences.set('nodes', [])
		expect(tops(100, 40)).toBe('0,0 0,5')
	})
})

describe('the keys of the RPC screen', () => {
	it('the keys of the RPC screen say of each place why they are off', async () => {
		const model = await places()
		const off = Object.fromEntries(
			model.list.all.map(({ name }) => {
				model.list.select(name)
				return [name, commandLines(rpcCommands(model)).filter((line) => line.includes('✗'))]
			}),
		)
		model.list.select('own')
		app.set({ status: { ...app.state.status!, listeners: {} } })
		expect(commandLines(rpcCommands(model))[2]).toBe(
			't · test · 3 · ✗ its JSON-RPC listener is off: Node switches it on',
		)
		expect(Object.entries(off)).toEqual([
			[
				'own',
				[
					'enter · use · 1 · ✗ it is in use',
					'e · edit · 4 · ✗ the own chain is always here',
					'm · stand-by · 6 · ✗ an own chain needs none',
					'd · remove · 7 · ✗ it is in use: use another place first',
					'x · stop · 8 · ✗ it is in use: use another place first',
					'o · own chain · ✗ it is in use',
				],
			],
			['live', ['x · stop · 8 · ✗ only an own chain that runs', 'o · own chain · ✗ it is in use']],
			['behind', ['x · stop · 8 · ✗ only an own chain that runs', 'o · own chain · ✗ it is in use']],
			['paid', ['x · stop · 8 · ✗ only an own chain that runs', 'o · own chain · ✗ it is in use']],
			['rest', ['x · stop · 8 · ✗ only an own chain that runs', 'o · own chain · ✗ it is in use']],
			[
				'asleep',
				[
					't · test · 3 · ✗ it does not run',
					'm · stand-by · 6 · ✗ an own chain needs none',
					'x · stop · 8 · ✗ only an own chain that runs',
					'o · own chain · ✗ it is in use',
					'y · copy address · ✗ it has no address',
				],
			],
			[
				'runs',
				[
					'm · stand-by · 6 · ✗ an own chain needs none',
					'd · remove · 7 · ✗ it runs: x stops it first',
					'o · own chain · ✗ it is in use',
				],
			],
			[
				'starts',
				[
					't · test · 3 · ✗ it starts',
					'm · stand-by · 6 · ✗ an own chain needs none',
					'd · remove · 7 · ✗ it starts',
					'x · stop · 8 · ✗ only an own chain that runs',
					'o · own chain · ✗ it is in use',
					'y · copy address · ✗ it has no address',
				],
			],
			['dead', ['x · stop · 8 · ✗ only an own chain that runs', 'o · own chain · ✗ it is in use']],
		])
	})

	it('the keys of the RPC screen have their titles and places in the footer', async () => {
		const model = await places()
		model.list.select('behind')
		model.compared = 'live'
		expect(commandLines(rpcCommands(model))).toEqual([
			'enter · use · 1',
			'a · add · 2',
			't · test · 3',
			'e · edit · 4',
			'c · compare with live · 5',
			'm · no stand-by · 6',
			'd · remove · 7',
			'N · new chain',
			'x · stop · 8 · ✗ only an own chain that runs',
			'o · own chain · ✗ it is in use',
			'y · copy address',
			'/ · filter',
		])
		model.compared = 'behind'
		expect(commandLines(rpcCommands(model))[4]).toBe('c · compare · 5')
		expect(rpcCommands(model).find(({ id }) => id === 'rpc.stop')?.hidden).toBe(true)
		model.list.select('runs')
		expect(rpcCommands(model).find(({ id }) => id === 'rpc.stop')?.hidden).toBe(false)
	})

	it('the keys of the RPC screen that need a place are off while a filter finds none', async () => {
		const model = await places()
		model.list.setFilter('no such place')
		expect(commandLines(rpcCommands(model))).toEqual([
			'enter · use · 1 · ✗ nothing is selected',
			'a · add · 2',
			't · test · 3 · ✗ nothing is selected',
			'e · edit · 4 · ✗ nothing is selected',
			'c · compare · 5 · ✗ nothing is selected',
			'm · stand-by · 6 · ✗ nothing is selected',
			'd · remove · 7 · ✗ nothing is selected',
			'N · new chain',
			'x · stop · 8 · ✗ nothing is selected',
			'o · own chain · ✗ it is in use',
			'y · copy address · ✗ nothing is selected',
			'/ · filter',
		])
		expect(rpcCommands(model).find(({ id }) => id === 'rpc.stop')?.hidden).toBe(true)
	})

	it('the place in use is used anew only where it does not answer', async () => {
		const model = await places()
		const use = (): readonly string[] => commandLines(rpcCommands(model)).slice(0, 1)
		const status = app.state.status!
		expect(use()).toEqual(['enter · use · 1 · ✗ it is in use'])
		app.set({ status: { ...status, state: 'unreachable' } })
		expect(use()).toEqual(['enter · use · 1'])
		app.set({ status, phase: 'failed' })
		expect(use()).toEqual(['enter · use · 1'])
		app.preferences.set('node', dead)
		expect(commandLines(rpcCommands(model)).filter((line) => line.startsWith('o'))).toEqual(['o · own chain'])
	})
})
