import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { describe, expect, test } from 'vitest'
import { decodeProtoJson } from '../../../../src/codec/gatewayJson/decodeProtoJson.ts'
import { absentBytes } from '../../../../src/codec/proto/decodeMessage.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { PageRequestSchema } from '../../../../src/gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { CoinSchema } from '../../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { AuthInfoSchema, FeeSchema, ModeInfoSchema, TxBodySchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { ChainConfigSchema } from '../../../../src/gen/ethermint/evm/v1/evm_pb.js'
import { HeaderSchema } from '../../../../src/gen/tendermint/types/types_pb.js'

const registry = createRegistry()
const read = <Desc extends DescMessage>(schema: Desc, json: object): MessageShape<Desc> =>
	decodeProtoJson(schema, JSON.stringify(json), { registry })

// regen-network/protobuf v1.3.3-alpha.regen.1 jsonpb.
describe('a field of the gateway’s JSON', () => {
	test('null leaves a message, an alternative, a list and an amount as they are', () => {
		const auth = read(AuthInfoSchema, { fee: null, signer_infos: null })
		expect([auth.fee, auth.signerInfos]).toEqual([undefined, []])
		expect(read(ModeInfoSchema, { single: null }).sum.case).toBeUndefined()
		expect(read(ModeInfoSchema, { multi: null }).sum.case).toBeUndefined()
		expect(read(FeeSchema, { amount: null, gas_limit: null, payer: null })).toMatchObject({
			amount: [],
			gasLimit: 0n,
			payer: '',
		})
		expect(read(ChainConfigSchema, { london_block: null }).londonBlock).toBe('')
		expect(read(ChainConfigSchema, { london_block: '0' }).londonBlock).toBe('0')
	})

	test('null leaves bytes absent, and the empty text does not', () => {
		const keyOf = (key: string | null) => read(PageRequestSchema, { key }).key
		expect(keyOf(null)).toBe(absentBytes)
		expect(keyOf('')).not.toBe(absentBytes)
		expect(keyOf('')).toEqual(new Uint8Array(0))
	})

	test('null is the zero value of a message that is held by value, and no amount of one', () => {
		expect(read(HeaderSchema, { version: null }).version).toMatchObject({ block: 0n, app: 0n })
		expect(() => read(CoinSchema, { amount: null })).toThrow('math/big: cannot unmarshal "" into a *big.Int')
	})

	test('an alternative is told by its name', () => {
		expect(read(ModeInfoSchema, { single: { mode: 1 } }).sum).toMatchObject({ case: 'single', value: { mode: 1 } })
		expect(read(ModeInfoSchema, { single: {} }).sum).toMatchObject({ case: 'single', value: { mode: 0 } })
		expect(read(ModeInfoSchema, { multi: {} }).sum).toMatchObject({ case: 'multi', value: { modeInfos: [] } })
	})

	test('a choice is read by its name or number', () => {
		const modeOf = (mode: unknown) => (read(ModeInfoSchema, { single: { mode } }).sum.value as { mode: number }).mode
		expect([modeOf('SIGN_MODE_DIRECT'), modeOf(1), modeOf('SIGN_MODE_LEGACY_AMINO_JSON'), modeOf(127)]).toEqual([
			1, 1, 127, 127,
		])
		expect(() => modeOf(1.5)).toThrow('json: cannot unmarshal number 1.5 into Go value of type signing.SignMode')
		expect(() => modeOf('SIGN_MODE_DIREC')).toThrow(
			'unknown value "SIGN_MODE_DIREC" for enum cosmos.tx.signing.v1beta1.SignMode',
		)
	})

	test('a value of any type has its type', () => {
		for (const any of [{}, { '@type': null }]) {
			expect(() => read(TxBodySchema, { messages: [any] })).toThrow("Any JSON doesn't have '@type'")
		}
		expect(() => read(TxBodySchema, { messages: [{ '@type': 5 }] })).toThrow("can't unmarshal Any's '@type': \"5\"")
		const any = JSON.stringify({ messages: [{ '@type': '/google.protobuf.Any' }] })
		expect(() => decodeProtoJson(TxBodySchema, any, { registry: { resolve: () => AnySchema } })).toThrow(
			expect.objectContaining({
				log: "can't unmarshal Any nested proto *types.Any: Any JSON doesn't have '@type'",
			}),
		)
	})

	test('messages are nested a thousand deep at most, those of any type too', () => {
		/** Modes within modes: each is two messages deep. */
		const nested = (count: number, inner: object): object => {
			let mode = inner
			for (let at = 0; at < count; at++) mode = { multi: { mode_infos: [mode] } }
			return mode
		}
		expect(read(ModeInfoSchema, nested(500, {})).sum.case).toBe('multi')
		expect(() => read(ModeInfoSchema, nested(500, { single: {} }))).toThrow('proto: message nested too deeply')
		/** Wrappings of any type within each other, likewise. */
		const wrapped = (count: number): string => {
			return `{"messages":[${'{"@type":"/b","messages":['.repeat(count)}${']}'.repeat(count)}]}`
		}
		const body = (count: number) =>
			decodeProtoJson(TxBodySchema, wrapped(count), { registry: { resolve: () => TxBodySchema } })
		expect(body(500).messages).toHaveLength(1)
		expect(() => body(501)).toThrow('proto: message nested too deeply')
	})
})
