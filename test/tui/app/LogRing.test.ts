import { expect, it } from 'vitest'
import { LogRing } from '../../../src/tui/app/LogRing.ts'

const line = (second: number, message: string) => ({
	time: `2026-01-01T00:00:0${second}.000Z`,
	level: 'info' as const,
	source: 'test',
	message,
})

it('the log puts lines that come late in their place, and keeps the order of those of one time', () => {
	const log = new LogRing(4)
	log.add([line(5, 'connected')])
	log.add([line(1, 'first'), line(3, 'a'), line(3, 'b')])
	expect(log.entries.map(({ message }) => message)).toEqual(['first', 'a', 'b', 'connected'])
	log.add([line(6, 'newest')])
	expect(log.entries.map(({ message }) => message)).toEqual(['a', 'b', 'connected', 'newest'])
})

it('the log keeps the lines of one time in the order in which they came, also while an earlier one comes late', () => {
	const log = new LogRing()
	log.add([line(2, 'a'), line(2, 'b'), line(3, 'c')])
	log.add([line(2, 'd'), line(1, 'e'), line(3, 'f')])
	expect(log.entries.map(({ message }) => message).join('')).toBe('eabdcf')
})

it('the log keeps lines that are not older than its last one as they came, whatever their times among themselves', () => {
	const log = new LogRing()
	log.add([line(7, 'a'), line(6, 'b')])
	log.add([line(6, 'c'), line(9, 'd'), line(8, 'e')])
	expect(log.entries.map(({ message }) => message).join('')).toBe('abcde')
})

it('the log keeps the newest 5,000 lines', () => {
	const log = new LogRing()
	log.add(Array.from({ length: 5_002 }, (_, index) => line(1, String(index))))
	expect([log.entries.length, log.entries[0]?.message]).toEqual([5_000, '2'])
})
