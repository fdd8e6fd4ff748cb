import { expect, it } from 'vitest'
import { addressToText } from '../../../../src/codec/address/address.ts'
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
	const text = sampleTx(settings)
	const { form, mode, tx } = readLegacyTx(text, { registry: createRegistry(), brand })
	expect([form, mode, tx.msgs.length, tx.signatures.length]).toEqual(['body', 'sync', 1, 1])
	expect(tx.memo).toBe('a sample <with> what Go escapes & no coins')
	// Nobody has the key of twenty sevens, and 64 ones sign nothing.
	const sent = JSON.parse(text) as Record<'tx', { msg: [{ value: object }]; signatures: [{ signature: string }] }>
	expect(sent.tx.msg[0].value).toMatchObject({
		to_address: addressToText(Buffer.from('07'.repeat(20), 'hex'), 'chain'),
	})
	expect(Buffer.from(sent.tx.signatures[0].signature, 'base64').toString('hex')).toBe('01'.repeat(64))
	expect(text).toBe(JSON.stringify(sent, null, 2))
})
