import { afterEach, expect, test, vi } from 'vitest'
import { type Field, readField } from '../../../src/wire/management/fields.ts'

afterEach(() => {
	vi.useRealTimers()
})

const hour = 3_600_000
const wrongTime = (text: string) => ({
	problem: `--until cannot be "${text}".`,
	next: 'Write a time as 2026-11-21 or 2026-11-21T10:00:00Z.',
})

test.each<readonly [kind: Field['kind'], text: string, read: object]>([
	['text', ' a ', { value: ' a ' }],
	['email', ' a@b.test ', { value: 'a@b.test' }],
	['entries', 'a, b\n c,,', { value: ['a', 'b', 'c'] }],
	['entries', '', { value: [] }],
	['switch', 'on', { value: true }],
	['switch', 'off', { value: false }],
	['switch', 'On', { problem: 'Say on or off.' }],
	['count', '0', { value: 0 }],
	['count', ' 16,000_000 ', { value: 16_000_000 }],
	['count', '9007199254740991', { value: Number.MAX_SAFE_INTEGER }],
	['count', '9007199254740992', { problem: '--until is a whole number, not "9007199254740992".' }],
	['count', '', { problem: '--until is a whole number, not "".' }],
	['count', '1.5', { problem: '--until is a whole number, not "1.5".' }],
	['count', '-1', { problem: '--until is a whole number, not "-1".' }],
	['count', ',1', { problem: '--until is a whole number, not ",1".' }],
	['hours', '0', { value: 0 }],
	['hours', '36', { value: 36 * hour }],
	['hours', 'x', { problem: '--until is a whole number, not "x".' }],
	['time', '2026-11-21', { value: Date.UTC(2026, 10, 21) }],
	['time', '2026-11-21T10:00:00Z', { value: Date.UTC(2026, 10, 21, 10) }],
	['time', '0d', { value: Date.UTC(2026, 10, 28) }],
	['time', '30d', { value: Date.UTC(2026, 11, 28) }],
	['time', '99999d', { value: Date.UTC(2026, 10, 28) + 99_999 * 24 * hour }],
	['time', '100000d', wrongTime('100000d')],
	['time', 'soon', wrongTime('soon')],
	['time', '-1d', wrongTime('-1d')],
])('a field of the kind %s reads %j', (kind, text, read) => {
	vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 28) })
	expect(readField({ kind, label: 'end' }, '--until', text)).toEqual(read)
})

test('a choice is one of those of the usage line or of the form, whose problem names them in their order', () => {
	const read = (field: Partial<Field>, text: string) =>
		readField({ kind: 'choice', label: 'plan', ...field }, 'plan', text)
	const of = { argument: 'payg|enterprise|free' }
	expect(read(of, 'enterprise')).toEqual({ value: 'enterprise' })
	expect(read(of, 'Payg')).toEqual({ problem: 'The plan is payg, enterprise or free.' })
	const shown = { choices: { b: 'Second', a: 'First' } }
	expect(read(shown, 'a')).toEqual({ value: 'a' })
	expect(read(shown, 'First')).toEqual({ problem: 'The plan is b or a.' })
})

test('the text that means no value is none, of any kind, and only where a field has one', () => {
	for (const kind of ['text', 'count', 'time'] as const) {
		expect(readField({ kind, label: 'end', none: 'never' }, 'end', 'never')).toEqual({ value: null })
		expect(readField({ kind, label: 'end', none: 'never' }, 'end', '2026')).not.toEqual({ value: null })
	}
	expect(readField({ kind: 'text', label: 'end' }, 'end', 'never')).toEqual({ value: 'never' })
})
