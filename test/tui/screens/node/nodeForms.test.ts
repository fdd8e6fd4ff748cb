import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { NodeStatus } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Confirm } from '../../../../src/tui/kit/overlays/Confirm.tsx'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { NodeModel, Snapshot } from '../../../../src/tui/screens/node/NodeModel.ts'
import { nodeCommands } from '../../../../src/tui/screens/node/nodeCommands.ts'
import { until } from '../../../support/until.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { namedTheme } from '../../support/namedTheme.ts'
import { placesApp } from '../../support/placesApp.ts'

let app: TuiApp
let model: NodeModel
let chain: ChainDouble
let status: NodeStatus

const snapshot = (name: string, height: number): Snapshot => ({
	...{ name, height, time: '', offsetMs: 0, frozen: false },
})

beforeEach(async () => {
	app = placesApp({})
	model = app.screens.find(({ id }) => id === 'node')!.model as NodeModel
	chain = new ChainDouble()
	status = await chain.status()
	app.client = chain
	app.set({ status, phase: 'ready', screen: 'node' })
})

const run = (id: string): void =>
	void nodeCommands(model)
		.find((one) => one.id === `node.${id}`)!
		.run()
const form = (): Form => app.topOverlay as Form
const enter = (): void => void app.topOverlay!.commands()[0]!.run()
const told = (text: string): Promise<unknown> => until(() => app.state.toast?.text === text)
/** The problem and the hint of a field with a text. */
const said = (id: string, text: string): readonly (string | undefined)[] => {
	const field = form().field(id)!
	field.buffer.set(text)
	return [field.problem, field.options.hint?.(field.value)]
}
/** The words of the question in front. */
const question = (): string => {
	const { props } = (app.topOverlay as Confirm).view() as { props: { rows: (space: object) => readonly string[] } }
	return props.rows({ theme: namedTheme, width: 1_000 }).slice(0, -2).join(' ')
}

describe('how a node makes blocks', () => {
	it('how a node makes blocks is asked as it does now, with a second where it does not tell', () => {
		const asked = (part: Partial<NodeStatus>): unknown => {
			app.set({ status: { ...status, ...part } })
			run('interval')
			const [mode, seconds] = ['mode', 'seconds'].map((id) => form().field(id)!)
			return [mode?.value, seconds?.options.initial, seconds?.visible]
		}
		expect(asked({ blockMode: 'manual', blockIntervalMs: 2_500 })).toEqual(['manual', '2.5', false])
		expect(asked({ blockMode: undefined as never, blockIntervalMs: undefined as never })).toEqual([
			...['interval', '1', true],
		])
	})

	it('a node takes an interval of a hundredth of a second to a day', async () => {
		run('interval')
		const wrong = ['a number of seconds from 0.01 to 86,400', 'between two blocks']
		for (const text of ['', ' ', '0', '0.009', '86400.1', 'soon', '-1', '0x10', '1e1'])
			expect(said('seconds', text), text).toEqual(wrong)
		for (const text of ['0.01', '86400', ' 2 ', '500ms', '1m']) expect(said('seconds', text)[0], text).toBeUndefined()
		said('seconds', '0.0126')
		enter()
		await told('a block each 0.013 s')
		expect([chain.calls, app.topOverlay]).toEqual([['setBlockMode interval 13'], undefined])
	})

	it.each([
		['instant', 'a block with each transaction'],
		['manual', 'blocks only by hand'],
	])('a node makes blocks without an interval: %s', async (mode, words) => {
		run('interval')
		form().field('mode')!.choose(mode)
		enter()
		await told(words)
		expect([chain.calls, app.topOverlay]).toEqual([[`setBlockMode ${mode} undefined`], undefined])
	})
})

