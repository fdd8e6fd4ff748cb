import { expect, test } from 'vitest'
import { MethodFault, MethodPanic } from '../../../../src/api/rpc/MethodFault.ts'
import { infoMethods } from '../../../../src/api/rpc/methods/infoMethods.ts'
import { createRpcHandler } from '../../../../src/api/rpc/RpcHandler.ts'
import type { RpcContext } from '../../../../src/api/rpc/RpcMethod.ts'
import type { ChainSource } from '../../../../src/chain/ChainSource.ts'
import { parseGenesis } from '../../../../src/chain/parseGenesis.ts'
import { memorySource } from '../../../../src/codec/goJson/JsonScanner.ts'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'
import { writeCompactJson } from '../../../../src/codec/goJson/writeJson.ts'
import { utf8 } from '../../../../src/util/bytes.ts'
import { identity } from '../../../flow/rpc/rpcServer.ts'
import { later, vote } from '../../../support/duplicateVotes.ts'
import { genesisState } from '../../app/testChain.ts'

const validator = { address: new Uint8Array(20), pubKey: new Uint8Array(32), power: 7n, proposerPriority: 0n }
const atHeight3 = {
	status: async () => ({ chainId: 'chain-1', height: 3, earliestHeight: 2, validator, catchingUp: false }),
}

/** Asks over what is read of a chain and its application: the result, or code and particular text of the refusal. */
async function ask(reads: { readonly chain?: object; readonly application?: object }, method: string, params = {}) {
	const { call } = createRpcHandler(reads as unknown as ChainSource, { identity })
	const outcome = await call(method, parseJson(JSON.stringify(params)))
	if ('result' in outcome) return JSON.parse(writeCompactJson(outcome.result))
	return [outcome.error.data, outcome.panic === true]
}

const state = genesisState()
const genesis = parseGenesis(
	`{"genesis_time":"2026-05-01T12:00:00Z","chain_id":"chain-1","app_hash":"","app_state":${state}}`,
)

test('a genesis whose state is too large for a text is refused whole, and is in chunks what it would be as a text', async () => {
	const chunks = async (document: object) => ask({ chain: { genesis: async () => document } }, 'genesis_chunked')
	const whole = await chunks(genesis)
	expect(whole).toMatchObject({ chunk: '0', total: '1' })
	expect(JSON.parse(Buffer.from(whole.data, 'base64').toString())).toMatchObject({
		chain_id: 'chain-1',
		app_state: JSON.parse(state),
	})
	const large = { ...genesis, state: memorySource(utf8(genesis.appState)) }
	expect(await chunks(large)).toEqual(whole)
	expect(await ask({ chain: { genesis: async () => large } }, 'genesis')).toEqual([
		'genesis response is large, please use the genesis_chunked API instead',
		false,
	])
	const none = await ask({ chain: { genesis: async () => genesis } }, 'genesis_chunked', { chunk: '1' })
	expect(none).toEqual(['there are 0 chunks, 1 is invalid', false])
	const last = { chunk: '18446744073709551615' }
	expect(await ask({ chain: { genesis: async () => genesis } }, 'genesis_chunked', last)).toEqual([
		'runtime error: index out of range [-1]',
		true,
	])
})

test('the chunks of a genesis follow each other at 16 MiB, also where its last brace stands alone', async () => {
	const size = 16 * 1024 * 1024
	const small = await ask({ chain: { genesis: async () => genesis } }, 'genesis_chunked')
	const head = Buffer.from(small.data, 'base64').indexOf(state.slice(0, 20))
	for (const [beyond, last] of [
		[0, '}'],
		[5, 'xxxxx}'],
	] as const) {
		const source = memorySource(new Uint8Array(size - head + beyond).fill('x'.charCodeAt(0)))
		const context = { chain: { genesis: async () => ({ ...genesis, state: source }) } } as unknown as RpcContext
		const chunk = async (id: bigint) => infoMethods.genesis_chunked.run({ chunk: id }, context)
		const [first, second] = (await Promise.all([chunk(0n), chunk(1n)])) as { total: string; data: string }[]
		const begun = Buffer.from(first!.data, 'base64')
		expect([first!.total, begun.length, begun.at(-1)]).toEqual(['2', size, 'x'.charCodeAt(0)])
		expect(begun.subarray(0, head).equals(Buffer.from(small.data, 'base64').subarray(0, head))).toBe(true)
		expect(Buffer.from(second!.data, 'base64').toString()).toBe(last)
	}
})

