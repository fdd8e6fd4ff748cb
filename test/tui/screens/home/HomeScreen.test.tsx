import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyInfo, NodeStatus } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { whyDisabled } from '../../../../src/tui/kit/keymap/Command.ts'
import type { HomeModel } from '../../../../src/tui/screens/home/HomeModel.ts'
import { HomeScreen } from '../../../../src/tui/screens/home/HomeScreen.tsx'
import { homeCommands } from '../../../../src/tui/screens/home/homeCommands.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

let app: TuiApp
let model: HomeModel
let status: NodeStatus

const now = Date.parse('2026-01-01T00:01:40Z')
beforeEach(async () => {
	app = placesApp({})
	model = app.screens.find(({ id }) => id === 'home')!.model as HomeModel
	const chain = new ChainDouble({ keys: ['alice', 'bob'], time: now })
	status = await chain.status()
	app.client = chain
	app.set({ status, phase: 'ready', screen: 'home', now, keys: await chain.keys.list(), current: 'bob' })
})

/** The rows of a panel of the screen, without its frame. */
function panel(title: string, size: { readonly width?: number; readonly height?: number } = {}): readonly string[] {
	const part = renderPart(<HomeScreen model={model} />, { ...{ width: 100, height: 28, app }, ...size })
	const rows = part.text().split('\n')
	part.unmount()
	const top = rows.findIndex((row) => row.includes(`╭─ ${title} `))
	const left = rows[top]?.indexOf(`╭─ ${title} `) ?? 0
	const right = rows[top]?.indexOf('╮', left)
	const bottom = rows.findIndex((row, index) => index > top && row[left] === '╰')
	return rows.slice(top + 1, bottom).map((row) => row.slice(left + 2, right).trimEnd())
}

describe('who one is on Home', () => {
	it('who one is on Home are the name of the key that signs, its address, its coins, and how much was written', () => {
		app.set({ balances: [{ denom: 'uchain', amount: '5000000' }] })
		const address = addressOf('bob')
		expect(panel('You')).toEqual([`bob  ${address.slice(0, 12)}…${address.slice(-12)}`, '5 CHAIN', ''])
		model.greetings = 1_234
		const long: KeyInfo = { name: 'n'.repeat(31), address, kind: 'local' }
		app.set({ keys: [long], current: long.name })
		expect(panel('You')[0]).toMatch(/^n{30}… {2}chain1/)
		expect(panel('You')[2]).toBe('1,234 greetings on the chain')
		app.set({ keys: [], current: '' })
		expect(panel('You')).toEqual(['You have no key yet.', '4 goes to Keys: make one there.', ''])
	})
})

describe('the chain on Home', () => {
	it('the chain on Home has its height, its mempool, its fee, and where it listens', () => {
		app.set({
			status: {
				...{ ...status, height: 1_234, mempoolSize: 2_345, appHash: 'AB'.repeat(32), chainId: 'c'.repeat(41) },
				...{ minimumGasPrices: 'p'.repeat(41), listeners: { rest: 'http://a' } },
			},
		})
		expect(panel('Chain')).toEqual([
			'height       1,234',
			'app hash     ABABABABAB…BABABABAB',
			'mempool      2,345   no peers',
			`minimum fee  ${'p'.repeat(37)}`,
			`             ${'p'.repeat(3)}… per gas`,
			'REST         http://a',
		])
	})

	it('the chain on Home says that it stands still, how fast it is, why it is out of reach, and which port was taken', () => {
		const rows = (part: Partial<NodeStatus>): readonly string[] => {
			app.set({ status: { ...status, listeners: { rpc: 'http://r', rest: 'http://a' }, ...part } })
			return panel('Chain')
		}
		expect(rows({ state: 'paused' })[0]).toBe('height       1  paused')
		Object.defineProperty(app.pulses, 'blockSeconds', { get: () => 1.26, configurable: true })
		expect([rows({})[0], rows({ state: 'paused' })[0]]).toEqual([
			'height       1  1.3 s blocks',
			'height       1  paused',
		])
		expect([1, 2].map((peers) => rows({ kind: 'remote', peers })[2])).toEqual([
			...['mempool      0   1 peer', 'mempool      0   2 peers'],
		])
		expect(rows({ problem: 'no answer' }).slice(4)).toEqual([
			...['why          no answer', 'REST         http://a', 'RPC          http://r'],
		])
		expect(rows({ moved: { rest: { asked: 1317 } } } as never).slice(4)).toEqual([
			...['REST         http://a ! 1317 is taken', 'RPC          http://r'],
		])
	})
})

describe('the keys of Home', () => {
	it('the keys of Home open the selected transaction, copy the REST address, and read the charts', async () => {
		const command = (id: string) => homeCommands(model).find((one) => one.id === `home.${id}`)!
		const told: unknown[] = []
		app.open = (...target) => void told.push(target)
		app.copy = (text, what) => void told.push([what, text])
		void command('open').run()
		expect([told, whyDisabled(command('open'))]).toEqual([[], 'nothing has happened yet'])
		model.latest = [{ hash: 'AB' } as never]
		expect(['open', 'copy', 'cursor-left'].map((id) => whyDisabled(command(id)))).toEqual([
			...['', '', 'the charts are closed'],
		])
		for (const id of ['open', 'copy', 'greet']) void command(id).run()
		expect(told).toEqual([
			['transactions', 'AB'],
			['REST address', 'http://127.0.0.1:1317'],
			['greetings', 'new'],
		])
		const moved: number[] = []
		app.chartSpan.moveCursor = (by) => void moved.push(by)
		for (const id of ['charts', 'cursor-left', 'cursor-right']) void command(id).run()
		expect([model.charts, moved, command('cursor-left').keys, command('cursor-right').keys]).toEqual([
			...[true, [-1, 1], ['left'], ['right']],
		])
		expect(command('cursor-left').description).toContain('to the left:')
	})
})