describe('the clock of a node', () => {
	const choose = (how: string): readonly unknown[] => {
		run('time')
		form().field('how')!.choose(how)
		return [form().field('by')?.visible, form().field('at')?.visible]
	}

	it('the clock of a node is moved, set, frozen or reset, and each asks for what it needs alone', () => {
		expect(['advance', 'set', 'freeze', 'reset'].map(choose)).toEqual([
			[true, false],
			[false, true],
			[false, true],
			[false, false],
		])
		expect(form().field('at')?.options.initial).toBe(status.time)
		choose('advance')
		const wrong = 'a time such as 90s, 5m, 2h or 30d'
		expect(['', '0', 'x', '90', '1.5h'].map((text) => said('by', text)[0])).toEqual([
			...[wrong, wrong, wrong, undefined, undefined],
		])
		choose('set')
		expect(['tomorrow', '2030-01-01'].map((text) => said('at', text))).toEqual([
			['a time such as 2027-01-01T00:00:00Z', ''],
			[undefined, 'Tue, 01 Jan 2030 00:00:00 GMT'],
		])
	})

	it.each([
		['advance', { by: '1.5m' }, 'advanceTime 90', 'the clock moved by 1.5m'],
		['set', { at: '2030-01-01' }, 'setTime 2030-01-01T00:00:00.000Z false', 'the clock is set'],
		['freeze', { at: '2030-01-01' }, 'setTime 2030-01-01T00:00:00.000Z true', 'the clock is set and frozen'],
		['reset', {}, 'resetTime', "the clock is the machine's again"],
	])('the clock of a node is told as it was changed: %s', async (how, values, call, words) => {
		choose(how)
		for (const [id, value] of Object.entries(values)) said(id, value)
		enter()
		await told(words)
		expect([chain.calls, app.topOverlay]).toEqual([[call], undefined])
	})
})

describe('a node that begins anew', () => {
	it('a node begins anew once the name of its chain is typed, and every screen reads it again', async () => {
		let identities = 0
		app.refreshIdentity = () => void identities++
		app.set({ status: { ...status, height: 1_234 } })
		run('reset')
		expect(question()).toContain(
			'Delete all 1,234 blocks of chain-localnet and start again at its genesis? Accounts, greetings and history will be gone. Your keys stay.',
		)
		enter()
		const asks = app.topOverlay as Confirm
		expect(asks.title).toBe('Reset the chain')
		for (const char of 'chain-localnet') asks.onKey({ id: char, text: char } as never)
		enter()
		await told('the chain starts again')
		expect([chain.calls, identities]).toEqual([['reset'], 1])
		app.set({ status: { ...status, height: 1 } })
		run('reset')
		expect(question()).toContain('Delete the only block of chain-localnet and')
		app.set({ status: { ...status, chainId: 'c'.repeat(61) } })
		run('reset')
		expect(question()).toContain(` of ${'c'.repeat(60)}… and `)
		app.set({ status: undefined })
		run('reset')
		expect(question()).toContain('Delete all 0 blocks of  and')
	})

	it('the genesis of a node is saved under its height, once it is known to be JSON', async () => {
		const directory = mkdtempSync(join(tmpdir(), 'chain-tui-genesis-'))
		onTestFinished(() => rmSync(directory, { recursive: true }))
		Object.assign(app, { directory })
		app.set({ status: { ...status, height: 77 } })
		run('export')
		await until(() => app.state.toast?.kind === 'good')
		app.set({ status: undefined, toast: undefined })
		run('export')
		await until(() => app.state.toast?.kind === 'good')
		expect(readdirSync(directory).toSorted()).toEqual(['genesis-0.json', 'genesis-77.json'])
		app.client = new ChainDouble({ remote: true })
		run('export')
		expect(readdirSync(directory)).toHaveLength(2)
	})
})

