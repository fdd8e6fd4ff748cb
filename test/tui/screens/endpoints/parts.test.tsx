import { Text } from 'ink'
import { describe, expect, it, test } from 'vitest'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { KeyBox } from '../../../../src/tui/screens/endpoints/forms/KeyBox.tsx'
import { keyColumns } from '../../../../src/tui/screens/endpoints/pages/ApplicationModel.ts'
import { parametersOf, TryParameters } from '../../../../src/tui/screens/endpoints/pages/try/TryParameters.ts'
import {
	dayRange,
	monthRange,
	rangeText,
	shiftedRange,
} from '../../../../src/tui/screens/endpoints/parts/StatisticsRange.ts'
import { StatisticsView } from '../../../../src/tui/screens/endpoints/parts/StatisticsView.tsx'
import {
	ago,
	countLabel,
	latencyText,
	protectionText,
	until,
	when,
} from '../../../../src/tui/screens/endpoints/parts/texts.ts'
import { billText, freeTierText, relaysByDay } from '../../../../src/tui/screens/endpoints/parts/usage.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { placesApp } from '../../support/placesApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

const theme = makeTheme('dark', 'dark', 0)
const now = Date.UTC(2026, 10, 21, 12, 34, 56)

describe('texts of the endpoint service', () => {
	it('tell how long ago and how long from now', () => {
		expect([ago(null, now), ago(now - 61_000, now), when(now)]).toEqual(['never', '1m ago', '2026-11-21 12:34:56 UTC'])
		expect([-5_000, 400, 1_500, 59_600, 3_600_000].map((ms) => until(now + ms, now))).toEqual([
			...['0s', '0s', '2s', '1m', '1h'],
		])
	})

	it.each([
		[true, 0, 0, 'key'],
		[true, 1, 2, 'key + 1 origin + 2 IP rules'],
		[false, 2, 1, '2 origins + 1 IP rule'],
		[false, 0, 0, '✗ open to anyone'],
	])('tell who may call: key %s, %i origins and %i addresses', (keyRequired, origins, ips, text) => {
		const list = (count: number) => Array.from({ length: count }, String)
		expect(protectionText({ keyRequired, origins: list(origins), ips: list(ips) } as never)).toBe(text)
	})

	it('tell a latency in a few digits, and none of no calls', () => {
		expect([0, 9.994, 10, 99.94, 100, 1_234.5].map((ms) => latencyText(ms, 1))).toEqual([
			...['0.00', '9.99', '10.0', '99.9', '100', '1,235'],
		])
		expect(latencyText(5, 0)).toBe('–')
	})

	it('label an axis of counts at whole counts, and from a thousand on at each', () => {
		expect([0, 2, 2.5, 999.5, 1_000, 1_000.5, 12_345.6].map(countLabel)).toEqual([
			...['0', '2', '', '', '1,000', '1,001', '12.3 k'],
		])
	})
})

describe('the use of the free tier', () => {
	const statement = (relays: number) => ({ relays, freeRelays: 15_000_000, cap: null, usd: '0.00' }) as never

	it.each([
		[0, '0 of 15 M · 0 %'],
		[99_999, '99,999 of 15 M · 0 %'],
		[100_000, '100 k of 15 M · 0 %'],
		[14_999_999, '15.0 M of 15 M · 99 %'],
		[15_000_000, '15 M of 15 M, used up'],
	])('the use of the free tier of %i relays is told as %s', (relays, text) => {
		const told = freeTierText(statement(relays), theme, 60)
		expect(told.slice(21)).toBe(text)
		expect(told.slice(0, 20)).toMatch(/^█*[▉-▏]?░*$/)
		expect(freeTierText(statement(relays), theme, 5).slice(5)).toBe(text)
		expect(freeTierText(statement(relays), theme, text.length + 10)).toHaveLength(text.length + 10)
	})

	it('the use of the free tier is painted as a warning once it is used up', () => {
		const bars = [14_999_999, 15_000_000].map((relays) => named(freeTierText(statement(relays), namedTheme, 60)))
		expect(bars).toEqual([expect.stringMatching(/^‹chart:/), expect.stringMatching(/^‹warn:/)])
	})

	it('the use of the free tier stands beside the bill and the cap, where there is one', () => {
		const amounts = { usd: (text: string) => `${text} USD` } as never
		expect(billText(statement(1), theme, amounts)).toBe(theme.strong('0.00 USD'))
		expect(billText({ ...(statement(1) as object), cap: 20_000_000 } as never, theme, amounts)).toBe(
			`${theme.strong('0.00 USD')} · cap 20,000,000 relays`,
		)
	})

	it('relays are told by day up to the last one with any; what is no day does not count', () => {
		const days = (...list: readonly (readonly [string, number])[]) =>
			relaysByDay({ days: list.map(([day, relays]) => ({ day, relays })) } as never)
		expect(days(['2026-11-02', 5], ['2026-11-04', 7])).toEqual([0, 5, 0, 7])
		expect(days()).toEqual([])
		expect([days(['soon', 5]), days(['2026-11-0x', 5])]).toEqual([[], []])
		expect(days(['2026-11-99', 5])).toHaveLength(31)
	})
})

test('a key of an application tells its state: works, ends, has ended or was revoked', () => {
	const space = { cells: 22, theme: namedTheme, now, mark: (text: string) => text }
	const shown = (key: object): string =>
		named(
			keyColumns
				.find(({ id }) => id === 'state')!
				.text({ revokedAt: null, expiresAt: null, ...key } as never, space as never) as string,
		)
	expect([
		shown({}),
		shown({ expiresAt: now + 5 * 3_600_000 }),
		shown({ expiresAt: now }),
		shown({ revokedAt: now - 180_000, expiresAt: now + 1 }),
	]).toEqual(['● works', '● ends in 5h', '‹bad:✗ ended 2026-11-21›', '‹bad:✗ revoked 3m ago›'])
})

