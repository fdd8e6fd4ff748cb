import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LogRing } from '../../../src/tui/app/LogRing.ts'
import { EventBatcher } from '../../../src/tui/app/node/EventBatcher.ts'
import { memoryPreferences } from '../../../src/tui/app/Preferences.ts'
import { ListCursor } from '../../../src/tui/kit/models/ListCursor.ts'
import {
	backgroundFromColor,
	backgroundFromEnvironment,
	colorLevel,
} from '../../../src/tui/kit/terminal/capabilities.ts'
import { fuzzy } from '../../../src/tui/kit/text/searching.ts'
import { makeTheme } from '../../../src/tui/kit/theme/makeTheme.ts'
import { nearest256 } from '../../../src/tui/kit/theme/nearest256.ts'
import { themeNames } from '../../../src/tui/kit/theme/Theme.ts'
import { GreetingFilter } from '../../../src/tui/screens/greetings/GreetingFilter.ts'

describe('EventBatcher', () => {
	beforeEach(() => void vi.useFakeTimers())
	afterEach(() => void vi.useRealTimers())

	it('delivers at most ten batches a second and loses nothing', () => {
		const batches: (readonly number[])[] = []
		const batcher = new EventBatcher<number>((events) => batches.push(events))
		for (let i = 0; i < 1_000; i++) {
			batcher.push(i)
			vi.advanceTimersByTime(1)
		}
		vi.advanceTimersByTime(200)
		expect(batches.length).toBeLessThanOrEqual(12)
		expect(batches.flat()).toEqual(Array.from({ length: 1_000 }, (_, i) => i))
	})

	it('delivers the first event at once', () => {
		const batches: (readonly number[])[] = []
		new EventBatcher<number>((events) => batches.push(events)).push(7)
		expect(batches).toEqual([[7]])
	})
})

describe('ListCursor', () => {
	it('keeps the selection on the screen and no row blank', () => {
		let count = 100
		const cursor = new ListCursor(() => count)
		expect(cursor.window(10)).toEqual({ from: 0, to: 10 })
		cursor.select(50)
		expect(cursor.window(10)).toEqual({ from: 41, to: 51 })
		cursor.page(1)
		expect(cursor.selected).toBe(59)
		cursor.select(1_000)
		expect(cursor.window(10)).toEqual({ from: 90, to: 100 })
		count = 5
		expect(cursor.window(10)).toEqual({ from: 0, to: 5 })
		expect(cursor.selected).toBe(4)
		count = 0
		expect(cursor.window(10)).toEqual({ from: 0, to: 0 })
		expect(cursor.selected).toBe(0)
	})

	it('goes to the first row without asking how many there are', () => {
		const count = vi.fn(() => 3)
		const cursor = new ListCursor(count)
		cursor.edge('first')
		expect(cursor.selected).toBe(0)
		expect(count).not.toHaveBeenCalled()
	})
})

describe('LogRing', () => {
	it('keeps the newest lines', () => {
		const ring = new LogRing(3)
		ring.add(
			Array.from({ length: 5 }, (_, i) => ({ time: 't', level: 'info' as const, source: 's', message: String(i) })),
		)
		expect(ring.entries.map((entry) => entry.message)).toEqual(['2', '3', '4'])
		expect(ring.text()[0]).toBe('t info s: 2')
	})
})

describe('preferences', () => {
	it('give the usual value for what is missing or of another kind', () => {
		const preferences = memoryPreferences({ theme: 'loud' as never, recent: [1] as never, key: 'alice' })
		expect(preferences.get('theme')).toBe('auto')
		expect(preferences.get('recent')).toEqual([])
		expect(preferences.get('key')).toBe('alice')
	})
})

describe('capabilities', () => {
	it('reads the colour level from the environment', () => {
		expect(colorLevel({ TERM: 'xterm-256color' })).toBe(2)
		expect(colorLevel({ TERM: 'xterm', COLORTERM: 'truecolor' })).toBe(3)
		expect(colorLevel({ TERM: 'xterm' })).toBe(1)
		expect(colorLevel({ TERM: 'dumb' })).toBe(0)
		expect(colorLevel({ TERM: 'xterm-256color', NO_COLOR: '1' })).toBe(0)
		expect(colorLevel({ TERM: 'dumb', FORCE_COLOR: '3' })).toBe(3)
	})
	it('tells light from dark backgrounds', () => {
		expect(backgroundFromEnvironment({ COLORFGBG: '0;15' })).toBe('light')
		expect(backgroundFromEnvironment({ COLORFGBG: '15;default;0' })).toBe('dark')
		expect(backgroundFromEnvironment({})).toBeUndefined()
		expect(backgroundFromColor(1, 1, 0.9)).toBe('light')
		expect(backgroundFromColor(0.1, 0.1, 0.2)).toBe('dark')
	})
})

describe('themes', () => {
	it('use no colour without colours, but keep the selection visible', () => {
		const theme = makeTheme('dark', 'dark', 0)
		expect(theme.good('ok')).toBe('ok')
		expect(theme.selected('row')).toContain('\u001b[7m')
	})
	it.each(themeNames)('%s has a style for each level of colour', (name) => {
		for (const level of [1, 2, 3] as const) {
			for (const background of ['dark', 'light'] as const) {
				const theme = makeTheme(name, background, level)
				expect(theme.bad('x')).not.toBe(theme.good('x'))
				expect(theme.selected('x')).not.toBe('x')
			}
		}
	})
})

describe('nearest256', () => {
	it('finds the nearest of cube and greys', () => {
		expect(['#000000', '#ffffff', '#ff0000', '#00ffff', '#4d5663', '#8b949e', '#5ccfe6'].map(nearest256)).toEqual([
			16, 231, 196, 51, 240, 246, 80,
		])
	})
})

describe('fuzzy', () => {
	const entries = [
		{ label: 'suspend', detail: 'Put the app into the background.' },
		{ label: 'snapshot', detail: 'Remember the whole state.' },
		{ label: 'revert', detail: 'Go back to a snapshot.' },
	]
	it('puts whole words in labels first, then those in descriptions, then near ones', () => {
		expect(fuzzy(entries, 'snap', (entry) => entry).map((entry) => entry.label)).toEqual(['snapshot', 'revert'])
		expect(fuzzy(entries, 'sspnd', (entry) => entry).map((entry) => entry.label)).toEqual(['suspend'])
		expect(fuzzy(entries, '', (entry) => entry)).toHaveLength(3)
	})
})

describe('GreetingFilter', () => {
	const greeting = { id: '42', owner: 'chain1alice', message: 'Hello World' }
	const matches = (query: string): boolean =>
		new GreetingFilter(query, {
			addressOf: (name) => (name === 'alice' ? 'chain1alice' : undefined),
			nameOf: (address) => (address === 'chain1alice' ? 'Alice' : address),
		}).matches(greeting, greeting.message.toLowerCase())
	it('matches words, owners and ids together', () => {
		expect(matches('world hello')).toBe(true)
		expect(matches('by:alice hello')).toBe(true)
		expect(matches('by:bob hello')).toBe(false)
		expect(matches('#42')).toBe(true)
		expect(matches('#4')).toBe(false)
		expect(matches('goodbye')).toBe(false)
	})
})
