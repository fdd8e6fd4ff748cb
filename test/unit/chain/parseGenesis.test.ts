import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { toHexUpper } from '../../../src/util/bytes.ts'
import { kvGenesis } from '../engine/testEngine.ts'

const golden = readFileSync(new URL('../../golden/localnet-genesis.json', import.meta.url), 'utf8')

describe('a genesis document', () => {
	it('a genesis document is read with its parameters, validators and state', () => {
		const genesis = parseGenesis(golden)
		expect(genesis).toMatchObject({ chainId: 'chain-localnet', initialHeight: 1 })
		expect(genesis.consensusParams.block).toEqual({ maxBytes: 22_020_096n, maxGas: -1n })
		expect(toHexUpper(genesis.validators[0]!.address)).toBe('736F8CAF51B960BA10A0B6EEA7E1DA88D43462CF')
		expect(JSON.parse(genesis.appState)).toEqual((JSON.parse(golden) as { app_state: unknown }).app_state)
	})

	it('keeps the spelling of its state and takes defaults for what it leaves out', () => {
		const text =
			'{"genesis_time":"2026-01-01T00:00:00.5Z","chain_id":"c","app_state": {"n":1.50,"big":12345678901234567890}}'
		const genesis = parseGenesis(text)
		expect(genesis.appState).toBe('{"n":1.50,"big":12345678901234567890}')
		expect(genesis.genesisTime.nanos).toBe(500_000_000)
		expect(genesis.initialHeight).toBe(1)
		expect(genesis.consensusParams.evidence.maxAgeDuration).toBe(172_800_000_000_000n)
	})

	const validator = {
		pub_key: { type: 'tendermint/PubKeyEd25519', value: 'xP0bw9r4z9OHHYTfuXQqrfI0F/wefrdjkKoxWuW0zF8=' },
	}
	it.each([
		['no JSON', '{', 'not JSON'],
		['no chain id', kvGenesis({ chain_id: '' }), 'genesis doc must include non-empty chain_id'],
		['a long chain id', kvGenesis({ chain_id: 'c'.repeat(51) }), 'chain_id in genesis doc is too long (max: 50)'],
		['a negative height', kvGenesis({ initial_height: '-1' }), 'initial_height cannot be negative (got -1)'],
		[
			'a height that is a number',
			kvGenesis({ initial_height: 1 }),
			'initial_height must be a whole number written as a text',
		],
		['a local time', kvGenesis({ genesis_time: '2026-01-01T00:00:00+01:00' }), 'genesis_time must be a time in UTC'],
		['a day that is none', kvGenesis({ genesis_time: '2026-02-30T00:00:00Z' }), 'genesis_time must be a time in UTC'],
		['empty parameters', kvGenesis({ consensus_params: {} }), 'block.MaxBytes must be greater than 0. Got 0'],
		['a powerless validator', kvGenesis({ validators: [{ ...validator, power: '0' }] }), 'no voting power'],
		['a wrong address', kvGenesis({ validators: [{ ...validator, power: '1', address: '00' }] }), 'incorrect address'],
	])('a genesis document is refused with %s', (_name, text, problem) => {
		const refuse = () => parseGenesis(text)
		expect(refuse).toThrow(UserError)
		expect(refuse).toThrow(problem)
	})
})
