import { expect, it } from 'vitest'
import { quantityText } from '../../../../src/tui/screens/endpoints/pages/try/quantityText.ts'

it('A result that is a quantity is told as a person writes it; data and other replies are not taken for one', () => {
	const of = (result: unknown): string => quantityText({ jsonrpc: '2.0', id: 1, result })
	expect(of('0x1388')).toBe('0x1388 is 5,000')
	expect(of('0x0')).toBe('0x0 is 0')
	expect(of('0xd3c21bcecceda1000000')).toBe('0xd3c21bcecceda1000000 is 1,000,000,000,000,000,000,000,000')
	for (const other of [
		'0x',
		'0x0012',
		`0x${'a'.repeat(40)}`,
		`0x${'1'.repeat(64)}`,
		'chain-tui/1',
		true,
		null,
		{ hash: '0x1' },
		['0x1'],
	])
		expect(of(other), String(other)).toBe('')
	expect(quantityText('no JSON at all')).toBe('')
	expect(quantityText(null)).toBe('')
})
