import { expect, test } from 'vitest'
import { logLineText } from '../../../../src/cli/live/logText.ts'
import type { CliIo } from '../../../../src/cli/processIo.ts'
import { paintFor } from '../../../../src/cli/support/paint.ts'

const time = new Date(2026, 10, 21, 7, 5, 9).toISOString()
const paint = paintFor({ env: { NO_COLOR: '1' } } as unknown as CliIo)

test.each([
	['debug', '07:05:09  engine    what'],
	['info', '07:05:09  engine    what'],
	['warn', '07:05:09  engine    warn: what'],
	['error', '07:05:09  engine    error: what'],
] as const)('a line of the log of the level %s has its time, its source and what was told', (level, line) => {
	expect(logLineText({ time, level, source: 'engine', message: 'what' }, paint)).toBe(line)
})

test('a line of the log is cut where a stranger wrote it: its source after 20 signs, what was told after 2,000', () => {
	const cut = (source: number, message: number) =>
		logLineText({ time, level: 'info', source: 's'.repeat(source), message: 'm'.repeat(message) }, paint)
	expect(cut(20, 2_000)).toBe(`07:05:09  ${'s'.repeat(20)} ${'m'.repeat(2_000)}`)
	expect(cut(21, 2_001)).toBe(`07:05:09  ${'s'.repeat(20)}… ${'m'.repeat(2_000)}…`)
})
