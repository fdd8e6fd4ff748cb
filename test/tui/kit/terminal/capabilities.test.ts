import { describe, expect, it } from 'vitest'
import {
	backgroundFromColor,
	backgroundFromEnvironment,
	colorLevel,
	showsLinks,
} from '../../../../src/tui/kit/terminal/capabilities.ts'

describe('what a terminal can show is known by its environment', () => {
	it.each([
		[{}, 1],
		[{ TERM: 'xterm', NO_COLOR: '' }, 1],
		[{ NO_COLOR: '0', FORCE_COLOR: '3' }, 0],
		[{ FORCE_COLOR: '0', COLORTERM: 'truecolor' }, 0],
		[{ FORCE_COLOR: '1', TERM: 'dumb' }, 1],
		[{ FORCE_COLOR: '2' }, 2],
		[{ FORCE_COLOR: '4', TERM: 'dumb' }, 0],
		[{ FORCE_COLOR: 'true', TERM: 'xterm-256color' }, 2],
		[{ TERM: 'dumb', COLORTERM: 'truecolor' }, 0],
		[{ COLORTERM: '24bit' }, 3],
		[{ COLORTERM: 'yes', TERM: 'screen-256' }, 2],
		[{ TERM: 'xterm-direct' }, 3],
		[{ TERM: 'xterm-truecolor' }, 3],
		[{ TERM: 'xterm-kitty' }, 3],
		[{ TERM: 'wezterm' }, 3],
		[{ TERM: 'xterm', WT_SESSION: 'a' }, 3],
	])('the environment %j has %j for the depth of colours', (env, level) => {
		expect(colorLevel(env)).toBe(level)
	})

	it.each([
		[{}, false],
		[{ FORCE_HYPERLINK: '1', TERM: 'dumb' }, true],
		[{ FORCE_HYPERLINK: '0', TERM: 'xterm-kitty' }, false],
		[{ FORCE_HYPERLINK: '', TERM: 'xterm-kitty' }, true],
		[{ FORCE_HYPERLINK: '', TERM: 'xterm' }, false],
		[{ TERM: 'dumb', WT_SESSION: 'a' }, false],
		[{ NO_COLOR: '1', WT_SESSION: 'a' }, false],
		[{ NO_COLOR: '', WT_SESSION: 'a' }, true],
		[{ KONSOLE_VERSION: '210401' }, true],
		[{ TERM_PROGRAM: 'vscode' }, true],
		[{ TERM_PROGRAM: 'Apple_Terminal' }, false],
		[{ TERM: 'foot-extra' }, true],
		[{ TERM: 'xterm-256color' }, false],
		[{ TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, true],
		[{ TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a', WT_SESSION: 'a' }, false],
		[{ TERM_PROGRAM: 'tmux' }, false],
		[{ VTE_VERSION: '5000' }, true],
		[{ VTE_VERSION: '4999' }, false],
	])('the environment %j has %j for whether links can be clicked', (env, shown) => {
		expect(showsLinks(env)).toBe(shown)
	})

	it('a background is light by the numbers 7 and 15, or where it is brighter than the middle', () => {
		expect(
			['0;7', '0;15', '7;0', '15', '0;8', '0;', 'default;default'].map((COLORFGBG) =>
				backgroundFromEnvironment({ COLORFGBG }),
			),
		).toEqual(['light', 'light', 'dark', 'light', 'dark', undefined, undefined])
		expect(
			[
				[0.5, 0.5, 0.5],
				[0.51, 0.51, 0.51],
				[0, 0.7, 0],
				[1, 0, 1],
				[0.9, 0.5, 0],
			].map(([red, green, blue]) => backgroundFromColor(red!, green!, blue!)),
		).toEqual(['dark', 'light', 'light', 'dark', 'light'])
	})
})
