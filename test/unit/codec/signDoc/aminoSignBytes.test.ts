import { expect, test } from 'vitest'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { aminoSignBytes, aminoSignBytesOfTx } from '../../../../src/codec/signDoc/aminoSignBytes.ts'
import { decodeTx } from '../../../../src/codec/tx/decodeTx.ts'
import { encodeTxRaw } from '../../../../src/codec/tx/encodeTx.ts'
import { fromUtf8 } from '../../../../src/util/bytes.ts'

const fee = {
	amount: [
		{ denom: 'uchain', amount: '' },
		{ denom: '', amount: '5' },
	],
	gas: 7n,
}
const signed = {
	chainId: 'chain_1',
	accountNumber: 1n,
	sequence: 2n,
	timeoutHeight: 0n,
	fee,
	messages: [],
	memo: '<a>',
}
const textOf = (input: typeof signed): string =>
	fromUtf8(aminoSignBytes(input, { registry: createRegistry(), brand: 'chain' }))

test('a document to sign has its keys in order, an absent amount as zero, and no denomination or timeout of nothing', () => {
	const document = String.raw`{"account_number":"1","chain_id":"chain_1","fee":{"amount":[{"amount":"0","denom":"uchain"},{"amount":"5"}],"gas":"7"},"memo":"\u003ca\u003e","msgs":[],"sequence":"2"`
	expect(textOf(signed)).toBe(`${document}}`)
	expect(textOf({ ...signed, timeoutHeight: 9n })).toBe(`${document},"timeout_height":"9"}`)
})

test('a document to sign of a transaction without any part has a fee of nothing and no gas', () => {
	const registry = createRegistry()
	const tx = decodeTx(encodeTxRaw(new Uint8Array(0), new Uint8Array(0), []), registry)
	const signer = { chainId: 'chain_1', accountNumber: 0n, sequence: 0n }
	expect(fromUtf8(aminoSignBytesOfTx(tx, signer, { registry, brand: 'chain' }))).toBe(
		'{"account_number":"0","chain_id":"chain_1","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[],"sequence":"0"}',
	)
})
