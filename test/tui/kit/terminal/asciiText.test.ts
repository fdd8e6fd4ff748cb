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

	it('a cell of dots becomes as full a sign as it has dots, and what has no likeness as many question marks as cells', () => {
		expect(asciiText('\u2800\u2801\u2807\u280f\u283f\u287f\u28ff')).toBe(' ..::##')
		expect(asciiText('é\u27ff\u2900漢👋')).toBe('???????')
	})

	it('the terminal is known by its locale or its name', () => {
		expect(showsAsciiAlone({ LANG: 'C', TERM: 'xterm-256color' })).toBe(true)
		expect(showsAsciiAlone({ LC_ALL: 'en_US.ISO-8859-1', LANG: 'en_US.UTF-8' })).toBe(true)
		expect(showsAsciiAlone({ TERM: 'vt100' })).toBe(true)
		expect(showsAsciiAlone({ LANG: 'C.UTF-8', TERM: 'xterm' })).toBe(false)
		expect(showsAsciiAlone({ TERM: 'xterm-256color' })).toBe(false)
		// An empty variable says nothing, as in the C library.
		expect(showsAsciiAlone({ LC_ALL: '', LC_CTYPE: 'C.utf8', LANG: 'C' })).toBe(false)
		expect(showsAsciiAlone({ LC_ALL: '', LC_CTYPE: '', LANG: 'POSIX' })).toBe(true)
		expect(['ansi', 'dumb', 'cons25', 'sun', 'xvt100'].map((TERM) => showsAsciiAlone({ TERM }))).toEqual([
			...[true, true, true, true, false],
		])
		expect(showsAsciiAlone({})).toBe(false)
	})
})
