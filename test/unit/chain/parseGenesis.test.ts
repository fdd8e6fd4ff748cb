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
	})

	it('parts that are null or left out have the values that Tendermint gives them', () => {
		const defaults = {
			initialHeight: 1,
			consensusParams: {
				block: { maxBytes: 22_020_096n, maxGas: -1n },
				timeIotaMs: 1000n,
				evidence: { maxAgeNumBlocks: 100_000n, maxAgeDuration: 172_800_000_000_000n, maxBytes: 1_048_576n },
				validator: { pubKeyTypes: ['ed25519'] },
				version: { appVersion: 0n },
			},
			validators: [],
			appHash: new Uint8Array(0),
			appState: '{}',
		}
		const needed = { genesis_time: '2026-01-01T00:00:00Z', chain_id: 'c'.repeat(50) }
		expect(parseGenesis(JSON.stringify(needed))).toMatchObject(defaults)
		const empty = { initial_height: null, consensus_params: null, validators: null, app_hash: null }
		expect(parseGenesis(JSON.stringify({ ...needed, ...empty }))).toMatchObject(defaults)
	})

	it('the state of a genesis document is found in a text of letters of any length, and the last of two counts', () => {
		const text =
			'{"ä€😀":"ä€😀","app_state":{"first":1},"app_state":{"€":"ä😀"} ,"chain_id":"ä","genesis_time":"2026-01-01T00:00:00Z"}'
		expect(parseGenesis(text).appState).toBe('{"€":"ä😀"}')
	})

	it('a number of 64 bits within quotes is read as JSON, as Tendermint does', () => {
		const heightOf = (text: string) => parseGenesis(kvGenesis({ initial_height: text })).initialHeight
		expect([' 5\n', 'null', '-0', '0', '1', '9007199254740991'].map(heightOf)).toEqual([
			5, 1, 1, 1, 1, 9007199254740991,
		])
	})

	it('bare words, numbers and texts with escapes may stand before and behind the state', () => {
		const text =
			'{"a":null,"b":-1.5e3 ,"c":"\\"}","app_state":[1,{"x":"]"}],"d":true\n,"app_hash":"AB","chain_id":"c","genesis_time":"2026-01-01T00:00:00Z"}'
		const genesis = parseGenesis(text)
		expect(genesis.appState).toBe('[1,{"x":"]"}]')
		expect([...genesis.appHash]).toEqual([0xab])
	})

	/** Parameters that are taken, each group with parts replaced. */
	const params = (parts: Readonly<Record<string, object>> = {}) => {
		const whole = {
			block: { max_bytes: '100', max_gas: '-1', time_iota_ms: '1' },
			evidence: { max_age_num_blocks: '1', max_age_duration: '1', max_bytes: '100' },
			validator: { pub_key_types: ['ed25519', 'secp256k1'] },
		}
		const named = Object.entries(whole).map(([name, group]) => [name, { ...group, ...parts[name] }])
		return kvGenesis({ consensus_params: Object.fromEntries(named) })
	}

	it('parameters at the ends of their ranges are taken', () => {
		expect(parseGenesis(params()).consensusParams).toEqual({
			block: { maxBytes: 100n, maxGas: -1n },
			timeIotaMs: 1n,
			evidence: { maxAgeNumBlocks: 1n, maxAgeDuration: 1n, maxBytes: 100n },
			validator: { pubKeyTypes: ['ed25519', 'secp256k1'] },
			version: { appVersion: 0n },
		})
		const versioned = { ...JSON.parse(params()).consensus_params, version: { app_version: '7' } }
		expect(parseGenesis(kvGenesis({ consensus_params: versioned })).consensusParams.version).toEqual({ appVersion: 7n })
		const small = params({ block: { max_bytes: '1' }, evidence: { max_bytes: '1' } })
		expect(parseGenesis(small).consensusParams.block.maxBytes).toBe(1n)
		const large = params({ block: { max_bytes: '104857600' }, evidence: { max_bytes: '0' } })
		expect(parseGenesis(large).consensusParams.block.maxBytes).toBe(104_857_600n)
	})

	// Texts of tendermint v0.34.15 types/params.go.
	it.each([
		[{ block: { max_bytes: '0' } }, 'block.MaxBytes must be greater than 0. Got 0'],
		[{ block: { max_bytes: '104857601' } }, 'block.MaxBytes is too big. 104857601 > 104857600'],
		[{ block: { max_gas: '-2' } }, 'block.MaxGas must be greater or equal to -1. Got -2'],
		[{ block: { time_iota_ms: '0' } }, 'block.TimeIotaMs must be greater than 0. Got 0'],
		[{ evidence: { max_age_num_blocks: '0' } }, 'evidence.MaxAgeNumBlocks must be greater than 0. Got 0'],
		[{ evidence: { max_age_duration: '0' } }, 'evidence.MaxAgeDuration must be grater than 0 if provided, Got 0'],
		[{ evidence: { max_bytes: '101' } }, 'evidence.MaxBytesEvidence is greater than upper bound, 101 > 100'],
		[{ evidence: { max_bytes: '-1' } }, 'evidence.MaxBytes must be non negative. Got: -1'],
		[{ validator: { pub_key_types: [] } }, 'len(Validator.PubKeyTypes) must be greater than 0'],
		[
			{ validator: { pub_key_types: ['ed25519', 'sr25519'] } },
			'params.Validator.PubKeyTypes[1], sr25519, is an unknown pubkey type',
		],
		[
			{ validator: { pub_key_types: ['sr25519', 'ed25519'] } },
			'params.Validator.PubKeyTypes[0], sr25519, is an unknown pubkey type',
		],
	])('parameters beyond their ranges are refused: %o', (parts, problem) => {
		expect(() => parseGenesis(params(parts))).toThrow(problem)
	})

	const validator = {
		pub_key: { type: 'tendermint/PubKeyEd25519', value: 'xP0bw9r4z9OHHYTfuXQqrfI0F/wefrdjkKoxWuW0zF8=' },
	}
	const short = { ...validator.pub_key, value: Buffer.alloc(31).toString('base64') }

	it('a validator of a genesis document has the address of its key, whether it is written or not', () => {
		const read = (more: object) => {
			const { validators } = parseGenesis(kvGenesis({ validators: [{ ...validator, power: '1', ...more }] }))
			return validators.map(({ address, pubKey, ...rest }) => ({
				address: toHexUpper(address),
				key: pubKey.length,
				...rest,
			}))
		}
		const plain = read({})
		expect(plain).toEqual([{ address: expect.stringMatching(/^[0-9A-F]{40}$/), key: 32, power: 1n, name: '' }])
		const { address } = plain[0]!
		expect(read({ address, name: 'a', power: '5' })).toEqual([{ ...plain[0]!, power: 5n, name: 'a' }])
		expect(read({ address: '' })).toEqual(plain)
		const wrong = () => read({ address: '00' })
		expect(wrong).toThrow(`incorrect address for validator 00 in the genesis file, should be ${address}.`)
		expect(() => read({ address: 'xy' })).toThrow('incorrect address for validator xy in the genesis file')
		expect(() => read({ power: 'null' })).toThrow('with no voting power')
		expect(() => read({ power: '0' })).toThrow(`cannot contain validators with no voting power: ${address}.`)
	})

	it.each([
		['no JSON', '{', 'not JSON'],
		['no chain id', kvGenesis({ chain_id: '' }), 'genesis doc must include non-empty chain_id'],
		['a chain id of too many bytes', kvGenesis({ chain_id: 'ä'.repeat(26) }), 'chain_id in genesis doc is too long'],
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
		[
			'a validator of negative power',
			kvGenesis({ validators: [{ ...validator, power: '-1' }] }),
			'the genesis file cannot contain validators with negative voting power: ',
		],
		['a validator without power', kvGenesis({ validators: [validator] }), 'no voting power'],
		['a validator that is none', kvGenesis({ validators: ['x'] }), 'a validator must be an object'],
		['a list instead of members', '[]', 'the genesis document must be an object'],
		['nothing', 'null', 'the genesis document must be an object'],
		['a text instead of members', '"x"', 'the genesis document must be an object'],
		['a chain id that is a number', kvGenesis({ chain_id: 5 }), 'chain_id must be a text'],
		['no time', kvGenesis({ genesis_time: null }), 'genesis_time must be a time in UTC'],
		[
			'parameters that are a list',
			kvGenesis({ consensus_params: { block: [] } }),
			'consensus_params.block must be an object',
		],
		['a validator without a key', kvGenesis({ validators: [{}] }), 'pub_key of a validator must be an object'],
		[
			'a key of another type',
			kvGenesis({ validators: [{ pub_key: { ...validator.pub_key, type: 'tendermint/PubKeySecp256k1' } }] }),
			'a validator needs a pub_key of type tendermint/PubKeyEd25519 with 32 bytes',
		],
		['a short key', kvGenesis({ validators: [{ pub_key: short, power: '1' }] }), 'PubKeyEd25519 with 32 bytes'],
		['a height below 64 bits', kvGenesis({ initial_height: '-9223372036854775809' }), 'must have at most 64 bits'],
		['validators that are no list', kvGenesis({ validators: {} }), 'validators must be a list'],
		[
			'a name that is a number',
			kvGenesis({ validators: [{ ...validator, power: '1', name: 5 }] }),
			'name must be a text',
		],
		['a hash that is none', kvGenesis({ app_hash: 'xy' }), 'app_hash must be hex'],
		['a height beyond 53 bits', kvGenesis({ initial_height: '9007199254740992' }), 'initial_height is too large'],
		['a height beyond 64 bits', kvGenesis({ initial_height: '9223372036854775808' }), 'must have at most 64 bits'],
		['a height in words', kvGenesis({ initial_height: '05' }), 'must be a whole number written as a text'],
		['a wrong address', kvGenesis({ validators: [{ ...validator, power: '1', address: '00' }] }), 'incorrect address'],
	])('a genesis document is refused with %s', (_name, text, problem) => {
		const refuse = () => parseGenesis(text)
		expect(refuse).toThrow(UserError)
		expect(refuse).toThrow(problem)
	})
})
