import { expect, it } from 'vitest'
import { countedLog } from '../../../src/util/countedLog.ts'

it('a log of a full disk holds one line a minute with a count, and every other line', () => {
	const lines: string[] = []
	let now = 0
	const log = countedLog(
		(level, source, message) => lines.push(`${level} ${source} ${message}`),
		() => now,
	)
	for (let i = 0; i < 1000; i++) {
		log('error', 'endpoints', 'request failed: database or disk is full')
		now += 100
	}
	log('error', 'endpoints', 'another')
	log('warn', 'endpoints', 'another')
	expect(lines).toEqual([
		'error endpoints request failed: database or disk is full',
		'error endpoints request failed: database or disk is full (and 599 times more since)',
		'error endpoints another',
		'warn endpoints another',
	])
})

it('a counted log remembers the last hundred different lines, so that its memory has a bound', () => {
	const lines: string[] = []
	const log = countedLog(
		(_level, _source, message) => lines.push(message),
		() => 0,
	)
	for (let i = 0; i < 101; i++) log('error', 'node', `fault ${i}`)
	const before = lines.length
	// Fault 1 is still counted, fault 0 was forgotten.
	log('error', 'node', 'fault 1')
	log('error', 'node', 'fault 0')
	expect(lines.slice(before)).toEqual(['fault 0'])
})
