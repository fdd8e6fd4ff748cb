import { readFileSync } from 'node:fs'
import type { DescMessage } from '@bufbuild/protobuf'
import { createRegistry as createEsRegistry } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { decodeAminoInterface } from '../../../src/codec/amino/decodeAminoJson.ts'
import { encodeAminoJson } from '../../../src/codec/amino/encodeAminoJson.ts'
import { decodeProtoJson } from '../../../src/codec/gatewayJson/decodeProtoJson.ts'
import { encodeProtoJson, gatewayJson } from '../../../src/codec/gatewayJson/encodeProtoJson.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { decodeMessage } from '../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { file_cosmos_auth_v1beta1_query } from '../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { file_cosmos_bank_v1beta1_query } from '../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { MsgSendSchema } from '../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { file_cosmos_base_tendermint_v1beta1_query } from '../../../src/gen/cosmos/base/tendermint/v1beta1/query_pb.js'
import { file_cosmos_params_v1beta1_query } from '../../../src/gen/cosmos/params/v1beta1/query_pb.js'
import {
	BroadcastTxRequestSchema,
	file_cosmos_tx_v1beta1_service,
} from '../../../src/gen/cosmos/tx/v1beta1/service_pb.js'

const read = <T>(name: string): readonly T[] =>
	JSON.parse(readFileSync(new URL(`../../golden/codec/${name}.json`, import.meta.url), 'utf8'))

const registry = createRegistry()
const types = createEsRegistry(
	file_cosmos_auth_v1beta1_query,
	file_cosmos_bank_v1beta1_query,
	file_cosmos_base_tendermint_v1beta1_query,
	file_cosmos_params_v1beta1_query,
	file_cosmos_tx_v1beta1_service,
)

function schemaOf(name: string): DescMessage {
	const schema = types.getMessage(name)
	if (schema === undefined) throw new Error(`no message ${name}`)
	return schema
}

describe('protobuf JSON, against recordings of the REST gateway', () => {
	const replies = read<{ name: string; type: string; body: string }>('gatewayReplies')

	it.each(replies.map((reply) => [reply.name, reply] as const))(
		'%s is read and written as recorded',
		(_, { type, body }) => {
			const schema = schemaOf(type)
			const message = decodeProtoJson(schema, body, { registry })
			const wire = decodeMessage(schema, encodeMessage(schema, message))
			expect(gatewayJson(wire, schema, registry)).toBe(body)
			const compact = encodeProtoJson(wire, schema, { registry })
			expect(JSON.parse(compact)).toEqual(JSON.parse(body))
			expect(compact).not.toMatch(/\n/)
		},
	)

	it('refuses what the gateway refuses', () => {
		const parse = (body: string) => () =>
			decodeProtoJson(BroadcastTxRequestSchema, body, { registry, allowUnknown: true })
		expect(parse('{"mode":"foo"}')).toThrow('unknown value "foo" for enum cosmos.tx.v1beta1.BroadcastMode')
		expect(parse('{"tx_bytes":"!"}')).toThrow('illegal base64 data at input byte 0')
		expect(parse('{"tx_bytes":"')).toThrow('unexpected EOF')
		expect(parse('')).toThrow('EOF')
		expect(parse('[]')).toThrow('json: cannot unmarshal array into Go value of type map[string]json.RawMessage')
		expect(parse('{"tx_bytes":5}')).toThrow('json: cannot unmarshal number into Go value of type []uint8')
		expect(parse('{"foo":1,"mode":2}')()).toMatchObject({ mode: 2 })
		expect(() => decodeProtoJson(MsgSendSchema, '{"foo":1}', { registry })).toThrow(
			'unknown field "foo" in types.MsgSend',
		)
	})

	it('takes lowerCamelCase names and bare numbers', () => {
		const message = decodeProtoJson(BroadcastTxRequestSchema, '{"txBytes":"AQ==","mode":"BROADCAST_MODE_SYNC"} x', {
			registry,
		})
		expect(message).toMatchObject({ txBytes: Uint8Array.of(1), mode: 2 })
	})
})

describe('amino JSON of accounts, against recordings of legacy REST', () => {
	const accounts = read<{ name: string; amino: string; gateway: string }>('accounts')

	it.each(accounts.map((account) => [account.name, account] as const))(
		'%s is written as recorded',
		(_, { amino, gateway }) => {
			const schema = registry.resolve((JSON.parse(gateway) as { '@type': string })['@type'])
			const bare = gateway.replace(/"@type": "[^"]*", /, '')
			const account = decodeProtoJson(schema, bare, { registry })
			const parsed = JSON.parse(amino) as { value: { sequence?: string } }
			const text = encodeAminoJson(account, { registry, brand: 'cosmos' })
			// The two recordings of alice are some transactions apart.
			const sequence = parsed.value.sequence
			expect(sequence === undefined ? text : text.replace(/"sequence":"\d+"/, `"sequence":"${sequence}"`)).toBe(amino)
			const again = decodeAminoInterface(parseJson(text), 'account', { registry, brand: 'cosmos' })
			expect(again).toEqual(account)
			expect(encodeAminoJson(account, { registry, brand: 'chain' })).toMatch(/^\{"type":"chain-sdk\//)
		},
	)
})
