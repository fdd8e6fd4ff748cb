import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import type { KeysModel } from '../../../src/tui/screens/keys/KeysModel.ts'
import type { NetworkModel } from '../../../src/tui/screens/network/NetworkModel.ts'
import type { NodeModel } from '../../../src/tui/screens/node/NodeModel.ts'
import { until } from '../../support/until.ts'
import { ChainDouble } from '../support/chainDouble.ts'
import { mountTest } from '../support/mountTest.tsx'
import { networkOfFour } from '../support/networkOfFour.ts'
import { panelsOf } from '../support/panelsOf.ts'
import { placesApp } from '../support/placesApp.ts'
import { renderPart } from '../support/renderPart.tsx'

type Row = [width: number, height: number, places: readonly string[]]

let app: TuiApp

function modelOf<Model>(id: string): Model {
	return app.screens.find((screen) => screen.id === id)!.model as Model
}

/** The panels of a screen in an area of its own, at most 100 cells wide. */
function panels(id: string, width: number, height: number): readonly string[] {
	app.set({ screen: id })
	const part = renderPart(app.screen.view(), { width, height, app })
	try {
		return panelsOf(part.text())
	} finally {
		part.unmount()
	}
}

/** The panels of a screen in a wide terminal, where the list of screens takes 18 cells at the left and a line 2 rows. */
function widePanels(id: string, columns: number, rows: number): readonly string[] {
	app.set({ screen: id, columns, rows })
	const mounted = mountTest(app)
	try {
		return panelsOf(mounted.lines().map(stripVTControlCharacters).join('\n'))
	} finally {
		mounted.unmount()
	}
}

beforeAll(async () => {
	app = placesApp({})
	const chain = new ChainDouble({ keys: ['alice', 'bob'] })
	chain.makeBlock()
	app.client = chain
	app.set({ status: await chain.status(), phase: 'ready', keys: await chain.keys.list(), current: 'alice' })
	await app.pulses.read(chain, 2)
	modelOf<KeysModel>('keys').readBalances()
	modelOf<NodeModel>('node').connected(chain)
	await until(() => modelOf<NodeModel>('node').about !== undefined && modelOf<KeysModel>('keys').balances.size === 2)
})

describe('the panels of Home', () => {
	it.each([
		// Without room for the key, and for blocks beside the transactions.
		[95, 15, ['Chain 0,0 51×8', 'Throughput 0,52 43×8', 'Latest 8,0 95×7']],
		[96, 16, ['Chain 0,0 51×9', 'Throughput 0,52 44×4', 'You 4,52 44×5', 'Latest 9,0 61×7', 'Blocks 9,62 34×7']],
		[74, 16, ['Chain 0,0 40×9', 'Throughput 0,41 33×4', 'You 4,41 33×5', 'Latest 9,0 74×7']],
		// Charts from twenty rows below the chain on, up to twelve rows high.
		[100, 29, ['Chain 0,0 54×10', 'Throughput 0,55 45×5', 'You 5,55 45×5', 'Latest 10,0 64×19', 'Blocks 10,65 35×19']],
		[
			100,
			30,
			[
				...['Chain 0,0 54×10', 'Throughput 0,55 45×5', 'You 5,55 45×5'],
				...['Gas per block 10,0 50×9', 'Block time 10,51 49×9', 'Latest 19,0 64×11', 'Blocks 19,65 35×11'],
			],
		],
		[
			100,
			45,
			[
				...['Chain 0,0 54×10', 'Throughput 0,55 45×5', 'You 5,55 45×5'],
				...['Gas per block 10,0 50×12', 'Block time 10,51 49×12', 'Latest 22,0 64×23', 'Blocks 22,65 35×23'],
			],
		],
	] satisfies Row[])('the panels of Home, %i by %i, are where there is room for them', (width, height, places) => {
		expect(panels('home', width, height)).toEqual(places)
	})

	const left = ['Throughput 12,18 52×4', 'You 16,18 52×5']
	it.each([
		[
			147,
			28,
			['Chain 2,18 69×10', 'Throughput 2,88 59×5', 'You 7,88 59×5', 'Latest 12,18 82×15', 'Blocks 12,101 46×15'],
		],
		[148, 28, ['Chain 2,18 52×10', 'Latest 2,71 77×25', ...left, 'Blocks 21,18 52×6']],
		[
			148,
			29,
			[
				...['Chain 2,18 52×10', 'Gas per block 2,71 38×9', 'Transactions per block 2,110 38×9', 'Latest 11,71 77×17'],
				...[...left, 'Blocks 21,18 52×7'],
			],
		],
		[
			150,
			47,
			[
				...['Chain 2,18 52×10', 'Gas per block 2,71 39×14', 'Transactions per block 2,111 39×14'],
				...[...left, 'Latest 16,71 79×30', 'Blocks 21,18 52×25'],
			],
		],
		[
			151,
			47,
			[
				...['Chain 2,18 52×10', 'Gas per block 2,71 40×14', 'Transactions per block 2,112 39×14', ...left],
				...['Block time 16,71 40×14', 'Mempool 16,112 39×14', 'Blocks 21,18 52×25', 'Latest 30,71 80×16'],
			],
		],
	] satisfies Row[])(
		'the panels of Home in a terminal of %i by %i have the chain at the left',
		(columns, rows, places) => {
			expect(widePanels('home', columns, rows)).toEqual(places)
		},
	)
})

