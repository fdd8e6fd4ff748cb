import { expect, it } from 'vitest'
import { readLegacyTx } from '../../../../src/codec/legacy/readLegacyTx.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { sampleTx } from '../../../../src/tui/screens/converter/sampleTx.ts'

it.each(['chain', 'cosmos'] as const)('the sample of the Converter is read by a chain of the brand %s', (brand) => {
	const settings = {
		chainId: 'chain-localnet',
		prefix: 'chain',
		denom: 'uchain',
		coinType: 118,
		aminoBrand: brand,
		minimumGasPrices: '0.01uchain',
	}
	const { form, mode, tx } = readLegacyTx(sampleTx(settings), { registry: createRegistry(), brand })
	expect([form, mode, tx.msgs.length, tx.signatures.length]).toEqual(['body', 'sync', 1, 1])
	expect(tx.memo).toBe('a sample <with> what Go escapes & no coins')
})
