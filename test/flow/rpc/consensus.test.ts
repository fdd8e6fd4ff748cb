import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remoteConnection } from '../../../src/client/rpc/remoteConnection.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { startTestNode } from '../client/testChain.ts'

let node: Node
let connection: ReturnType<typeof remoteConnection>

beforeAll(async () => {
	node = await startTestNode({ blockMode: 'manual' })
	connection = remoteConnection(node.addresses.rpc ?? '')
})
afterAll(async () => {
	connection.close()
	await node.close()
})

/** A round of which nobody has voted yet. */
const noVotes = {
	round: 0,
	prevotes: ['nil-Vote'],
	prevotes_bit_array: expect.stringMatching(/^BA\{1:_} 0\/\d+ = 0\.00$/),
	precommits: ['nil-Vote'],
	precommits_bit_array: expect.stringMatching(/^BA\{1:_} 0\/\d+ = 0\.00$/),
}

describe('the state of consensus', () => {
	test('before the first block waits for height 1 since genesis, with no commit behind it', async () => {
		const { genesis } = await connection.call('genesis')
		const { round_state: short } = await connection.call('consensus_state')
		expect(short).toMatchObject({ 'height/round/step': '1/0/1', height_vote_set: [noVotes] })
		expect(Date.parse(short.start_time)).toBe(Date.parse(genesis.genesis_time))
		const { round_state: whole, peers } = await connection.call('dump_consensus_state')
		expect(whole).toMatchObject({ height: '1', last_commit: null, commit_time: '0001-01-01T00:00:00Z' })
		expect(peers).toEqual([])
	})

	test('after a block names its commit: who signed what, and when', async () => {
		await node.engine.mine(3)
		const { sync_info: sync, validator_info: validator } = await connection.call('status')
		const commit = await connection.call('commit', { height: sync.latest_block_height })
		const [signature] = commit?.signed_header.commit.signatures ?? []
		const { round_state: short } = await connection.call('consensus_state')
		expect(short['height/round/step']).toBe(`${Number(sync.latest_block_height) + 1}/0/1`)
		expect(short.proposer).toEqual({ address: validator.address, index: 0 })

		const { round_state: whole } = await connection.call('dump_consensus_state')
		const set = whole.validators as { validators: { address: string; voting_power: string }[]; proposer: unknown }
		expect(set.validators).toMatchObject([{ address: validator.address, voting_power: validator.voting_power }])
		expect(set.proposer).toEqual(set.validators[0])
		expect(whole.last_validators).toEqual(set)
		expect(whole.commit_time).toBe(signature?.timestamp)
		// The next round is due a second after the commit.
		expect(Date.parse(String(whole.start_time)) - Date.parse(String(whole.commit_time))).toBe(1_000)
		expect(whole).toEqual({
			...{ height: String(Number(sync.latest_block_height) + 1), round: 0, step: 1, commit_round: -1 },
			...{ start_time: expect.anything(), commit_time: expect.anything(), validators: set, last_validators: set },
			...{ proposal: null, proposal_block: null, proposal_block_parts: null },
			...{ locked_round: -1, locked_block: null, locked_block_parts: null },
			...{ valid_round: -1, valid_block: null, valid_block_parts: null },
			...{ votes: [noVotes], last_commit: expect.anything(), triggered_timeout_precommit: false },
		})
		const { votes, votes_bit_array } = whole.last_commit as { votes: string[]; votes_bit_array: string }
		expect(votes_bit_array).toBe(`BA{1:x} ${validator.voting_power}/${validator.voting_power} = 1.00`)
		const hash = commit?.signed_header.commit.block_id.hash.slice(0, 12)
		const signed = Buffer.from(signature?.signature ?? '', 'base64')
			.toString('hex')
			.toUpperCase()
			.slice(0, 12)
		expect(votes).toEqual([
			`Vote{0:${validator.address.slice(0, 12)} ${sync.latest_block_height}/00/SIGNED_MSG_TYPE_PRECOMMIT(Precommit) ${hash} ${signed} @ ${signature?.timestamp}}`,
		])
	})

	test('the state of consensus is the same as a page of a browser shows it', async () => {
		const page = await (await fetch(`${node.addresses.rpc}/consensus_state`)).json()
		expect(page).toMatchObject({ jsonrpc: '2.0', id: -1, result: await connection.call('consensus_state') })
	})
})
