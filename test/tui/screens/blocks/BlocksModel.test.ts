import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { BlocksModel } from '../../../../src/tui/screens/blocks/BlocksModel.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())
beforeEach(async () => {
	t = await testApp({ keys: ['alice'], columns: 100, rows: 30 })
	// Blocks 2, 5 and 9 of twelve have a transaction.
	for (let height = 2; height <= 12; height++) {
		if ([2, 5, 9].includes(height)) await t.chain.greet('alice', `in block ${height}`)
		t.chain.makeBlock()
	}
	await t.until(() => t.app.state.status?.height === 12)
	t.press('7')
})

const model = (): BlocksModel => t.app.screens.find(({ id }) => id === 'blocks')!.model as BlocksModel
const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))
const rows = (): readonly unknown[] =>
	Array.from({ length: model().list.count }, (_, index) => {
		const { height, from } = model().list.at(index)!
		return height === from ? height : `${from}-${height}`
	})
const folded = ['10-12', 9, '6-8', 5, 4, 3, 2, 1]

describe('the list of blocks', () => {
	it('keeps the selected block when runs of empty ones are unfolded and folded', async () => {
		await t.until(() => rows().join() === folded.join())
		t.press('j', 'j', 'j')
		expect(model().selected).toBe(5)
		t.press('e')
		await t.until(() => model().list.count === 12)
		expect(rows()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
		expect([model().selected, model().list.cursor.selected]).toEqual([5, 7])
		expect([13, 12, 5, 1].map((height) => model().placeOf(height))).toEqual([-1, 0, 7, 11])
		expect([11, 12].map((row) => model().list.at(row))).toEqual([{ height: 1, from: 1 }, undefined])
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 13)
		expect([model().selected, model().list.cursor.selected]).toEqual([5, 8])
		t.press('e')
		await t.until(() => rows().join() === ['10-13', ...folded.slice(1)].join())
		expect([model().selected, model().list.cursor.selected]).toEqual([5, 3])
	})

	it('the list of blocks shows the selected one beside it, also the first of the chain', async () => {
		await t.until(() => rows().join() === folded.join())
		t.press('end')
		await t.until(() => model().preview?.height === 1)
		expect(model().selected).toBe(1)
	})

	it('stays on the newest block through both when it was there', async () => {
		await t.until(() => rows().join() === folded.join())
		t.press('e')
		await t.until(() => model().list.count === 12)
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 13)
		expect(model().selected).toBe(13)
	})

	it('the list of blocks has a row for each block of a node without an index of transactions', async () => {
		t.chain.searchProblem = new UserError('There is no index.')
		t.app.reconnect()
		await t.until(() => t.app.log.entries.some(({ message }) => message.includes('There is no index.')))
		await t.until(() => model().list.count === 12)
	})
})

describe('a late answer about runs of empty blocks', () => {
	/** Asks for them folded; what the node is asked for is answered by what this gives. */
	function foldLate(): { answer(): void; refuse(error: Error): void } {
		const { listTxs } = t.chain
		let answer = (): void => {}
		let refuse = (_error: Error): void => {}
		const late = new Promise<void>((resolve, reject) => {
			answer = resolve
			refuse = reject
		})
		t.chain.listTxs = async (...asked) => {
			await late
			return listTxs.apply(t.chain, asked)
		}
		model().fold(true)
		t.chain.listTxs = listTxs
		return { answer, refuse }
	}

	it('changes nothing once another place is in use', async () => {
		await t.until(() => rows().join() === folded.join())
		const late = foldLate()
		const before = model().folded
		t.app.reconnect()
		await t.until(() => model().folded !== before)
		late.refuse(new UserError('The place was left.'))
		await t.until(() => t.app.log.entries.some(({ message }) => message.includes('The place was left.')))
		expect(rows()).toEqual(folded)
	})

	it('changes nothing once each block is wanted in its row', async () => {
		await t.until(() => rows().join() === folded.join())
		const late = foldLate()
		model().fold(false)
		expect(model().list.count).toBe(12)
		late.answer()
		await new Promise(setImmediate)
		expect(model().list.count).toBe(12)
	})
})

describe('an opened block', () => {
	it('gives way to the nearest one with transactions, and the list follows', async () => {
		await t.until(() => rows().join() === folded.join())
		t.press('j', 'enter')
		await t.until('› Blocks › 9')
		for (const [key, height, row] of [
			['<', 5, 3],
			['<', 2, 6],
			['>', 5, 3],
			['>', 9, 1],
		] as const) {
			t.press(key)
			await t.until(`› Blocks › ${height}`)
			expect([model().list.cursor.selected, model().stack.items.length]).toEqual([row, 1])
		}
		t.press('>')
		await said('no later block has transactions')
		t.press('esc')
		await t.until('› Blocks  ')
		expect(model().selected).toBe(9)
	})

	it('does not open for a height that is not there, with the reason', async () => {
		for (const [text, reason] of [
			['13', 'block 13 does not exist yet: the latest is 12'],
			['#0', 'the first block is 1'],
		] as const) {
			t.press('/')
			t.type(text)
			t.press('enter')
			await said(reason)
		}
		const { block } = t.chain
		t.chain.block = async (height) => (height < 3 ? undefined : block.call(t.chain, height))
		for (const height of ['2', '1']) {
			t.press('/')
			t.type(height)
			t.press('enter')
			await said(`the node no longer keeps block ${height}: ask one that keeps its whole history`)
		}
		expect(model().block).toBeUndefined()
	})
})

it('says why a key does nothing on a chain without a block or a listener', async () => {
	const status = t.app.state.status!
	t.app.set({ status: { ...status, listeners: {} } })
	t.press('U')
	await said('copy URL: the node has no listener')
	t.app.set({ status: { ...status, height: 0 } })
	t.press('e')
	await t.until(() => model().folded === undefined)
	t.press('enter')
	await said('open: there is no block here yet')
})
