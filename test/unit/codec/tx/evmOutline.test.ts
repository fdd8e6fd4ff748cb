import { describe, expect, test } from 'vitest'
import { evmOutline } from '../../../../src/codec/tx/outlineTx.ts'

const event = (type: string, attributes: Readonly<Record<string, string>>) => ({
	type,
	attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
})
const sent = event('message', { module: 'evm', sender: '0xA', txType: '2' })

describe('what events tell of Ethereum transactions', () => {
	test('nothing where there are none, also when other modules speak', () => {
		expect(evmOutline([event('message', { module: 'bank', sender: 'chain1x' })])).toBeUndefined()
		expect(evmOutline([])).toBeUndefined()
	})

	test('their senders once each, not those of other modules', () => {
		const bank = event('message', { sender: 'chain1x' })
		const other = event('message', { module: 'evm', sender: '0xB' })
		expect(evmOutline([bank, event('ethereum_tx', {}), sent, sent, other])).toEqual({
			senders: ['0xA', '0xB'],
			fault: '',
		})
	})

	test('the first failure, cut short', () => {
		const failed = (why: string) => event('ethereum_tx', { ethereumTxFailed: why })
		expect(evmOutline([event('ethereum_tx', {}), failed('x'.repeat(300)), failed('second')])?.fault).toBe(
			'x'.repeat(200),
		)
	})
})
