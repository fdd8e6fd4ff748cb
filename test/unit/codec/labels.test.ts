import { expect, it } from 'vitest'
import { labelFault, labelLines, parseLabels, tidyLabel } from '../../../src/codec/address/labels.ts'

it('labels are kept one a line; lines that are none are left out', () => {
	const labels = new Map([
		['chain1a', 'exchange, hot'],
		['chain1b', '交易所'],
	])
	expect(parseLabels(labelLines(labels))).toEqual(labels)
	expect(parseLabels(['', 'chain1c', '\tnobody', 'chain1d\t'])).toEqual(new Map())
})

it('a label is no name of somebody else, no address, and has nothing that a terminal obeys', () => {
	const fault = (text: string): string | undefined => labelFault(text, ['alice', 'faucet'])
	expect(fault('exchange, hot')).toBeUndefined()
	expect(fault(' ALICE ')).toBe('“alice” already means somebody else')
	expect(fault('◇ alice')).toBe('“alice” already means somebody else')
	expect(fault('◇')).toBe('a label has at least one character')
	expect(fault('x'.repeat(41))).toBe('a label has at most 40 characters')
	for (const hidden of ['a\u001b[2J', 'a\tb', 'a\u202eb', 'a\u200bb']) expect(fault(hidden)).toContain('control')
	expect(fault('chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q')).toBe('a label is no address')
	expect(fault('0x70997970')).toBe('a label is no address')
	expect(tidyLabel(' ◇ exchange ')).toBe('exchange')
})
