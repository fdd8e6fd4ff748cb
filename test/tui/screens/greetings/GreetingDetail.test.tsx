import { describe, expect, it } from 'vitest'
import type { TxProgress, TxSummary } from '../../../../src/client/index.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { TextScroll } from '../../../../src/tui/kit/models/TextScroll.ts'
import { GreetingDetail } from '../../../../src/tui/screens/greetings/GreetingDetail.tsx'
import type { GreetingsModel } from '../../../../src/tui/screens/greetings/GreetingsModel.ts'
import type { GreetingFacts } from '../../../../src/tui/screens/greetings/SelectedFacts.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

const owner = `chain1${'q'.repeat(38)}`
const greeting = { id: '1234', owner, message: 'grüße' }
const amounts = new Amounts(memoryPreferences(), () => 'uchain')
const tx = {
	...{ hash: 'AB'.repeat(32), height: 2_345, time: '2026-01-02T03:04:05Z', memo: '' },
	...{ gasUsed: 55_960n, gasWanted: 120_000n, fee: [{ denom: 'uchain', amount: '600' }] },
} as unknown as TxSummary
const facts = (more: Partial<GreetingFacts> = {}): GreetingFacts => ({
	...{ id: '1234', tx, tries: 1, proof: { ok: true, height: 2_346, reason: '' } },
	...more,
})

/** The rows inside the panel, with the names of their colours; the first is its title. */
function drawn(
	model: Partial<Record<keyof GreetingsModel, unknown>>,
	options: { readonly name?: string; readonly height?: number; readonly rest?: string } = {},
) {
	const { name = owner, height = 30, rest } = options
	const app = { nameOf: () => name, amounts, links: false, state: { status: { listeners: { rest } } } }
	const whole = { app, selected: greeting, scroll: new TextScroll(), detailOpen: false, ...model } as never
	const { frame, unmount } = renderPart(<GreetingDetail model={whole} />, {
		...{ width: 100, height, app: kitApp({ theme: namedTheme }) },
	})
	const rows = named(frame()).split('\n')
	unmount()
	const title = /‹strong:([^›]+)›/.exec(rows[0] ?? '')?.[1]
	const inside = rows.slice(1, -1).map((row) =>
		row
			.replaceAll(/^.*?│›? ?|\s*(‹\w+:)?│›?$/g, '')
			.replaceAll(/‹muted:(\S[^›]*?) *›/g, '$1: ')
			.trim(),
	)
	return { title, rows: inside.filter((row) => row !== '') }
}

const body = ['grüße', `owner: ${owner}`, 'size: 7 bytes']
const inBlock = [
	'block: 2,345  2026-01-02 03:04:05 UTC',
	`tx: ${tx.hash}`,
	'gas: 55,960 of 120,000',
	'fee: 0.0006 CHAIN',
]
const proved = 'proof: ‹good:✓ checked against the app hash of block 2,346›'

