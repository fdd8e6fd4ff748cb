import { expect, it } from 'vitest'
import { base64Bytes, decodeTxResult, hexBytes } from '../../../src/engineRpc/decodeReplies.ts'

it('bytes of an engine are read as hex or base64, and of a text that is neither the first 80 characters are told', () => {
	expect([hexBytes('0A'), hexBytes('')]).toEqual([Uint8Array.of(10), new Uint8Array(0)])
	expect([base64Bytes('Cg=='), base64Bytes(null), base64Bytes(undefined)]).toEqual([
		Uint8Array.of(10),
		new Uint8Array(0),
		new Uint8Array(0),
	])
	const long = `!${'0123456789'.repeat(8)}`
	const why = (read: (text: string) => unknown, text: string): unknown => {
		try {
			return read(text)
		} catch (fault) {
			return (fault as { readonly why?: string }).why
		}
	}
	expect([why(hexBytes, long), why(base64Bytes, long)]).toEqual([
		expect.stringContaining(`"${long.slice(0, 80)}" is no hex`),
		expect.stringContaining(`"${long.slice(0, 80)}" is no base64`),
	])
})

it('an attribute of an event is indexed when the engine says so, and not where it leaves it out', () => {
	const attributes = [
		{ key: 'YQ==', value: 'Yg==', index: true },
		{ key: 'YQ==', value: 'Yg==', index: false },
		{ key: 'YQ==' },
	]
	const { events } = decodeTxResult({ events: [{ type: 't', attributes }] } as Parameters<typeof decodeTxResult>[0])
	expect(events).toEqual([
		{
			type: 't',
			attributes: [
				{ key: 'a', value: 'b', index: true },
				{ key: 'a', value: 'b', index: false },
				{ key: 'a', value: '', index: false },
			],
		},
	])
})
