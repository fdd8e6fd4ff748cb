import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import {
	consensusParamsMessage,
	consensusParamsOf,
	headerOf,
	validatorMessage,
	validatorOf,
} from '../../../src/abciSocket/abciMessages.ts'
import { ValidatorUpdateSchema } from '../../../src/gen/tendermint/abci/types_pb.js'
import { HeaderSchema } from '../../../src/gen/tendermint/types/types_pb.js'

const none = new Uint8Array(0)
const bytes = (value: number) => new Uint8Array(32).fill(value)

describe('a message of an engine', () => {
	it.each([
		[{}, { hash: none, parts: { total: 0, hash: none } }],
		[{ lastBlockId: { hash: bytes(1) } }, { hash: bytes(1), parts: { total: 0, hash: none } }],
		[
			{ lastBlockId: { hash: bytes(1), partSetHeader: { total: 3, hash: bytes(2) } } },
			{ hash: bytes(1), parts: { total: 3, hash: bytes(2) } },
		],
	])('a header with %o names the block before it', (fields, lastBlockId) => {
		const header = headerOf(create(HeaderSchema, { height: 7n, ...fields }))
		expect(header).toMatchObject({ height: 7, version: { block: 0n, app: 0n }, time: { seconds: 0n, nanos: 0 } })
		expect(header.lastBlockId).toEqual(lastBlockId)
	})

	it.each([
		['block', { maxBytes: 5n, maxGas: -1n }],
		['evidence', { maxAgeNumBlocks: 5n, maxAgeDuration: 172_800_000_000_001n, maxBytes: 7n }],
		['validator', { pubKeyTypes: ['ed25519'] }],
		['version', { appVersion: 9n }],
	] as const)('an update of the %s parameters alone reaches the engine, and leaves it the others', (group, value) => {
		const message = consensusParamsMessage({ [group]: value })
		const groups = ['block', 'evidence', 'validator', 'version'] as const
		expect(groups.filter((name) => message[name] !== undefined)).toEqual([group])
		expect(consensusParamsOf(message)[group]).toEqual(value)
	})

	it('parameters that are left out have their zero values, and a duration is its seconds and nanoseconds', () => {
		const zero = {
			block: { maxBytes: 0n, maxGas: 0n },
			evidence: { maxAgeNumBlocks: 0n, maxAgeDuration: 0n, maxBytes: 0n },
			validator: { pubKeyTypes: [] },
			version: { appVersion: 0n },
		}
		expect(consensusParamsOf(undefined)).toEqual(zero)
		const evidence = { maxAgeNumBlocks: 5n, maxAgeDuration: 172_800_000_000_001n, maxBytes: 7n }
		const message = consensusParamsMessage({ evidence })
		expect(message.evidence?.maxAgeDuration).toMatchObject({ seconds: 172_800n, nanos: 1 })
		expect(consensusParamsOf(message)).toEqual({ ...zero, evidence })
	})

	it('a validator has an ed25519 key, and every other key is refused', () => {
		const validator = { pubKey: bytes(3), power: 5n }
		const message = validatorMessage(validator)
		expect(message.pubKey?.sum).toEqual({ case: 'ed25519', value: bytes(3) })
		expect(validatorOf(message)).toEqual(validator)
		for (const sum of [{ case: 'secp256k1', value: bytes(3) }, { case: undefined }] as const)
			expect(() => validatorOf(create(ValidatorUpdateSchema, { pubKey: { sum }, power: 5n }))).toThrow(
				expect.objectContaining({ codespace: 'abci', code: 1, message: 'a validator has no ed25519 key' }),
			)
	})
})