describe('the detail of a greeting', () => {
	it('the detail of a greeting tells text, owner, size, transaction and proof, and its URL where there is room', () => {
		expect(drawn({ facts: facts() })).toEqual({ title: '#1,234', rows: [...body, ...inBlock, proved] })
		const url = 'REST: http://node/chain/greet/v1beta1/greetings/1234'
		const named_ = [body[0], `owner: ‹strong:alice›  ${owner}`, body[2], ...inBlock, proved]
		expect(drawn({ facts: facts() }, { name: 'alice', rest: 'http://node' }).rows).toEqual([...named_, url])
		expect(drawn({ facts: facts() }, { rest: 'http://node', height: 18 }).rows).toContain(url)
		expect(drawn({ facts: facts() }, { rest: 'http://node', height: 17 }).rows).not.toContain(url)
		expect(drawn({ selected: undefined })).toEqual({ title: 'Greeting', rows: ['Nothing is selected.:'] })
	})

	it('the detail of a greeting tells no fee where there is none, its memo, and that its transaction is gone', () => {
		const other = { ...tx, fee: [], memo: 'for you' } as unknown as TxSummary
		expect(drawn({ facts: facts({ tx: other }) }).rows.slice(3)).toEqual([
			...[...inBlock.slice(0, 3), 'fee: none', 'memo: for you', proved],
		])
		expect(drawn({ facts: facts({ tx: undefined }) }).rows.slice(3)).toEqual([
			...['block: the node no longer has its transaction', proved],
		])
	})

	it.each([
		['nothing was asked yet', undefined],
		['another greeting was asked for', facts({ id: '5' })],
		['it is asked for', facts({ tx: 'loading', proof: 'checking' })],
	])('the detail of a greeting says that it reads while %s', (_, known) => {
		expect(drawn({ facts: known }).rows).toEqual([...body, 'block: …', 'proof: ◌ checking:'])
	})

	it('the detail of a greeting waits for the next block before it says that the proof fails', () => {
		const proof = { ok: false, height: 0, reason: 'no header' }
		const told = (tries: number) => drawn({ facts: facts({ proof, tries }) }).rows.at(-1)
		// After the fourth failure the next block asks for the last time.
		expect([1, 4, 5, 6].map(told)).toEqual([
			...['proof: ◌ waits for the next block:', 'proof: ◌ waits for the next block:'],
			...['proof: ‹bad:✗ no header›', 'proof: ‹bad:✗ no header›'],
		])
	})

	it('the detail of a greeting cuts a long text above its facts, and scrolls it when it is open', () => {
		const message = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')
		const long = { ...greeting, message }
		const cut = drawn({ selected: long, facts: facts() }, { height: 20 })
		expect(cut.rows.slice(-7)).toEqual([`owner: ${owner}`, 'size: 309 bytes', ...inBlock, proved])
		expect(cut.rows.slice(0, -7).join()).toBe(
			'line 0,line 1,line 2,line 3,line 4,line 5,line 6,line 7,line 8,… 309 bytes in all, y copies them',
		)
		const scroll = new TextScroll()
		const opened = drawn({ selected: long, facts: facts(), detailOpen: true, scroll }, { height: 20 })
		expect([opened.rows.slice(0, -7).at(-1), scroll.remark]).toEqual(['line 9', '1-10 of 40'])
	})
})

describe('the detail of a greeting on its way', () => {
	const told = (progress: Partial<TxProgress>) => {
		const entry = { label: 'mine', progress }
		const { title, rows } = drawn({ selectedEntry: entry })
		expect([title, rows[0]]).toEqual(['On its way', 'mine'])
		return rows.slice(1)
	}

	it('the detail of a greeting on its way tells its state, then hash and fee', () => {
		expect(told({ state: 'signing' })).toEqual(['state: ◌ signing'])
		const sent = { hash: 'ABCD', fee: '600uchain', gasWanted: 1n }
		const rest = ['tx: ABCD', 'fee: 0.0006 CHAIN']
		expect(told({ state: 'in-mempool', ...sent })).toEqual(['state: ◌ in mempool', ...rest])
		expect(told({ state: 'committed', height: 12, gasUsed: 1n, ...sent })).toEqual(['state: ✓ in block 12', ...rest])
	})

	it('the detail of a greeting on its way that failed tells what to do, and log and code where there are any', () => {
		const failed = { state: 'failed', problem: 'Too poor.', next: 'Get coins.', hash: '', code: 13 } as const
		expect(told({ ...failed, log: '', codespace: '' })).toEqual(['state: ✗ Too poor.', 'next: Get coins.'])
		expect(told({ ...failed, log: 'less than 5', codespace: 'sdk', requiredFee: '9uchain' })).toEqual([
			'state: ✗ Too poor. · r retry with 9uchain',
			...['next: Get coins.', 'log: less than 5', 'code: 13 of sdk'],
		])
	})
})
