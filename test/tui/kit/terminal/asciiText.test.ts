import { describe, expect, it } from 'vitest'
import { asciiText } from '../../../../src/tui/kit/terminal/asciiText.ts'
import { showsAsciiAlone } from '../../../../src/tui/kit/terminal/capabilities.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'

describe('a terminal that shows ASCII alone', () => {
	it('gets borders and marks as their likeness, of as many cells, with colours and links untouched', () => {
		const row = '╭─ \u001b[1mBlocks\u001b[0m ── ✓ live · ▸ 漢 ─╮ ⣿⡀'
		const shown = asciiText(row)
		expect(shown).toBe('+- \u001b[1mBlocks\u001b[0m -- v live . > ?? -+ #.')
		expect(cellWidth(shown)).toBe(cellWidth(row))
		// A text that was cut does not end like a sentence.
		expect(asciiText('5B82…FD2')).toBe('5B82~FD2')
	})

	it('the terminal is known by its locale or its name', () => {
		expect(showsAsciiAlone({ LANG: 'C', TERM: 'xterm-256color' })).toBe(true)
		expect(showsAsciiAlone({ LC_ALL: 'en_US.ISO-8859-1', LANG: 'en_US.UTF-8' })).toBe(true)
		expect(showsAsciiAlone({ TERM: 'vt100' })).toBe(true)
		expect(showsAsciiAlone({ LANG: 'C.UTF-8', TERM: 'xterm' })).toBe(false)
		expect(showsAsciiAlone({ TERM: 'xterm-256color' })).toBe(false)
	})
})
