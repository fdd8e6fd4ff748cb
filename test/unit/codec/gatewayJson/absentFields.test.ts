import { create, type DescMessage } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { decodeProtoJson } from '../../../../src/codec/gatewayJson/decodeProtoJson.ts'
import { gatewayJson } from '../../../../src/codec/gatewayJson/encodeProtoJson.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { CoinSchema, DecCoinSchema } from '../../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { HeaderSchema } from '../../../../src/gen/tendermint/types/types_pb.js'

const zeroTime = '0001-01-01T00:00:00Z'
const zero = '0.000000000000000000'

// jsonpb with EmitDefaults writes zero values of what is held by value, and null for pointers.
test.each<[string, DescMessage, object]>([
	['a coin', CoinSchema, { denom: '', amount: '0' }],
	['a coin of parts', DecCoinSchema, { denom: '', amount: zero }],
	[
		'a header',
		HeaderSchema,
		{
			version: { block: '0', app: '0' },
			chain_id: '',
			height: '0',
			time: zeroTime,
			last_block_id: { hash: null, part_set_header: { total: 0, hash: null } },
			last_commit_hash: null,
			data_hash: null,
			validators_hash: null,
			next_validators_hash: null,
			consensus_hash: null,
			app_hash: null,
			last_results_hash: null,
			evidence_hash: null,
			proposer_address: null,
		},
	],
])('%s of nothing is shown by the gateway with all its fields', (_, schema, shown) => {
	const text = gatewayJson(create(schema), schema, createRegistry())
	expect(JSON.parse(text)).toEqual(shown)
	expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(shown))
})

test('an amount of parts is read and shown with eighteen places, and null is none', () => {
	const registry = createRegistry()
	const read = (json: string) => decodeProtoJson(DecCoinSchema, json, { registry, allowUnknown: false })
	const half = read('{"denom":"uchain","amount":"0.5"}')
	expect(JSON.parse(gatewayJson(half, DecCoinSchema, registry))).toEqual({
		denom: 'uchain',
		amount: '0.500000000000000000',
	})
	expect(read('{"amount":null}')).toMatchObject({ amount: '' })
})
