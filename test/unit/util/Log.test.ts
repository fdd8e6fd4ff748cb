import { expect, it } from 'vitest'
import { readLogLine } from '../../../src/util/Log.ts'

const line = { level: 'warn', time: '2026-01-01T00:00:00Z', source: 'engine', msg: 'text' }

it('a line of a log file is read with its level, time, source and text', () => {
	for (const level of ['debug', 'info', 'warn', 'error']) {
		expect(readLogLine(JSON.stringify({ ...line, level }))).toEqual({
			level,
			time: line.time,
			source: 'engine',
			message: 'text',
		})
	}
	for (const source of [undefined, 7]) expect(readLogLine(JSON.stringify({ ...line, source }))?.source).toBe('')
})

it.each([
	JSON.stringify({ ...line, level: 'loud' }),
	JSON.stringify({ ...line, level: undefined }),
	JSON.stringify({ ...line, time: 7 }),
	JSON.stringify({ ...line, msg: null }),
	JSON.stringify(line).slice(0, -1),
	'null',
	'',
])('the line %j of a log file is none', (text) => {
	expect(readLogLine(text)).toBeUndefined()
})
