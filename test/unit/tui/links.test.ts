import { expect, it } from 'vitest'
import { showsLinks } from '../../../src/tui/term/capabilities.ts'
import { cellWidth } from '../../../src/tui/term/cells.ts'
import { testApp } from '../../tui/support/testApp.ts'

it.each([60, 80, 200])('makes addresses of the node clickable at %i columns without moving a cell', async (columns) => {
	const t = await testApp({ keys: ['alice'], columns, rows: 24, links: true })
	t.app.open('node')
	const lines = t.lines()
	expect(lines.join('\n')).toContain('\u001b]8;;http://127.0.0.1:26657\u0007')
	for (const line of lines) {
		expect(cellWidth(line)).toBe(columns)
		// Every link that is opened is closed in its line.
		expect(line.split('\u001b]8;;').length % 2).toBe(1)
	}
	expect(t.app.link('http://x\u001b]8;;http://evil\u0007')).not.toContain('\u001b')
	await t.stop()
})

it('offers links to terminals known to show them', () => {
	expect(showsLinks({ TERM: 'xterm-kitty' })).toBe(true)
	expect(showsLinks({ TERM: 'xterm-256color', VTE_VERSION: '7006' })).toBe(true)
	expect(showsLinks({ TERM: 'xterm-256color' })).toBe(false)
	expect(showsLinks({ TERM: 'dumb', TERM_PROGRAM: 'iTerm.app' })).toBe(false)
})
