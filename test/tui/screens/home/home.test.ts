import { expect, it } from 'vitest'
import { testApp } from '../../support/testApp.ts'

it('Home shows each transaction and block once, also when a block is reported twice, and a block in the place of one taken back', async () => {
	const t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
	const { app, chain } = t
	app.outbox.start({
		kind: 'send',
		label: 'x',
		key: 'alice',
		options: {},
		again: () => chain.createGreeting('alice', 'only once'),
	})
	await t.until(() => app.outbox.entries[0]?.progress.state === 'in-mempool')
	chain.makeBlock()
	t.press('1')
	await t.until('only once')
	const block = chain.blockList.at(-1)!
	const shown = (): number => t.screen().split('only once').length - 1
	const blocks = (): string => /last (\d+) blocks/.exec(t.screen())?.[1] ?? ''
	const before = blocks()
	expect(shown()).toBe(1)
	for (let again = 0; again < 3; again++) {
		chain.emit({ type: 'block', block, txs: chain.txs })
		// The app may ask for the status too: both say that the block has been handled.
		chain.mempoolSize = 1_000 + again
		chain.emit({ type: 'status', status: { ...app.state.status!, mempoolSize: chain.mempoolSize } })
		await t.until(`1,00${again}`)
	}
	expect([shown(), blocks()]).toEqual([1, before])
	chain.emit({ type: 'block', block: { ...block, txCount: 0 }, txs: [] })
	await t.until(() => shown() === 0)
	expect(blocks()).toBe(before)
	await t.stop()
})

it('Home lists the newest blocks beside the latest transactions at 120 columns', async () => {
	const t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
	for (let made = 0; made < 5; made++) t.chain.makeBlock()
	t.press('1')
	await t.until(/╭─ Latest .*╭─ Blocks /)
	await t.until(/2 to 6 .*5 empty|1 to 6 .*6 empty/)
	await t.stop()
})

it.each<{ readonly cells: number; readonly lines: readonly (readonly string[])[] }>([
	{
		cells: 149,
		lines: [
			['Gas', 'Transactions'],
			['Block', 'Mempool'],
			['Memory', 'Disk'],
		],
	},
	{
		cells: 150,
		lines: [
			['Gas', 'Transactions', 'Block'],
			['Mempool', 'Memory', 'Disk'],
		],
	},
])('the charts page of Home, $cells cells wide, has as many charts in a row as fit', async ({ cells, lines }) => {
	// Beside the page is the list of screens, 16 cells wide.
	const t = await testApp({ keys: ['alice'], columns: cells + 18, rows: 40 })
	t.press('1', 'C')
	await t.until('╭─ Disk')
	const heads = t
		.screen()
		.split('\n')
		.filter((line) => line.includes('╭─ '))
	expect(heads).toHaveLength(lines.length)
	for (const [row, names] of lines.entries()) {
		const panels = heads[row]!.slice(heads[row]!.indexOf('╭'))
			.trimEnd()
			.split(' ╭')
			.map((part) => part.replace(/^╭/, ''))
		expect(panels.map((panel) => /─ (\w+)/.exec(panel)?.[1])).toEqual(names)
		const widths = panels.map((panel) => panel.length)
		expect(Math.max(...widths) - Math.min(...widths), widths.join()).toBeLessThanOrEqual(names.length)
	}
	await t.stop()
})