describe('the panels of Keys', () => {
	it.each([
		[100, 13, ['Keys 2 0,0 100×13']],
		[100, 14, ['Keys 2 0,0 100×7', 'alice 7,0 100×7']],
		[60, 40, ['Keys 2 0,0 60×7', 'alice 7,0 60×33']],
	] satisfies Row[])(
		'the panels of Keys, %i by %i, are the list, and the selected key where it fits',
		(width, height, places) => {
			expect(panels('keys', width, height)).toEqual(places)
		},
	)

	it.each([
		[137, 36, ['Keys 2 2,18 119×7', 'alice 9,18 119×26']],
		[138, 36, ['Keys 2 2,18 69×33', 'alice 2,88 50×33']],
		[138, 37, ['Keys 2 2,18 69×7', 'alice 2,88 50×34', 'Last activity of alice 9,18 69×27']],
	] satisfies Row[])(
		'the panels of Keys in a terminal of %i by %i stand side by side where there is room',
		(columns, rows, places) => {
			expect(widePanels('keys', columns, rows)).toEqual(places)
		},
	)
})

describe('the panels of Node', () => {
	const list = 'Listeners and snapshots'
	it.each([
		[99, 14, ['Node 0,0 99×5', `${list} 5,0 99×9`]],
		[99, 15, ['Node 0,0 99×6', `${list} 6,0 99×9`]],
		[99, 30, ['Node 0,0 99×10', `${list} 10,0 99×20`]],
		[100, 17, ['Node 0,0 46×17', `${list} 0,47 53×17`]],
		[100, 18, ['Node 0,0 46×12', `${list} 0,47 53×18`, 'About 12,0 46×6']],
		[100, 25, ['Node 0,0 46×12', `${list} 0,47 53×25`, 'About 12,0 46×13']],
		[100, 26, ['Node 0,0 46×12', `${list} 0,47 53×10`, 'Memory 10,47 53×8', 'About 12,0 46×14', 'Disk 18,47 53×8']],
		[100, 34, ['Node 0,0 46×12', `${list} 0,47 53×10`, 'Memory 10,47 53×12', 'About 12,0 46×22', 'Disk 22,47 53×12']],
		[
			100,
			35,
			[
				...['Node 0,0 46×12', `${list} 0,47 53×10`, 'Memory 10,47 53×12', 'About 12,0 46×8'],
				...['What you can do 20,0 46×15', 'Disk 22,47 53×13'],
			],
		],
	] satisfies Row[])('the panels of Node, %i by %i, are where there is room for them', (width, height, places) => {
		modelOf<NodeModel>('node').served = undefined
		expect(panels('node', width, height)).toEqual(places)
	})

	it.each([
		[33, ['Memory 10,47 53×11', 'Disk 21,47 53×12']],
		[34, ['5 min 10,47 26×8', '60 min 10,74 26×8', 'Memory 18,47 53×8', 'Disk 26,47 53×8']],
		[36, ['5 min 10,47 26×8', '60 min 10,74 26×8', 'Memory 18,47 53×8', 'Disk 26,47 53×10']],
	])('the panels of Node, %i rows high, show what was served where that is known', (height, places) => {
		modelOf<NodeModel>('node').served = { on: true, listeners: {} }
		expect(panels('node', 100, height).filter((panel) => /min|Memory|Disk/.test(panel))).toEqual(places)
	})
})

describe('the panels of Network', () => {
	beforeAll(() => {
		modelOf<NetworkModel>('network').reading = networkOfFour
		app.set({ status: { ...app.state.status!, kind: 'remote' } })
	})

	it.each([
		[100, 24, ['Round 0,0 100×8', '4 validators 8,0 100×12', '2 peers 20,0 100×4']],
		[60, 16, ['Round 0,0 60×8', '4 validators 8,0 60×4', '2 peers 12,0 60×4']],
	])('the panels of Network, %i by %i, stand below each other', (width, height, places) => {
		expect(panels('network', width, height)).toEqual(places)
	})

	it.each([
		[2, 60, ['Round 2,18 55×8', '2 peers 2,74 54×8', '4 validators 10,18 110×49']],
		[9, 60, ['Round 2,18 55×12', '9 peers 2,74 54×12', '4 validators 14,18 110×45']],
		[50, 60, ['Round 2,18 55×19', '50 peers 2,74 54×19', '4 validators 21,18 110×38']],
	])(
		'the panels of Network with %i peers, %i rows high, give these their room beside the round',
		(count, rows, places) => {
			const peers = Array.from({ length: count }, () => networkOfFour.peers[0]!)
			modelOf<NetworkModel>('network').reading = { ...networkOfFour, peers }
			expect(widePanels('network', 128, rows)).toEqual(places)
			expect(widePanels('network', 127, rows)[0]).toBe('Round 2,18 109×8')
		},
	)

	it.each([
		[30, 30, 'peers 23,0 100×7'],
		[30, 16, 'peers 11,0 100×5'],
		[3, 30, 'peers 25,0 100×5'],
	])(
		'the panels of Network with %i peers, %i rows high, leave two thirds to the round and the validators',
		(count, rows, place) => {
			const peers = Array.from({ length: count }, () => networkOfFour.peers[0]!)
			modelOf<NetworkModel>('network').reading = { ...networkOfFour, peers }
			expect(panels('network', 100, rows).at(-1)).toBe(`${count} ${place}`)
		},
	)
})