test('validators and parameters are those of the block to come unless another height is named, but not beyond it', async () => {
	const chain = {
		...atHeight3,
		validators: async (height: number) => (height === 2 ? undefined : [validator]),
		consensusParams: async (height: number) => (height === 2 ? undefined : genesis.consensusParams),
	}
	const late = ['height 5 must be less than or equal to the current blockchain height 4', false]
	for (const method of ['validators', 'consensus_params']) {
		expect(await ask({ chain }, method)).toMatchObject({ block_height: '4' })
		expect(await ask({ chain }, method, { height: '4' })).toMatchObject({ block_height: '4' })
		expect(await ask({ chain }, method, { height: '3' })).toMatchObject({ block_height: '3' })
		expect(await ask({ chain }, method, { height: '5' })).toEqual(late)
	}
	expect(await ask({ chain }, 'validators')).toMatchObject({ count: '1', total: '1' })
	expect(await ask({ chain }, 'validators', { height: '2' })).toMatchObject({ validators: [], count: '0', total: '0' })
	expect(await ask({ chain }, 'validators', { page: '2' })).toEqual([
		'page should be within [1, 1] range, given 2',
		false,
	])
	expect(await ask({ chain }, 'consensus_params', { height: '2' })).toEqual([
		'could not find consensus params for height #2',
		false,
	])
})

test('what an application tells of itself is shown without members that are nothing', async () => {
	const nothing = { data: '', version: '', appVersion: 0n, lastBlockHeight: 0, lastBlockAppHash: new Uint8Array(0) }
	const told = async (info: object) => (await ask({ application: { info: async () => info } }, 'abci_info')).response
	expect(await told(nothing)).toEqual({})
	expect(
		await told({ data: 'd', version: 'v', appVersion: 1n, lastBlockHeight: 1, lastBlockAppHash: Uint8Array.of(1) }),
	).toEqual({ data: 'd', version: 'v', app_version: '1', last_block_height: '1', last_block_app_hash: 'AQ==' })
})

test('a node without blocks tells height 0 and the epoch of the newest and the oldest', async () => {
	const chain = { ...atHeight3, blockMeta: async () => undefined }
	const { sync_info: sync } = await ask({ chain }, 'status')
	const [hash, height, time] = ['', '0', '1970-01-01T00:00:00Z']
	expect(sync).toEqual({
		...{ latest_block_hash: hash, latest_app_hash: hash, latest_block_height: height, latest_block_time: time },
		...{ earliest_block_hash: hash, earliest_app_hash: hash, earliest_block_height: height, earliest_block_time: time },
		catching_up: false,
	})
})

test('evidence is refused for its form, for a height without a header, and then because there is nobody to be guilty', async () => {
	const submit = (name: string, value: object, isThere = false) =>
		ask({ chain: { blockMeta: async () => (isThere ? {} : undefined) } }, 'broadcast_evidence', {
			evidence: { type: `tendermint/${name}`, value },
		})
	const votes = { vote_a: vote, vote_b: later }
	const sole = ['failed to add evidence: this node is the only validator of its chain', false]
	expect(await submit('DuplicateVoteEvidence', votes, true)).toEqual(sole)
	const [text] = await submit('DuplicateVoteEvidence', votes)
	expect(text).toMatch(
		/^failed to add evidence: Invalid evidence: don't have header #99\. Evidence: DuplicateVoteEvidence\{VoteA: Vote\{/,
	)
	expect(await submit('DuplicateVoteEvidence', { vote_a: later, vote_b: vote }, true)).toEqual([
		'evidence.ValidateBasic failed: duplicate votes in invalid order',
		false,
	])
	const attack = { ConflictingBlock: { signed_header: { header: { height: '3' } } }, CommonHeight: '1' }
	expect(await submit('LightClientAttackEvidence', { ...attack, TotalVotingPower: '1' })).toEqual(sole)
	expect(await ask({}, 'broadcast_evidence')).toEqual(['no evidence was provided', false])
})

test('an evidence that is refused is told as Tendermint validates it, and one that panics as the panic that it is', async () => {
	const checked = async (cause: Error) => {
		const validate = () => {
			throw cause
		}
		return infoMethods.broadcast_evidence.run({ evidence: { validate } as never }, {} as RpcContext)
	}
	await expect(checked(new MethodFault('no votes'))).rejects.toThrow('evidence.ValidateBasic failed: no votes')
	for (const cause of [new MethodPanic('nil pointer'), new RangeError('too much')]) {
		await expect(checked(cause)).rejects.toBe(cause)
	}
})
