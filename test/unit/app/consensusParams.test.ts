import { expect, test } from 'vitest'
import { baseAppSubspace, readConsensusParams, writeConsensusParams } from '../../../src/app/consensusParams.ts'
import { ParamsSubspace } from '../../../src/modules/params/ParamsSubspace.ts'
import { createModuleBench } from '../modules/moduleBench.ts'

const keys = ['BlockParams', 'EvidenceParams', 'ValidatorParams'] as const
const subspace = new ParamsSubspace(baseAppSubspace)
const ctx = createModuleBench().contextAt(0n)
const read = () => readConsensusParams(ctx, subspace)

const params = {
	block: { maxBytes: 200_000n, maxGas: -1n },
	evidence: { maxAgeNumBlocks: 7n, maxAgeDuration: 9n, maxBytes: 11n },
	validator: { pubKeyTypes: ['ed25519'] },
}
const none = {
	block: { maxBytes: 0n, maxGas: 0n },
	evidence: { maxAgeNumBlocks: 0n, maxAgeDuration: 0n, maxBytes: 0n },
	validator: { pubKeyTypes: [] },
}

test('parameters of the consensus are read as they were written, each part by itself, and none where there are none', () => {
	expect(read()).toEqual({})
	writeConsensusParams(ctx, subspace, params)
	expect(keys.map((key) => subspace.get(ctx, key))).toEqual([
		'{"max_bytes":"200000","max_gas":"-1"}',
		'{"max_age_num_blocks":"7","max_age_duration":"9","max_bytes":"11"}',
		'{"pub_key_types":["ed25519"]}',
	])
	expect(read()).toEqual(params)
	for (const change of [
		{ block: { maxBytes: 200_000n, maxGas: 1n } },
		{ evidence: { ...params.evidence, maxBytes: 12n } },
		{ validator: { pubKeyTypes: ['ed25519', 'secp256k1'] } },
	]) {
		const changed = { ...params, ...change }
		writeConsensusParams(ctx, subspace, changed)
		expect(read()).toEqual(changed)
		writeConsensusParams(ctx, subspace, params)
		expect(read()).toEqual(params)
	}
	// Amino leaves zeros out but that of a duration, whose tag has no omitempty (tendermint v0.34 proto/types/params.pb.go).
	writeConsensusParams(ctx, subspace, none)
	expect(keys.map((key) => subspace.get(ctx, key))).toEqual(['{}', '{"max_age_duration":"0"}', '{}'])
	expect(read()).toEqual(none)
})

test('a parameter of the consensus that is no number in quotes is refused', () => {
	subspace.set(ctx, 'BlockParams', '{"max_bytes":5}')
	expect(read).toThrow('a consensus parameter is not a number in quotes')
})
