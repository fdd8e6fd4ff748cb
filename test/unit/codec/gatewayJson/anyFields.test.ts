import { describe, expect, test } from 'vitest'
import { decodeProtoJson } from '../../../../src/codec/gatewayJson/decodeProtoJson.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { TxBodySchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'

const registry = createRegistry()
const greet = { '@type': '/chain.greet.v1beta1.MsgCreateGreet', message: 'hello', owner: 'chain1x' }
const read = (body: object, allowUnknown = false) =>
	decodeProtoJson(TxBodySchema, JSON.stringify(body), { registry, allowUnknown })

describe('fields that a message does not have', () => {
	test.each([
		[{ memo: 'm', bogus: 1 }, 'unknown field "bogus" in tx.TxBody'],
		[{ bogus: 1, other: 2 }, 'unknown field "bogus" in tx.TxBody'],
		[{ messages: [{ ...greet, bogus: 1 }] }, 'unknown field "bogus" in '],
		[{ messages: [{ ...greet, memo: 1, message: undefined }] }, 'unknown field "memo" in '],
		[{ '@type': 'x' }, 'unknown field "@type" in tx.TxBody'],
	])('a field that a message does not have is refused by its name: %j', (body, text) => {
		expect(() => read(body)).toThrow(text)
	})

	test('fields that a message does not have are passed where unknown ones are allowed', () => {
		const body = read({ memo: 'm', bogus: 1, messages: [{ ...greet, bogus: 1 }] }, true)
		expect(body.memo).toBe('m')
		expect(body.messages[0]).toMatchObject({ typeUrl: greet['@type'] })
	})

	test('the name in camel case wins over the original one', () => {
		expect(read({ timeout_height: '5', timeoutHeight: '6' }).timeoutHeight).toBe(6n)
		expect(read({ timeoutHeight: 6, timeout_height: 5 }).timeoutHeight).toBe(6n)
		expect(read({ timeout_height: null, messages: null }).timeoutHeight).toBe(0n)
	})
})
