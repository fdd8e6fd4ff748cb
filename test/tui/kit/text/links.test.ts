import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { showsLinks } from '../../../../src/tui/kit/terminal/capabilities.ts'
import { cellWidth, clip, fitCells } from '../../../../src/tui/kit/text/cells.ts'
import { hyperlink, linkText } from '../../../../src/tui/kit/text/linkText.ts'
import { testApp } from '../../support/testApp.ts'

const opened = (line: string): number => line.split('\u001b]8;;http').length - 1
const closed = (line: string): number => line.split('\u001b]8;;\u0007').length - 1

describe.each([60, 80, 200])('at %i columns', (columns) => {
	it.each(['home', 'node'])('addresses of the node are links on %s, without moving a cell', async (screen) => {
		const t = await testApp({ keys: ['alice'], columns, rows: 40, links: true })
		const plain = await testApp({ keys: ['alice'], columns, rows: 40 })
		t.app.open(screen)
		plain.app.open(screen)
		const lines = t.lines()
		expect(lines.join('\n')).toContain('\u001b]8;;http://127.0.0.1:26657\u0007')
		expect(plain.lines().join('\n')).not.toContain('\u001b]8')
		for (const line of lines) {
			expect(cellWidth(line)).toBe(columns)
			expect(opened(line)).toBe(closed(line))
		}
		await t.stop()
		await plain.stop()
	})
})

describe('a link', () => {
	const url = 'http://127.0.0.1:1317/blocks/7?a=b;c'

	it('takes the cells of its text alone and is closed wherever it is cut', () => {
		for (const text of ['block 7', '日本語 👩‍💻 block', '\u001b[1mbold\u001b[22m and plain']) {
			const line = `at ${hyperlink(url, text)} and ${hyperlink(url, text)}.`
			expect(cellWidth(line)).toBe(cellWidth(`at ${text} and ${text}.`))
			for (let cells = 1; cells < cellWidth(line) + 3; cells++) {
				for (const cut of [fitCells(line, cells), clip(line, cells), fitCells(line, cells, 'right')]) {
					expect(cellWidth(cut), JSON.stringify(cut)).toBe(cells)
					expect(opened(cut), JSON.stringify(cut)).toBe(closed(cut))
					expect(stripVTControlCharacters(cut)).not.toContain('127.0.0.1')
				}
			}
		}
	})

	it('a link is not made of a URL that could break out of it or that no browser opens', () => {
		for (const hostile of [
			'http://x\u001b]8;;http://evil\u0007',
			'http://x\u0007',
			'http://x\u009c',
			'http://x y',
			'http://\u202egro',
			'javascript:alert(1)',
			'file:///etc/passwd',
			'',
			`http://${'x'.repeat(2_100)}`,
		])
			expect(hyperlink(hostile, 'text')).toBe('text')
	})

	it('a link is made of a URL as long as terminals take, and of some text', () => {
		const long = (length: number): string => 'https://'.padEnd(length, 'x')
		expect(hyperlink(long(2_083), 'text')).toContain('\u001b]8;;https://xxx')
		expect(hyperlink(long(2_084), 'text')).toBe('text')
		expect([hyperlink(url, ''), hyperlink('https://', 'text')]).toEqual(['', 'text'])
		expect(linkText(true, long(300))).toBe(hyperlink(long(300), `${long(200)}…`))
	})

	it('shows sequences in its text as marks, so that no second link is made inside', () => {
		const made = hyperlink(url, 'a\u001b]8;;http://evil\u0007b')
		expect(opened(made)).toBe(1)
		expect(made).toContain('␛]8;;http://evil␇')
		expect(hyperlink(url, 'x\u001b[2Jy')).not.toContain('\u001b[2J')
	})

	it('a link is only text where the terminal is not known to show links', () => {
		expect(linkText(false, url, 'here')).toBe('here')
		expect(linkText(true, url, 'here')).toBe(hyperlink(url, 'here'))
		expect(linkText(true, 'http://x\u001b[2J')).toBe('http://x␛[2J')
	})
})

it('offers links to terminals known to show them, or as FORCE_HYPERLINK says', () => {
	expect(showsLinks({ TERM: 'xterm-kitty' })).toBe(true)
	expect(showsLinks({ TERM: 'xterm-256color', VTE_VERSION: '7006' })).toBe(true)
	expect(showsLinks({ TERM: 'xterm-256color' })).toBe(false)
	expect(showsLinks({ TERM: 'dumb', TERM_PROGRAM: 'iTerm.app' })).toBe(false)
	expect(showsLinks({ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' })).toBe(true)
	expect(showsLinks({ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' })).toBe(false)
	expect(showsLinks({ TERM: 'xterm-256color', FORCE_HYPERLINK: '1' })).toBe(true)
	expect(showsLinks({ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' })).toBe(false)
})
