import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlocksModel } from '../../../../src/tui/screens/blocks/BlocksModel.ts'
import { offeredKeys, refusedKeys } from '../../support/keyWords.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())
beforeEach(async () => {
	t = await testApp({ keys: ['alice'], columns: 100, rows: 30 })
	// Blocks 2 and 6 of nine have a transaction.
	for (let height = 2; height <= 9; height++) {
		if ([2, 6].includes(height)) await t.chain.greet('alice', `in block ${height}`)
		t.chain.makeBlock()
	}
	await t.until(() => t.app.state.status?.height === 9)
	t.press('7')
	await t.until(() => model().list.count === 5)
})

const model = (): BlocksModel => t.app.screens.find(({ id }) => id === 'blocks')!.model as BlocksModel
const refused = (): readonly string[] => refusedKeys(t, 'blocks')

const keysOfList = 'Enter open, e each block, / search, t transactions, y copy hash'
const keysOfBlock = '< earlier non-empty, > later non-empty, / search, t transactions, y copy hash'

describe('the keys of the blocks', () => {
	it('the keys of the blocks are those of a list with a block selected, folded or not', async () => {
		expect([offeredKeys(t), refused()]).toEqual([keysOfList, ['-: no block is open', '+: no block is open']])
		t.press('e')
		await t.until(() => model().list.count === 9)
		expect(offeredKeys(t)).toBe(keysOfList.replace('each block', 'fold empty'))
	})

	it('the keys of the blocks are those of the opened block, which says where no other block is and that it is empty', async () => {
		for (const [height, offered, reasons] of [
			[6, `Enter open, ${keysOfBlock}, - earlier block, + later block`, []],
			[5, `${keysOfBlock}, - earlier block, + later block`, ['enter: the block is empty']],
			[1, `${keysOfBlock}, + later block`, ['enter: the block is empty', '-: it is the first block']],
			[9, `${keysOfBlock}, - earlier block`, ['enter: the block is empty', '+: it is the latest block']],
		] as const) {
			model().replace(height)
			await t.until(`› Blocks › ${height}`)
			expect([height, offeredKeys(t), refused()]).toEqual([height, offered, reasons])
		}
	})

	it('the keys of the blocks say what is missing on a chain without a block or a listener', () => {
		t.app.set({ status: { ...t.app.state.status!, height: 0, listeners: {} } })
		expect(offeredKeys(t)).toBe('e each block, / search, t transactions')
		expect(refused()).toEqual([
			'enter: there is no block here yet',
			'-: no block is open',
			'+: no block is open',
			'U: the node has no listener',
			'y: nothing with a hash is selected',
		])
	})

	it('the keys of the blocks copy the hash of a block in the list, and of a transaction in the opened block', async () => {
		const hashes = (): readonly string[] => t.asked.map((line) => line.replace('copy ', ''))
		await t.until(() => model().pages.get(9, 9) !== undefined)
		t.press('y')
		await t.until(() => hashes().length === 1)
		t.press('j', 'enter')
		await t.until('› Blocks › 6')
		t.press('y')
		await t.until(() => hashes().length === 2)
		t.press('-')
		await t.until('› Blocks › 5')
		t.press('y')
		await t.until(() => hashes().length === 3)
		const [, , , , fifth, sixth, , , ninth] = t.chain.blockList
		expect(hashes()).toEqual([ninth?.hash, sixth?.txs[0]?.hash, fifth?.hash])
	})
})

describe('the blocks', () => {
	it('the blocks open at a height that a link names, and Esc goes back to where it was', async () => {
		t.press('1')
		t.app.open('blocks', '6')
		await t.until('› Blocks › 6')
		t.press('esc')
		expect([t.app.state.screen, model().block]).toEqual(['home', undefined])
		const calls = t.chain.calls.length
		t.app.open('blocks', '6a')
		await new Promise(setImmediate)
		expect([model().block, t.app.state.toast?.kind, t.chain.calls.slice(calls)]).toEqual([undefined, undefined, []])
	})

	it('the blocks are searched by height with or without # and commas, by anything else among the transactions', async () => {
		const search = (text: string): void => {
			t.press('/')
			t.type(text)
			t.press('enter')
		}
		search('  ')
		expect([t.app.state.screen, t.app.state.overlays]).toEqual(['blocks', []])
		for (const [text, told] of [
			['#1,234', 'block 1,234 does not exist yet: the latest is 9'],
			['10', 'block 10 does not exist yet: the latest is 9'],
			['0', 'the first block is 1'],
		] as const) {
			search(text)
			await t.until(() => t.app.state.toast?.text === told)
			expect([t.app.state.toast?.kind, model().block]).toEqual(['bad', undefined])
		}
		search(' #6 ')
		await t.until('› Blocks › 6')
		search('in block 2')
		await t.until('› Transactions › “in block 2”')
	})

	it('the blocks that are opened begin with their first transaction', async () => {
		for (const text of ['one', 'two', 'three']) await t.chain.greet('alice', text)
		t.chain.makeBlock()
		await t.until(() => model().height === 10)
		const tx = (): number => model().txs.cursor.selected
		t.press('enter')
		await t.until('› Blocks › 10')
		t.press('j', 'j')
		expect(tx()).toBe(2)
		model().open(10)
		await t.until(() => tx() === 0)
		t.press('j')
		model().replace(10)
		await t.until(() => tx() === 0)
		t.press('j', 'enter')
		await t.until('› Transactions › tx')
		const [, second] = t.chain.blockList.at(-1)!.txs
		await t.until(() => t.screen().includes(second!.hash))
	})

	it('the blocks that are opened stay when the chain goes back to their height, and go when they are gone', async () => {
		for (const height of [6, 7]) {
			model().open(height)
			await t.until(() => model().stack.top?.height === height)
		}
		t.app.set({ status: { ...t.app.state.status!, height: 6 } })
		model().connected()
		expect(model().stack.items.map(({ height }) => height)).toEqual([6])
	})

	it('the blocks show the newest one beside the list while the selection follows, and no late answer about another one', async () => {
		await t.until(() => model().preview?.height === 9)
		const { block } = t.chain
		let late = (): void => {}
		const asked: number[] = []
		t.chain.block = async (height) => {
			asked.push(height)
			if (height === 6) await new Promise<void>((resolve) => (late = resolve))
			return block.call(t.chain, height)
		}
		t.press('j')
		await t.until(() => asked.length === 1)
		t.press('j', 'j')
		await t.until(() => model().selected === 2)
		await t.until(() => model().preview?.height === 2)
		late()
		await new Promise(setImmediate)
		expect([model().preview?.height, asked]).toEqual([2, [6, 2]])
		t.press('home')
		await t.until(() => model().preview?.height === 9)
		await t.chain.greet('alice', 'the newest')
		t.chain.makeBlock()
		await t.until(() => model().selected === 10)
		expect(model().preview).toMatchObject({ height: 10, txs: [{ height: 10 }] })
		expect(asked).toEqual([6, 2, 9])
	})
})
