import { describe, expect, test } from 'vitest'
import { readEvidence } from '../../../../src/api/rpc/args/evidence.ts'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'
import { later, vote } from '../../../support/duplicateVotes.ts'

const signature = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')
const parts = (total: number, hash: string) => ({ ...vote.block_id, parts: { total, hash } })

/** What is wrong with evidence, undefined for nothing. */
function faultOf(name: string, value: unknown): string | undefined {
	try {
		readEvidence(parseJson(JSON.stringify({ type: `tendermint/${name}`, value }))).validate()
		return undefined
	} catch (fault) {
		return (fault as Error).message
	}
}

const duplicate = (a: unknown, b: unknown, more: object = {}) =>
	faultOf('DuplicateVoteEvidence', { vote_a: a, vote_b: b, ...more })

// The rules and texts are those of tendermint v0.34.15 types/vote.go and types/evidence.go ValidateBasic.
describe('the evidence of two votes', () => {
	test.each<readonly [what: string, change: object, fault: string | undefined]>([
		['a height of 0', { height: '0' }, undefined],
		['a height below 0', { height: '-1' }, 'negative Height'],
		['the round 0', { round: 0 }, undefined],
		['a round below 0', { round: -1 }, 'negative Round'],
		['a prevote', { type: 1 }, undefined],
		['a proposal in place of a vote', { type: 32 }, 'invalid Type'],
		['no type', { type: null }, 'invalid Type'],
		['a hash of 31 bytes', { block_id: { ...vote.block_id, hash: 'AB'.repeat(31) } }, 'wrong BlockID: wrong Hash'],
		['a hash of 33 bytes', { block_id: { ...vote.block_id, hash: 'AB'.repeat(33) } }, 'wrong BlockID: wrong Hash'],
		[
			'parts whose hash has one byte',
			{ block_id: parts(1, 'AA') },
			'wrong BlockID: wrong PartSetHeader: wrong Hash: expected size to be 32 bytes, got 1 bytes',
		],
		['no block', { block_id: null }, undefined],
		...(
			[
				['AB', 0, '', `${'AB'.repeat(32)}:0:000000000000`],
				['', 300, '', ':300:000000000000'],
				['', 0, 'AA', ':0:AAAAAAAAAAAA'],
				['', 1, 'AA', ':1:AAAAAAAAAAAA'],
				['AB', 0, 'AA', `${'AB'.repeat(32)}:0:AAAAAAAAAAAA`],
				['AB', 1, '', `${'AB'.repeat(32)}:1:000000000000`],
			] as const
		).map(
			([hash, total, partsHash, text]) =>
				[
					`the block ${text}`,
					{ block_id: { hash: hash.repeat(32), parts: { total, hash: partsHash.repeat(32) } } },
					`blockID must be either empty or complete, got: ${text}`,
				] as const,
		),
		[
			'an address of 19 bytes',
			{ validator_address: '11'.repeat(19) },
			'expected ValidatorAddress size to be 20 bytes, got 19 bytes',
		],
		['no address', { validator_address: null }, 'expected ValidatorAddress size to be 20 bytes, got 0 bytes'],
		['an index below 0', { validator_index: -1 }, 'negative ValidatorIndex'],
		['a signature of one byte', { signature: signature(1) }, undefined],
		['a signature of 65 bytes', { signature: signature(65) }, 'signature is too big (max: 64)'],
		['an empty signature', { signature: '' }, 'signature is missing'],
		['no signature', { signature: null }, 'signature is missing'],
		['no time', { timestamp: null }, undefined],
	])('a vote with %s', (_what, change, fault) => {
		const first = { ...vote, ...change }
		expect(duplicate(first, later)).toBe(fault === undefined ? undefined : `invalid VoteA: ${fault}`)
		expect(duplicate({ ...vote, block_id: null }, { ...vote, ...change })).toBe(
			fault === undefined
				? 'block_id' in change
					? 'duplicate votes in invalid order'
					: undefined
				: `invalid VoteB: ${fault}`,
		)
	})

	test('one vote alone is no evidence', () => {
		for (const fault of [duplicate(null, later), duplicate(vote, null), duplicate(null, null)]) {
			expect(fault).toMatch(/^one or both of the votes are empty /)
		}
	})

	test('votes are in order of their hash, then of number and hash of their parts', () => {
		const of = (block_id: unknown) => ({ ...vote, block_id })
		const order = [
			of(null),
			of({ hash: '00'.repeat(32), parts: { total: 1, hash: '00'.repeat(32) } }),
			of(parts(1, 'AA'.repeat(32))),
			of(parts(1, 'AB'.repeat(32))),
			of(parts(2, 'AA'.repeat(32))),
			of(parts(300, '00'.repeat(32))),
			later,
		]
		const inOrder = order.flatMap((a) => order.map((b) => duplicate(a, b) === undefined))
		expect(inOrder).toEqual(order.flatMap((_a, i) => order.map((_b, j) => i < j)))
		expect(duplicate(later, vote)).toBe('duplicate votes in invalid order')
	})

	test('a member that cannot be read is told as Go tells it', () => {
		for (const name of ['TotalVotingPower', 'ValidatorPower']) {
			expect(duplicate(vote, later, { [name]: '7' }), name).toBeUndefined()
			expect(duplicate(vote, later, { [name]: 7 }), name).toBe('invalid 64-bit integer encoding "7", expected string')
		}
		for (const [time, fault] of [
			[7, 'JSON time must be an RFC3339 string, but got "7"'],
			['2026-11-21T02:00:00', `JSON time must be UTC and end with 'Z', but got "\\"2026-11-21T02:00:00\\""`],
			[
				'yesterdayZ',
				String.raw`parsing time "\"yesterdayZ\"" as "\"2006-01-02T15:04:05Z07:00\"": cannot parse "yesterdayZ\"" as "2006"`,
			],
		] as const) {
			expect(duplicate(vote, later, { Timestamp: time })).toBe(fault)
			expect(duplicate({ ...vote, timestamp: time }, later)).toBe(fault)
		}
	})

	test('the text of an evidence names both votes, for a log', () => {
		const shown = (made: object, more: object = {}) => {
			const value = { vote_a: { ...vote, ...made }, vote_b: null, ...more }
			return readEvidence(parseJson(JSON.stringify({ type: 'tendermint/DuplicateVoteEvidence', value })))
		}
		expect(shown({ validator_index: 3, round: 12, timestamp: null })).toMatchObject({
			height: 99n,
			time: { seconds: -62_135_596_800n, nanos: 0 },
			text: 'DuplicateVoteEvidence{VoteA: Vote{3:111111111111 99/12/SIGNED_MSG_TYPE_PRECOMMIT(Precommit) ABABABABABAB 010101010101 @ 0001-01-01T00:00:00Z}, VoteB: nil-Vote}',
		})
		const time = { seconds: 1_795_226_400n, nanos: 0 }
		expect(shown({ type: 1, signature: '', block_id: null }, { Timestamp: '2026-11-21T02:00:00Z' })).toMatchObject({
			time,
			text: 'DuplicateVoteEvidence{VoteA: Vote{0:111111111111 99/01/SIGNED_MSG_TYPE_PREVOTE(Prevote) 000000000000 000000000000 @ 2026-11-21T02:00:00Z}, VoteB: nil-Vote}',
		})
	})
})

test('the evidence of an attack on light clients needs power, and a height from 1 up to that of the block', () => {
	const attack = (height: string, power: string) =>
		faultOf('LightClientAttackEvidence', {
			ConflictingBlock: { signed_header: { header: { height: '3' } } },
			CommonHeight: height,
			TotalVotingPower: power,
		})
	expect([attack('1', '1'), attack('3', '1')]).toEqual([undefined, undefined])
	expect(attack('1', '0')).toBe('negative or zero total voting power')
	expect(attack('0', '1')).toBe('negative or zero common height')
	expect(attack('4', '1')).toBe('common height is ahead of the conflicting block height (4 > 3)')
})

test.each([
	['[]', 'json: cannot unmarshal array into Go value of type json.interfaceWrapper'],
	['{}', 'interface type cannot be empty'],
	['{"type":"tendermint/DuplicateVoteEvidence"}', 'interface value cannot be empty'],
	['{"type":"tendermint/Other","value":{}}', 'unknown type "tendermint/Other"'],
])('%s is no evidence', (text, fault) => {
	expect(() => readEvidence(parseJson(text))).toThrow(expect.objectContaining({ message: fault }))
})
