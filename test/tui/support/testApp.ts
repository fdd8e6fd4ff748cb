import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import { dispatch, dispatchKey } from '../../../src/tui/app/dispatch.ts'
import { LogRing } from '../../../src/tui/app/LogRing.ts'
import { PlaceInUse } from '../../../src/tui/app/node/PlaceInUse.ts'
import { memoryPreferences, type PreferenceValues } from '../../../src/tui/app/Preferences.ts'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { screenDigit } from '../../../src/tui/app/tabs.ts'
import type { ColorLevel } from '../../../src/tui/kit/terminal/capabilities.ts'
import type { InputEvent } from '../../../src/tui/kit/terminal/Key.ts'
import { screens } from '../../../src/tui/screens/index.ts'
import { offerWelcome } from '../../../src/tui/screens/welcome/offerWelcome.ts'
import { createTuiApp } from '../../../src/tui/shell/createTuiApp.ts'
import { mountPlain } from '../../../src/tui/shell/mountPlain.tsx'
import { ChainDouble, type DoubleOptions } from './chainDouble.ts'
import { mountTest } from './mountTest.tsx'

/** An app without a terminal over the chain double: keys go in, the drawn screen comes out. */
export interface TestApp {
	readonly app: TuiApp
	readonly chain: ChainDouble
	/** What the app asked of its host: `copy …`, `suspend`, `quit`. */
	readonly asked: string[]
	press(...keys: string[]): void
	type(text: string): void
	event(event: InputEvent): void
	lines(): readonly string[]
	/** The screen as text without colours. */
	screen(): string
	/** What is read out in plain mode. */
	plainLines(): readonly string[]
	/** Waits until something holds; fails with the screen after twenty seconds. */
	until(what: string | RegExp | (() => boolean)): Promise<void>
	stop(): Promise<void>
}

/** Starts one and waits until it is connected. */
export async function testApp(
	options: DoubleOptions & {
		readonly columns?: number
		readonly rows?: number
		readonly preferences?: Partial<PreferenceValues>
		readonly colorLevel?: ColorLevel
		readonly directory?: string
		readonly background?: 'dark' | 'light'
		/** The terminal makes hyperlinks clickable. */
		readonly links?: boolean
		/** Stays on the first-run page when there is no key. */
		readonly welcome?: boolean
		/** Where copied secrets go; the clipboard by default. */
		readonly secretsTo?: 'clipboard' | 'terminal'
		/** A client of a real node, in place of the double. */
		readonly client?: ChainClient
	} = {},
): Promise<TestApp> {
	const chain = new ChainDouble(options)
	const asked: string[] = []
	const app = createTuiApp({
		host: {
			copy: async (text) => {
				asked.push(`copy ${text}`)
				return { to: 'clipboard' }
			},
			copySecret: async (text) => {
				asked.push('secret', `copy ${text}`)
				return options.secretsTo === 'terminal' ? { to: 'terminal' } : { to: 'clipboard', clearedAfter: 60_000 }
			},
			suspend: () => void asked.push('suspend'),
			redraw: () => void asked.push('redraw'),
			setMouse: (on) => void asked.push(`mouse ${on}`),
			quit: () => void asked.push('quit'),
			links: options.links === true,
		},
		preferences: memoryPreferences({ welcomed: options.welcome !== true, ...options.preferences }),
		log: new LogRing(),
		columns: options.columns ?? 100,
		rows: options.rows ?? 30,
		colorLevel: options.colorLevel ?? 0,
		background: options.background ?? 'dark',
		clock: () => Date.now(),
		directory: options.directory ?? '/dev/null/chain-tui-test',
	})
	const feed = new PlaceInUse(
		app,
		async () => options.client ?? chain,
		() => offerWelcome(app),
	)
	await feed.start()
	const mounted = mountTest(app)
	const plain = (lines: readonly string[]): string => lines.map((line) => stripVTControlCharacters(line)).join('\n')
	// A frame costs more than the look at it: while a test waits, most looks find no change to draw.
	let drawAlways = true
	const lines = (): readonly string[] => (drawAlways ? mounted.lines() : mounted.latest())
	const screen = (): string => plain(lines())
	return {
		app,
		chain,
		asked,
		press: (...keys) => {
			for (const id of keys)
				dispatchKey(app, [...id].length === 1 ? { id, text: id } : { id, ...(id === 'space' ? { text: ' ' } : {}) })
		},
		type: (text) => {
			for (const char of text) dispatchKey(app, { id: char === ' ' ? 'space' : char, text: char })
		},
		event: (event) => {
			mounted.lines()
			dispatch(app, event)
		},
		lines,
		screen,
		plainLines: () => {
			const plain = mountPlain(app)
			try {
				return plain.lines()
			} finally {
				plain.unmount()
			}
		},
		until: async (what) => {
			const holds =
				typeof what === 'string'
					? () => screen().includes(what)
					: what instanceof RegExp
						? () => what.test(screen())
						: what
			let looks = 0
			const look = (): boolean => {
				drawAlways = looks++ % 20 === 0
				try {
					return holds()
				} finally {
					drawAlways = true
				}
			}
			const deadline = Date.now() + 20_000
			let held = look()
			while (!held && Date.now() < deadline) {
				await pause(5)
				held = look()
			}
			expect(held, held ? undefined : `waited in vain for ${String(what)}; the screen was\n${screen()}`).toBe(true)
		},
		stop: async () => {
			mounted.unmount()
			await feed.stop()
		},
	}
}

/** The digit of a screen's tab. */
export function digitOf(screen: string): string {
	return screenDigit(screens.findIndex(({ id }) => id === screen))
}
