import { beforeEach, describe, expect, it } from 'vitest'
import type { FormRow } from '../../../../src/codec/legacy/forms/Comparison.ts'
import type { VestingTerms } from '../../../../src/codec/vesting/vestedCoins.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { TextScroll } from '../../../../src/tui/kit/models/TextScroll.ts'
import { WindowList } from '../../../../src/tui/kit/models/WindowList.ts'
import { AccountInspector } from '../../../../src/tui/screens/accounts/AccountInspector.tsx'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { MigrationCheck } from '../../../../src/tui/screens/accounts/check/MigrationCheck.ts'
import type { ComparedAccount } from '../../../../src/tui/screens/accounts/compared/ComparedAccount.ts'
import { VestingClock } from '../../../../src/tui/screens/accounts/vesting/VestingClock.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

const address = addressOf('alice')
const field: FormRow = {
	...{ meaning: 'coins', path8: '.result.coins', value8: '[]', path9: undefined, value9: undefined },
	...{ kind: 'omitted', explanation: 'Balances are asked for elsewhere.' },
}
const coin = (amount: string, denom = 'uchain') => ({ denom, amount })
const side = (generation: 8 | 9) => ({
	...{ text: '{}', value: { generation }, fault: '', source: `source ${generation}` },
})
const account: ComparedAccount = {
	...{ id: 'id', address, side8: side(8), side9: side(9), balances: [coin('5000000')], rows: [field] },
	...{ terms: undefined, kind: 'base', isStateGone: false, height: 7 },
}

/** A model with an account that is there, as parts of it say. */
let model: AccountsModel
beforeEach(() => {
	const status = { height: 1_234, time: '2026-01-01T00:00:00Z', listeners: {} }
	const app = {
		...{ nameOf: (text: string) => text, keyFor: (id: string) => `<${id}>`, links: false, denom: 'uchain' },
		...{
			state: { status },
			latestHeight: status.height,
			clock: () => 0,
			amounts: new Amounts(memoryPreferences(), () => 'uchain'),
		},
	} as never
	const check = new MigrationCheck()
	const made = {
		...{ app, selected: address, address, current: account, view: 'aligned', detailOpen: false, isPasted: false },
		...{ rows: account.rows, changes: new Map(), fault: '', onlyDifferences: false, front: 8, bothShown: false },
		...{ atHeight: undefined, remote: undefined, hexAddress: undefined, check, scroll: new TextScroll() },
		...{ clock: new VestingClock(app), reads: WindowList.of(() => check.rows) },
		compared: WindowList.of(() => account.rows),
	}
	model = made as never
})

function draw(
	part: Partial<Record<keyof AccountsModel, unknown>> = {},
	{ width = 100, height = 30 }: { readonly width?: number; readonly height?: number } = {},
): readonly string[] {
	Object.assign(model, part)
	const view = renderPart(<AccountInspector model={model} />, {
		...{ width, height, app: kitApp({ theme: namedTheme }) },
	})
	const frame = named(view.frame())
	view.unmount()
	return frame.split('\n').map((row) =>
		row
			.replaceAll(/‹border(Active)?:[│╰╯─╭╮ ]*›|[│╰╯╭╮]|─{3,}/g, ' ')
			.replaceAll(/ {2,}/g, ' ')
			.trim(),
	)
}
const filled = (...options: Parameters<typeof draw>): readonly string[] => draw(...options).filter((row) => row !== '')

/** The rows of the frame, by number, in which a text stands. */
const placesOf = (text: string | RegExp, ...options: Parameters<typeof draw>): readonly number[] =>
	draw(...options).flatMap((row, index) => (row.search(text) < 0 ? [] : [index]))

const day = 86_400n
const start = BigInt(Date.UTC(2026, 0, 1) / 1_000)
/** 900 CHAIN until a hundred days after the present, a third of them released by now. */
const terms: VestingTerms = {
	kind: 'continuous',
	startTime: start - 50n * day,
	vesting: {
		...{ originalVesting: [{ denom: 'uchain', amount: 900_000_000n }], endTime: start + 100n * day },
		...{ delegatedFree: [], delegatedVesting: [] },
	},
}

describe('the title of an account', () => {
	it('the title of an account is its name or its cut address, with its kind once it was read', () => {
		const title = (part: Parameters<typeof draw>[0]): string | undefined => draw(part)[0]
		const views = '‹muted: [aligned] raw paths check ›'
		expect(title({})).toBe(`‹strong:chain190vqdj…fwg7g4evumx · base› ${views}`)
		expect(title({ current: undefined })).toBe(`‹strong:chain190vqdj…fwg7g4evumx› ${views}`)
		Object.assign(model.app, { nameOf: () => 'a name longer than twenty-four' })
		expect(title({})).toBe(`‹strong:a name longer than twenty-four› ${views}`)
		expect(title({ isPasted: true, selected: 'pasted' })).toBe(`‹strong:pasted JSON› ${views}`)
		expect(title({ isPasted: false, selected: undefined })).toBe('‹strong:Account›')
		expect(title({ view: 'check' })).toBe('‹strong:Check of old clients› ‹muted: aligned raw paths [check] ›')
		const selected = 'x\u001b'.padEnd(121, 'y')
		Object.assign(model.app, { nameOf: (text: string) => text })
		expect(title({ view: 'paths', selected })).toBe(
			`‹strong:x␛${'y'.repeat(10)}…${'y'.repeat(10)}…› ‹muted: aligned raw [paths] check ›`,
		)
	})
})

