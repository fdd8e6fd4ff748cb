import { expect, it } from 'vitest'
import { NetworkReader } from '../../../src/client/queries/NetworkReader.ts'
import { connectionOf, gone, type Replies, refused } from './connectionOf.ts'

const addresses = ['A1', 'B2', 'C3', 'D4'].map((text) => text.repeat(20))
const vote = (index: number, hash: string): string =>
	`Vote{${index}:${addresses[index]!.slice(0, 12)} 8/01/SIGNED_MSG_TYPE_PREVOTE(Prevote) ${hash} 2F2C6A1B77E0 @ 2026-11-22T08:40:17.2Z}`

/** A node of four validators whose second one is not heard; its newest commit is not fixed yet. */
const replies = {
	status: () => ({
		node_info: { protocol_version: {} },
		sync_info: { latest_block_height: '7', earliest_block_height: '5' },
		validator_info: { address: addresses[0] },
	}),
	validators: () => ({ validators: addresses.map((address) => ({ address, voting_power: '10' })) }),
	consensus_state: () => ({
		round_state: {
			'height/round/step': '8/1/4',
			start_time: '2026-11-22T08:40:17.244491207Z',
			height_vote_set: [
				{ round: 0, prevotes: [], prevotes_bit_array: '', precommits: [], precommits_bit_array: '' },
				{
					round: 1,
					prevotes: [vote(0, '8B01023386C3'), 'nil-Vote', vote(2, '000000000000'), 'nil-Vote'],
					prevotes_bit_array: 'BA{4:x_x_} 20/40 = 0.50',
					precommits: ['nil-Vote', 'nil-Vote', 'nil-Vote', 'nil-Vote'],
					precommits_bit_array: 'BA{4:____} 0/40 = 0.00',
				},
			],
			proposer: { address: addresses[2], index: 2 },
		},
	}),
	net_info: () => ({ n_peers: '0', peers: null }),
	commit: ({ height }: { readonly height?: string }) => ({
		canonical: height !== '7',
		signed_header: {
			header: { proposer_address: addresses[height === '5' ? 2 : 3] },
			commit: { signatures: [2, height === '5' ? 3 : 1, 2, 2].map((block_id_flag) => ({ block_id_flag })) },
		},
	}),
	genesis: () => ({ genesis: { validators: [{ address: addresses[1], name: 'node1' }] } }),
}

it('votes, proposer, missing validators and names are read, and fixed commits once', async () => {
	const asked: string[] = []
	const reader = new NetworkReader(connectionOf(replies, asked))
	const reading = await reader.read()
	expect(reading).toMatchObject({
		height: 8,
		round: 1,
		step: 'prevote',
		proposer: addresses[2],
		prevotes: 0.5,
		precommits: 0,
	})
	expect([reading.from, reading.to]).toEqual([5, 6])
	expect(reading.validators.map(({ prevote }) => prevote)).toEqual(['block', 'none', 'nil', 'none'])
	expect(reading.validators.map(({ proposed }) => proposed)).toEqual([0, 0, 1, 1])
	expect(reading.validators[1]).toMatchObject({ name: 'node1', commits: ['nil', 'absent'], isOwn: false })
	expect(reading.validators[0]).toMatchObject({ name: '', commits: ['signed', 'signed'], isOwn: true })
	const before = asked.length
	await reader.read()
	expect(asked.slice(before).filter((line) => line.startsWith('commit'))).toEqual(['commit 7'])
	expect(asked.filter((line) => line === 'genesis')).toHaveLength(1)
})

it('a node that tells its height in consensus alone is in round 0 and in no step', async () => {
	const { round_state: state } = replies.consensus_state()
	const consensus_state = { round_state: { ...state, 'height/round/step': '8' } }
	const { height, round, step } = await new NetworkReader(connectionOf({ ...replies, consensus_state })).read()
	expect([height, round, step]).toEqual([8, 0, ''])
})

it('what a node refuses is unknown, and is not asked for again; what it did not answer is', async () => {
	for (const [fault, times] of [
		[refused, 1],
		[gone, 2],
	] as const) {
		const asked: string[] = []
		const reader = new NetworkReader(connectionOf({ ...replies, commit: refused, genesis: fault }, asked))
		const { validators, from, to } = await reader.read()
		expect(validators.map(({ name, commits, proposed }) => [name, commits, proposed])).toEqual(
			addresses.map(() => ['', [], 0]),
		)
		expect([from, to]).toEqual([0, 0])
		await reader.read()
		expect(asked.filter((line) => line === 'genesis')).toHaveLength(times)
	}
	await expect(new NetworkReader(connectionOf({ ...replies, commit: gone })).read()).rejects.toBe(gone)
})

it('a round that nobody votes in yet has no votes, and a step that is not known its number', async () => {
	const round_state = { ...replies.consensus_state().round_state, 'height/round/step': '8/7/9' }
	const reading = await new NetworkReader(
		connectionOf({ ...replies, consensus_state: { round_state }, commit: null, genesis: { genesis: {} } }),
	).read()
	expect(reading).toMatchObject({ round: 7, step: '9', prevotes: 0, precommits: 0, from: 0 })
	expect(reading.validators).not.toHaveLength(0)
	expect(reading.validators.every(({ prevote, precommit }) => prevote === 'none' && precommit === 'none')).toBe(true)
})

it('signers of blocks that are gone are forgotten, those of a long chain come ten at a time', async () => {
	const given: Record<string, unknown> = { ...replies }
	const stand = (latest: string, earliest: string): void => {
		const status = replies.status()
		given.status = { ...status, sync_info: { latest_block_height: latest, earliest_block_height: earliest } }
	}
	const reader = new NetworkReader(connectionOf(given as Replies))
	stand('100', '1')
	expect(await reader.read()).toMatchObject({ from: 91, to: 100 })
	expect(await reader.read()).toMatchObject({ from: 81, to: 100 })
	await reader.read()
	expect(await reader.read()).toMatchObject({ from: 71, to: 100 })
	// The chain went back.
	stand('80', '0')
	expect(await reader.read()).toMatchObject({ from: 61, to: 80 })
	// What is pruned meanwhile, or too old, is not shown.
	stand('80', '75')
	expect(await reader.read()).toMatchObject({ from: 75, to: 80 })
	stand('140', '1')
	expect(await reader.read()).toMatchObject({ from: 131, to: 140 })
	stand('3', '')
	expect(await reader.read()).toMatchObject({ from: 1, to: 3 })
})

it('a validator that has no place in a commit was absent from it', async () => {
	const commit = {
		canonical: true,
		signed_header: { header: { proposer_address: addresses[0] }, commit: { signatures: [{ block_id_flag: 2 }] } },
	}
	const { validators } = await new NetworkReader(connectionOf({ ...replies, commit })).read()
	expect(validators.map(({ commits }) => commits[0])).toEqual(['signed', 'absent', 'absent', 'absent'])
	expect(validators.map(({ proposed }) => proposed)).toEqual([3, 0, 0, 0])
})