describe('the snapshots of a node', () => {
	it('a snapshot of a node has the name that is typed, or one that the node gives', async () => {
		run('snapshot')
		enter()
		await told('snapshot 1 taken')
		expect(app.topOverlay).toBeUndefined()
		run('snapshot')
		said('name', ` ${'n'.repeat(41)} `)
		enter()
		await told(`snapshot ${'n'.repeat(40)}… taken`)
		expect(chain.calls).toEqual(['snapshot 1', `snapshot ${'n'.repeat(41)}`])
		run('snapshot')
		said('name', '1')
		enter()
		await until(() => form().error !== '')
		expect([form().error, app.state.overlays.length]).toEqual(['There is already a snapshot 1.', 1])
	})

	/** A chain of some blocks, in which so many transactions were found. */
	function grown(height: number, total = 0): string[] {
		while (chain.blockList.length < height) chain.makeBlock()
		const asked: string[] = []
		chain.listTxs = async (query, page, most) => {
			asked.push(`${query} ${page} ${most}`)
			return { total, txs: [] }
		}
		return asked
	}

	it.each([
		[2, 0, [], 'Go back to block 2? 1 block after it will be gone.'],
		[1, 1, [], 'Go back to block 1? 2 blocks after it and 1 transaction in them will be gone.'],
		[1, 0, ['a'], 'Go back to block 1? 2 blocks after it and the snapshot a will be gone.'],
		[
			...[1, 1_234, ['a', 'n'.repeat(41)]],
			`Go back to block 1? 2 blocks after it, 1,234 transactions in them and the snapshots a, ${'n'.repeat(40)}… will be gone.`,
		],
	] as const)(
		'a node that goes back to block %i after %i transactions says what is lost with %j',
		async (height, total, later, words) => {
			const asked = grown(3, total)
			app.set({ status: await chain.status() })
			let identities = 0
			app.refreshIdentity = () => void identities++
			model.snapshots = [snapshot('at', height), ...later.map((name) => snapshot(name, 3))]
			run('rewind')
			said('height', String(height))
			enter()
			await until(() => app.topOverlay?.name === 'confirm')
			expect([question().trim(), app.state.overlays.length]).toEqual([words, 1])
			enter()
			await told(`back at block ${height}`)
			expect([chain.calls, asked[0], identities]).toEqual([[`rewind ${height}`], `tx.height > ${height} 1 1`, 1])
			// The selected snapshot is gone back to by its name, with the same words.
			model.snapshots = [snapshot('at', height), ...later.map((name) => snapshot(name, 3))]
			model.list.select('snapshot at')
			app.set({ toast: undefined })
			run('revert')
			await until(() => app.topOverlay?.name === 'confirm')
			expect([app.topOverlay?.title, question().trim()]).toEqual(['Revert', words])
			enter()
			await told(`back at block ${height}`)
			expect([chain.calls.at(-1), identities]).toEqual(['revert at', 2])
		},
	)

	it('a node that goes back to its last block, or to a later one, loses nothing', async () => {
		const asked = grown(2)
		for (const height of [2, 3]) {
			model.snapshots = [snapshot('at', height)]
			model.list.select('snapshot at')
			run('revert')
			await until(() => app.topOverlay?.name === 'confirm')
			expect(question().trim()).toBe(`Go back to block ${height}? Nothing will be gone.`)
			app.close(app.topOverlay!)
		}
		app.set({ status: { ...status, height: 9 } })
		Object.assign(chain, { status: () => Promise.reject(new UserError('gone')) })
		app.client = undefined
		model.snapshots = [snapshot('at', 7)]
		model.list.select('snapshot at')
		run('revert')
		await until(() => app.topOverlay?.name === 'confirm')
		expect([question().trim(), asked]).toEqual(['Go back to block 7? 2 blocks after it will be gone.', []])
	})

	it('the selected snapshot of a node is deleted by its name, and the chain stays', async () => {
		for (const id of ['revert', 'deleteSnapshot']) run(id)
		expect(app.topOverlay).toBeUndefined()
		const name = 'n'.repeat(41)
		model.snapshots = [snapshot(name, 1_234)]
		model.list.select(`snapshot ${name}`)
		run('deleteSnapshot')
		const cut = `${'n'.repeat(40)}…`
		expect(question().trim()).toBe(`Delete the snapshot ${cut} of block 1,234? The chain stays as it is.`)
		enter()
		await told(`snapshot ${cut} deleted`)
		expect(chain.calls).toEqual([`deleteSnapshot ${name}`])
	})
})

describe('the footer of a node', () => {
	it('the footer of a node has its keys in the order of their use', () => {
		const footers = nodeCommands(model).flatMap(({ id, footer }) => (footer === undefined ? [] : [`${footer} ${id}`]))
		expect(footers.toSorted()).toEqual([
			...['1 node.pause', '2 node.mine', '3 node.interval', '4 node.time', '5 node.snapshot', '6 node.span'],
			...['7 node.listener', '8 node.copy', '9 node.switch'],
		])
	})
})