describe('the head of an account', () => {
	it('the head of an account tells whether its state is live, of an earlier block, of another node or pasted', () => {
		const head = (part: Parameters<typeof draw>[0]): string | undefined => filled(part)[1]
		expect(head({})).toBe(`${address} ‹good:●› ‹muted:live, block 1,234›`)
		expect(head({ atHeight: 1_000 })).toBe(`${address} ‹warn:◷ at block 1,000›`)
		expect(head({ address: undefined, remote: 'h'.repeat(61) })).toBe(`no address ‹warn:at ${'h'.repeat(60)}…›`)
		Object.assign(model, { address })
		expect(head({ current: undefined })).toBe(address)
		expect(head({ current: account, isPasted: true })).toBe(address)
		expect(head({ address: undefined })).toBe('no address')
		Object.assign(model.app, { state: {}, latestHeight: 0 })
		expect(head({ isPasted: false, address, remote: undefined, atHeight: undefined })).toBe(
			`${address} ‹good:●› ‹muted:live, block 0›`,
		)
	})

	it('the head of an account says why the state of a height is not there, and what to do', () => {
		const gone = (atHeight: number | undefined): readonly string[] =>
			filled({ atHeight, current: { ...account, isStateGone: true, rows: [] } }).slice(1, 4)
		const next = '‹muted:<accounts.height> chooses another height, an empty one is the live state›'
		expect(gone(1_235)).toEqual([
			`${address} ‹warn:◷ at block 1,235›`,
			'‹bad:✗ block 1,235 does not exist yet: the latest is 1,234 ›',
			next,
		])
		expect(gone(1_234)[1]).toBe('‹bad:✗ the node no longer keeps the state of block 1,234 ›')
		expect(gone(undefined)[1]).toBe('‹muted:balance› ‹strong:5 CHAIN›')
		// There is always room for the next step.
		expect(placesOf('chooses another height', { atHeight: 1 }, { height: 12 })).toEqual([3])
	})

	it('the head of an account tells its balance, what of it can be sent, and the last block that changed a field', () => {
		const balance = (part: Parameters<typeof draw>[0]): string | undefined =>
			filled(part).find((row) => row.includes('balance'))
		const five = '‹muted:balance› ‹strong:5 CHAIN›'
		expect([balance({}), balance({ current: undefined })]).toEqual([five, '‹muted:balance›'])
		const changes = new Map([
			['a', { height: 5, before: '1' }],
			['b', { height: 1_200, before: '1' }],
		])
		expect(balance({ current: account, changes })).toBe(`${five}‹warn: ● changed in block 1,200›`)
		model.clock.follow(terms)
		// 600 of 900 are locked.
		const held = (...balances: readonly ReturnType<typeof coin>[]): string | undefined =>
			balance({ changes: new Map(), current: { ...account, balances } })?.replace(/^.*?›.*?›/, '')
		expect(held(coin('650000000'))).toBe('‹muted: · spendable 50 CHAIN›')
		expect(held(coin('600000000'))).toBe('‹muted: · spendable 0 CHAIN›')
		expect(held(coin('600000001'))).toBe('‹muted: · spendable 0.000001 CHAIN›')
		expect(held(coin('1', 'foo'), coin('650000000'))).toBe('‹muted: · spendable 1 foo, 50 CHAIN›')
		expect(held(coin('many', 'foo'), coin('5'))).toBe('‹muted: · spendable 0 foo›')
		expect(balance({ current: undefined })).toBe('‹muted:balance›')
	})

	it('the head of an account on a chain with an EVM has its other address, and its contract', () => {
		expect(filled({ hexAddress: '0xabc' })[2]).toBe('0xabc')
		const code = { size: 1_200, hash: '0xhash' }
		expect(filled({ current: { ...account, code } })[2]).toBe(
			'0xabc ‹accent:contract, 1,200 bytes› ‹muted:(<accounts.contract> shows it) 0xhash›',
		)
		expect(filled({})[4]).toBe('‹warn:−› 1 left out')
	})
})

