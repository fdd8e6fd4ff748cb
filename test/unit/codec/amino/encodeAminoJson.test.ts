import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { encodeAminoJson } from '../../../../src/codec/amino/encodeAminoJson.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { BaseAccountSchema, ModuleAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { PageRequestSchema } from '../../../../src/gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema } from '../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { TxRawSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { PartSetHeaderSchema } from '../../../../src/gen/tendermint/types/types_pb.js'

const options = { registry: createRegistry(), brand: 'chain' } as const

test('a module account without its base account is written in amino JSON with the zero values of one', () => {
	const account = create(ModuleAccountSchema, { name: 'mint', permissions: ['minter'] })
	expect(JSON.parse(encodeAminoJson(account, options)).value).toEqual({
		address: '',
		public_key: '',
		account_number: 0,
		sequence: 0,
		name: 'mint',
		permissions: ['minter'],
	})
})

// cosmos-sdk v0.39.2 types/coin.go has no omitempty, and an sdk.Int of nothing is written as zero.
test('a coin of nothing keeps its members in the amino JSON of generation 8 alone', () => {
	const message = create(MsgSendSchema, { amount: [{ denom: '', amount: '' }] })
	const coins = (generation: 8 | 9) => JSON.parse(encodeAminoJson(message, { ...options, generation })).value.amount
	expect(coins(8)).toEqual([{ denom: '', amount: '0' }])
	expect(coins(9)).toEqual([{ amount: '0' }])
})

const cosmos = { ...options, brand: 'cosmos' } as const

test('a key is written in amino JSON by its bytes alone, and one without bytes is null', () => {
	const written = (key: Uint8Array) => encodeAminoJson(create(PubKeySchema, { key }), cosmos)
	expect(written(new Uint8Array(0))).toBe('{"type":"tendermint/PubKeySecp256k1","value":null}')
	expect(written(Uint8Array.of(1, 2, 3))).toBe('{"type":"tendermint/PubKeySecp256k1","value":"AQID"}')
})

test('a key of several has its threshold first in amino JSON, and last where keys are sorted', () => {
	const member = packAny(PubKeySchema, create(PubKeySchema, { key: Uint8Array.of(1, 2, 3) }))
	const key = create(LegacyAminoPubKeySchema, { threshold: 1, publicKeys: [member] })
	const [threshold, pubkeys] = ['"threshold":"1"', '"pubkeys":[{"type":"tendermint/PubKeySecp256k1","value":"AQID"}]']
	const type = '{"type":"tendermint/PubKeyMultisigThreshold","value":'
	expect(encodeAminoJson(key, cosmos)).toBe(`${type}{${threshold},${pubkeys}}}`)
	expect(encodeAminoJson(key, { ...cosmos, sorted: true })).toBe(`${type}{${pubkeys},${threshold}}}`)
})

test('a message is written in amino JSON in the order of its fields, or of their names where they are sorted', () => {
	const message = create(MsgSendSchema, { fromAddress: 'a', toAddress: 'b', amount: [{ denom: 'u', amount: '5' }] })
	const [amount, sides] = ['"amount":[{"denom":"u","amount":"5"}]', '"from_address":"a","to_address":"b"']
	expect(encodeAminoJson(message, cosmos)).toBe(`{"type":"cosmos-sdk/MsgSend","value":{${sides},${amount}}}`)
	expect(encodeAminoJson(message, { ...cosmos, sorted: true })).toBe(
		`{"type":"cosmos-sdk/MsgSend","value":{"amount":[{"amount":"5","denom":"u"}],${sides}}}`,
	)
	expect(encodeAminoJson(create(MsgSendSchema), cosmos)).toBe('{"type":"cosmos-sdk/MsgSend","value":{"amount":[]}}')
})

test('an account leaves out of its amino JSON the texts, numbers and keys that it does not have', () => {
	const written = (account: object) => JSON.parse(encodeAminoJson(create(BaseAccountSchema, account), cosmos)).value
	expect(written({})).toEqual({})
	expect(written({ address: 'a', accountNumber: 1n, sequence: 2n })).toEqual({
		address: 'a',
		account_number: '1',
		sequence: '2',
	})
	const pubKey = packAny(PubKeySchema, create(PubKeySchema))
	expect(written({ pubKey })).toEqual({ public_key: { type: 'tendermint/PubKeySecp256k1', value: null } })
})

test('a field of each kind without a value is left out of the amino JSON of a message, and one with a value is written', () => {
	const byte = Uint8Array.of(1)
	const registry = createRegistry()
	registry.register('msg', PageRequestSchema, PartSetHeaderSchema, TxRawSchema)
	const others = { ...cosmos, registry }
	expect(encodeAminoJson(create(PageRequestSchema), others)).toBe('{}')
	expect(
		encodeAminoJson(create(PageRequestSchema, { key: byte, offset: 1n, limit: 2n, countTotal: true }), others),
	).toBe('{"key":"AQ==","offset":"1","limit":"2","count_total":true}')
	expect(encodeAminoJson(create(PartSetHeaderSchema), others)).toBe('{}')
	expect(encodeAminoJson(create(PartSetHeaderSchema, { total: 1, hash: byte }), others)).toBe(
		'{"total":1,"hash":"AQ=="}',
	)
	expect(encodeAminoJson(create(TxRawSchema), others)).toBe('{}')
	expect(encodeAminoJson(create(TxRawSchema, { signatures: [byte] }), others)).toBe('{"signatures":["AQ=="]}')
})