describe('ranges of the statistics', () => {
	it('end with the present hour', () => {
		const end = Date.UTC(2026, 10, 21, 13)
		expect(dayRange(now)).toEqual({ kind: 'day', from: end - 86_400_000, to: end })
		expect(monthRange(now)).toEqual({ kind: 'month', from: Date.UTC(2026, 10, 1), to: end })
	})

	it('ranges of the statistics are followed by one as long before and after them', () => {
		const range = { kind: 'custom', from: Date.UTC(2026, 10, 8), to: Date.UTC(2026, 10, 15) } as const
		expect(rangeText(shiftedRange(range, -1))).toBe('2026-11-01 00:00 to 2026-11-08 00:00 UTC')
		expect(rangeText(shiftedRange(range, 1))).toBe('2026-11-15 00:00 to 2026-11-22 00:00 UTC')
		expect([rangeText(dayRange(now)), rangeText(monthRange(now))]).toEqual(['last 24 hours', 'this month'])
	})
})

describe('the charts of statistics', () => {
	const hours = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			at: Date.UTC(2026, 10, 1) + index * 3_600_000,
			...{ total: 3, success: 2, clientErrors: 1, serverErrors: 0, averageMs: 5 },
		}))
	const drawn = (count: number): string => {
		const statistics = {
			...{ total: 3, invalid: 1, success: 2, clientErrors: 1, serverErrors: 0, methods: [] },
			latency: { average: 5, p50: 5, p95: 50, p99: 500 },
			hours: hours(count),
		} as never
		const part = renderPart(<StatisticsView statistics={statistics} methods={<Text />} />, { width: 90, height: 40 })
		const text = part.text()
		part.unmount()
		return text
	}

	it('name the hours at their ends up to two days, and the days above', () => {
		expect(drawn(48)).toMatch(/00:00 UTC +23:00 UTC/)
		expect(drawn(49)).toMatch(/2026-11-01 +2026-11-03\n/)
		expect(drawn(48)).toContain('3 requests   1 invalid   5.00 ms average')
		expect(drawn(48)).toContain('✓ success 2   4xx 1   5xx 0   p50 5.00  p95 50.0  p99 500 ms')
	})
})

describe('the parameters of the console', () => {
	const address = 'chain1zra0spkxg6e92llufe27vlfauandlsmd9zv7ru'
	const app = (keys: readonly object[]) => {
		const made = placesApp({})
		made.set({ keys: keys as never, current: 'alice' })
		return made
	}
	const byHash = { name: 'eth_getBlockByHash', params: '["{hash}", false]' } as never
	const byNumber = { name: 'eth_getBlockByNumber', params: '["latest", false]' } as never
	const balance = { name: 'eth_getBalance', params: '["{address}", "latest"]' } as never
	const zeros = (digits: number): string => `0x${'0'.repeat(digits)}`

	it('the parameters of the console are defaults that work: the hash of a block that was seen, and the address of the key', () => {
		const parameters = new TryParameters(app([{ name: 'alice', address }]))
		expect(parameters.of(byHash)).toEqual([zeros(64), false])
		parameters.seen({ name: 'eth_chainId' } as never, { result: { hash: '0xaa' } })
		for (const body of [null, {}, { result: null }, { result: { hash: 5 } }, { result: {} }])
			parameters.seen(byNumber, body)
		expect(parameters.of(byHash)).toEqual([zeros(64), false])
		parameters.seen(byNumber, { result: { hash: '0xbb' } })
		expect(parameters.of(byHash)).toEqual(['0xbb', false])
		expect(parameters.text(balance)).toMatch(/^\["0x[0-9a-f]{40}", "latest"\]$/)
		expect(parameters.text(balance)).not.toContain(zeros(40))
		expect(new TryParameters(app([])).of(balance)).toEqual([zeros(40), 'latest'])
	})

	it('the parameters of the console are what was typed from then on; a text that is no list is none', () => {
		const parameters = new TryParameters(app([]))
		parameters.edit(balance, '["0x1"]')
		expect(parameters.of(balance)).toEqual(['0x1'])
		parameters.edit(balance, '{"a":1}')
		expect(parameters.of(balance)).toEqual([])
		expect(['[]', '[', '5', '{}'].map(parametersOf)).toEqual([[], undefined, undefined, undefined])
	})
})

test('a new key that was copied counts as copied, whatever becomes of a second copy', () => {
	const ends: ((known: boolean) => void)[] = []
	const app = kitApp({ copySecret: (_text, _what, then) => void (then && ends.push(then)) })
	const box = new KeyBox(app as never, {
		application: { url: 'http://127.0.0.1/v1/aa' } as never,
		key: { key: 'ck_live_1' } as never,
		title: 'New key',
	})
	const command = (id: string) => box.commands().find((one) => one.id === `key-box.${id}`)!
	const press = (id: string): void => {
		const can = command(id).enabled?.() ?? true
		if (can === true) void command(id).run()
		else app.toast('info', can)
	}
	press('done')
	expect(app.said).toEqual(['info the key is shown only once: y copies it, X closes without'])
	press('copy')
	ends.shift()?.(false)
	expect(command('done').title).toBe('I have the key')
	press('copy')
	ends.shift()?.(true)
	expect(command('done').title).toBe('done')
	press('copy')
	ends.shift()?.(false)
	expect(command('done').title).toBe('done')
	press('discard')
	expect(app.said.at(-1)).toBe('info the key has been copied: Enter closes')
})