describe('the parts of an account', () => {
	it('the parts of an account are its head, its fields, why they differ and its vesting, as there is room', () => {
		const places = (height: number): readonly unknown[] => [
			...['1 left out', /gen 8/, 'vested'].map((text) => placesOf(text, {}, { height })[0]),
		]
		expect([15, 17, 18, 30].map(places)).toEqual([
			[undefined, 11, undefined],
			[undefined, 13, undefined],
			[3, 14, undefined],
			[3, 26, undefined],
		])
		expect(draw().slice(26, 29)).toEqual([
			'‹strong:gen 8› .result.coins ‹muted:[]›',
			'‹strong:gen 9› ‹muted:not there›',
			'‹warn:− left out› Balances are asked for elsewhere.',
		])
		model.clock.follow(terms)
		expect([25, 26, 40].map(places)).toEqual([
			[undefined, 16, 20],
			[3, 17, 21],
			[3, 26, 30],
		])
		expect(placesOf('1 left out', { hexAddress: '0xabc' }, { height: 25 })).toEqual([])
		expect(placesOf('balance', {}, { height: 25 })).toEqual([3])
		expect(placesOf('1 left out', {}, { height: 26 })).toEqual([4])
		expect(placesOf('vested', { current: undefined })).toEqual([])
	})

	it('the replies of an account stand side by side from a width on, and one in front below it', () => {
		const first = (width: number, front: 8 | 9): readonly string[] =>
			filled({ view: 'raw', front }, { width, height: 30 }).slice(4, 6)
		expect([first(88, 8)[0], model.bothShown]).toEqual([
			'‹strong:generation 8› ‹muted:source 8› ‹strong:generation 9› ‹muted:source 9›',
			true,
		])
		expect([first(87, 8)[0], model.bothShown]).toEqual(['‹strong:generation 8› ‹muted:source 8›', false])
		expect(first(87, 9)).toEqual(['‹strong:generation 9› ‹muted:source 9›', '{'])
		// The rule between them stands after half of the cells.
		const rule = (width: number): unknown => {
			Object.assign(model, { current: { ...account, side8: { ...side(8), source: 's'.repeat(99) } } })
			const row = draw({ view: 'raw' }, { width }).find((one) => one.includes('generation 9')) ?? ''
			return /s{5,}/.exec(row)?.[0].length
		}
		expect([rule(88), rule(89), rule(90)]).toEqual([27, 28, 28])
	})

	it('the replies of an account are there as far as they came, each longer than the other', () => {
		const long = { ...side(9), value: { a: 1, b: 2 } }
		const short = { ...side(8), text: undefined, fault: 'No REST server answers.' }
		const raw = (side8: object, side9: object): readonly string[] =>
			filled({ view: 'raw', current: { ...account, side8, side9 } }).slice(4)
		expect(raw(short, long)).toEqual([
			'‹strong:generation 8› ‹muted:source 8› ‹strong:generation 9› ‹muted:source 9›',
			'‹warn:No REST server answers.› {',
			'‹muted:"a":›‹chart2: 1,›',
			'‹muted:"b":›‹chart2: 2›',
			'}',
		])
		expect(raw(long, short)).toHaveLength(5)
		expect(filled({ current: undefined }).at(-1)).toBe('‹muted:◌ reading›')
		expect(filled({ fault: 'no\u001banswer' }).at(-1)).toBe('no␛answer')
	})

	it('the page of an account cuts each text of a node at a length of its own', () => {
		/** How often a letter is there, in runs of it. */
		const runs = (letter: string, part: Parameters<typeof draw>[0]): number =>
			[
				...draw(part, { width: 640, height: 18 })
					.join('')
					.matchAll(new RegExp(`${letter}{9,}`, 'g')),
			].join('').length
		const long = (letter: string): string => letter.repeat(1_000)
		expect(runs('a', { address: long('a') })).toBe(120)
		model.clock.follow(terms)
		const rich = { ...account, balances: [coin('5', long('d'))] }
		// As balance and as what can be sent; the amount and a blank are before the denomination.
		expect(runs('d', { current: rich })).toBe(596)
		model.clock.follow(undefined)
		expect(runs('s', { view: 'raw', current: { ...account, side8: { ...side(8), source: long('s') } } })).toBe(100)
		const refused = { ...side(8), text: undefined, fault: long('f') }
		expect(runs('f', { current: { ...account, side8: refused } })).toBe(600)
		expect(runs('f', { current: undefined, fault: long('f') })).toBe(400)
		model.check.use({ client: long('c'), version: '1', source: [], reads: [] })
		expect(runs('c', { view: 'check' })).toBe(80)
	})

	it('the check of an account has the reads of a client above what becomes of the selected one', () => {
		const head = '‹strong:@cosmjs/launchpad 0.27.1› ‹muted:reads 26 places, 11 need work›'
		expect(filled({ view: 'check', selected: undefined })[1]).toBe(head)
		// What becomes of it takes a third of the height, from five to twelve rows.
		const places = (height: number): readonly number[] => placesOf(/^\.result\.type/, {}, { height })
		expect([12, 20, 23, 30, 50].map((height) => places(height)[0])).toEqual([6, 13, 15, 20, 37])
		Object.assign(model, { reads: WindowList.of(() => []) })
		expect(filled({}).at(-1)).toBe('‹muted:This client reads nothing. ›')
	})
})
