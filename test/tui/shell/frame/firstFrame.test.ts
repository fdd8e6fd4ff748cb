import { describe, expect, it } from 'vitest'
import { LogRing } from '../../../../src/tui/app/LogRing.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { tabs } from '../../../../src/tui/app/tabs.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { createTuiApp } from '../../../../src/tui/shell/createTuiApp.ts'
import { firstFrame } from '../../../../src/tui/shell/frame/firstFrame.ts'
import { mountTest } from '../../support/mountTest.tsx'

describe('the first frame, drawn before Ink is loaded', () => {
	const screens = Object.keys(tabs).filter((id) => id !== 'logs' && id !== 'rpc')
	for (const [columns, rows] of [
		[40, 10],
		[60, 16],
		[80, 24],
		[120, 40],
		[200, 60],
	] as const) {
		it(`the first frame, drawn before Ink is loaded, is what Ink draws first at ${columns}x${rows}, on every screen`, () => {
			for (const screen of screens) {
				const preferences = memoryPreferences({ screen, node: screen === 'keys' ? 'http://127.0.0.1:1' : '' })
				const host = {
					copy: async () => ({ to: 'clipboard' as const }),
					copySecret: async () => ({ to: 'clipboard' as const }),
					suspend: () => {},
					redraw: () => {},
					setMouse: () => {},
					quit: () => {},
				}
				const app = createTuiApp({
					host,
					preferences,
					log: new LogRing(),
					columns,
					rows,
					colorLevel: 3,
					background: 'dark',
					clock: () => 0,
					directory: '/nonexistent',
				})
				const mounted = mountTest(app)
				const drawn = mounted.lines().map((line) => line.trimEnd())
				mounted.unmount()
				const saved = preferences.get('node') !== ''
				const first = firstFrame(makeTheme('auto', 'dark', 3), { columns, rows, screen, saved })
				const padded = Array.from({ length: rows }, (_, row) => (first[row] ?? '').trimEnd())
				expect(padded, screen).toEqual(drawn)
			}
		})
	}
})
