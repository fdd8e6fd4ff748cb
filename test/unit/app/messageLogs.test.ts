import { expect, it } from 'vitest'
import { messageLogs } from '../../../src/app/tx/runMessages.ts'

const event = (type: string, ...attributes: readonly (readonly [string, string])[]) => ({
	type,
	attributes: attributes.map(([key, value]) => ({ key, value, index: false })),
})

it('merges events by type, sorts the types and leaves out the first index and empty values', () => {
	const logs = messageLogs([
		[event('z', ['a', '1'], ['b', '']), event('m', ['c', '<']), event('z', ['a', '2'])],
		[event('m', ['', 'x'])],
	])
	expect(logs).toBe(
		'[{"events":[{"type":"m","attributes":[{"key":"c","value":"\\u003c"}]},{"type":"z","attributes":[{"key":"a","value":"1"},{"key":"b"},{"key":"a","value":"2"}]}]},' +
			'{"msg_index":1,"events":[{"type":"m","attributes":[{"value":"x"}]}]}]',
	)
})

it('the log of no messages is an empty list', () => {
	expect(messageLogs([])).toBe('[]')
})
