import { isDeepStrictEqual } from 'node:util'
import { create, toBinary } from '@bufbuild/protobuf'
import { QueryAllBalancesRequestSchema } from '../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import type { FuzzRequest } from './mutateRequest.ts'
import { blanked, ownKeys, replyKind } from './normalReply.ts'
import { Random } from './Random.ts'
import { closeRestConnections, type RestReply, sendRest } from './RestReply.ts'
import { startRestPair } from './restPair.ts'

/** What a run of the fuzzer is told. */
export interface RpcFuzzOptions {
	/** Path of the reference's program, of generation 9. */
	readonly program: string
	readonly count: number
	readonly seed: number
	readonly print: (line: string) => void
}

/** Sends random calls of Tendermint's JSON-RPC to the reference and to this program; tells whether nothing differed. */
export async function fuzzRpc({ program, count, seed, print }: RpcFuzzOptions): Promise<boolean> {
	const pair = await startRestPair(program, 9)
	const differences = new Map<string, { readonly lines: readonly string[]; count: number }>()
	const kinds = new Set<string>()
	let equal = 0
	try {
		for (let index = 0; index < count; index++) {
			const request = randomCall(new Random(seed * 1_000_003 + index))
			const [theirs, ours] = await Promise.all([sendRest(pair.rpc.theirs, request), sendRest(pair.rpc.ours, request)])
			kinds.add(replyKind(theirs))
			if (isDeepStrictEqual(normal(theirs), normal(ours))) {
				equal++
				continue
			}
			const kind = `${callName(request)}: ${replyKind(theirs)} / ${replyKind(ours)}`
			const seen = differences.get(kind)
			if (seen !== undefined) seen.count++
			else {
				const lines = [JSON.stringify(request), `  reference ${shown(theirs)}`, `  ours      ${shown(ours)}`]
				differences.set(kind, { lines, count: 1 })
			}
		}
	} finally {
		closeRestConnections()
		await pair.close()
	}
	for (const { lines, count: times } of differences.values()) {
		print(`\n${times} times: ${lines[0]}`)
		for (const line of lines.slice(1)) print(line)
	}
	print(
		`JSON-RPC, seed ${seed}: ${equal} of ${count} replies equal, ${kinds.size} kinds of replies, ${differences.size} ways to differ`,
	)
	return differences.size === 0
}

/** Values that no two nodes share: besides those of blocks what the program says of itself. */
const unshared = new Set([...ownKeys, 'proof', 'consensus_hash', 'id', 'app_state', 'proofOps', 'block_size'])

function normal({ status, headers, body }: RestReply): unknown {
	const { 'content-type': type } = headers
	return { status, type, body: blanked(body, unshared) }
}

function shown({ status, body: text }: RestReply): string {
	const body = compact(text)
	return `${status} ${body.length > 500 ? `${body.slice(0, 500)}…` : body}`
}

function callName({ path, body }: FuzzRequest): string {
	return body === undefined ? (path.split('?')[0] ?? '') : String((JSON.parse(body) as { method: unknown }).method)
}

/** Whole numbers around every edge there is: of pages, of the chain, of doubles and of 64 bits. */
const numbers = [
	...['0', '1', '2', '3', '5', '-1', '30', '31', '100', '101', '4294967296'],
	...['9007199254740993', '9223372036854775806', '9223372036854775807', '9223372036854775808', '-9223372036854775808'],
	...['-9223372036854775809', '18446744073709551615', '00', '+1', ' 1', '1.0', '1e2', 'x', '', 'null', '0x1', '"2"'],
]

const operands = ['1', '2', '-1', '1.5', "'a'", "''", "'2'", '9223372036854775808', '99999999999999999999', 'x', '"']
const keys = ['tx.height', 'tx.hash', 'block.height', 'message.action', 'message.sender', 'transfer.amount', 'a.b', '']
const operators = ['=', '>', '<', '>=', '<=', ' = ', ' CONTAINS ', ' EXISTS', '==', ' contains ']

function randomQuery(random: Random): string {
	const condition = (): string => {
		const operator = random.pick(operators)
		return `${random.pick(keys)}${operator}${operator === ' EXISTS' ? '' : random.pick(operands)}`
	}
	const text = Array.from({ length: 1 + random.below(3) }, condition).join(
		random.pick([' AND ', ' and ', 'AND', ' OR ']),
	)
	return random.once(8) ? text.slice(0, random.below(text.length + 1)) : text
}

/** A page request in bytes: fields may be there and empty, twice or out of order. */
function randomPage(random: Random): Buffer {
	const parts = [
		() => Buffer.from([0x0a, 0]),
		() => Buffer.concat([Buffer.from([0x0a, 4]), Buffer.from('busd')]),
		() => Buffer.concat([Buffer.from([0x10]), varint(random)]),
		() => Buffer.concat([Buffer.from([0x18]), varint(random)]),
		() => Buffer.from([0x20, random.below(2)]),
		() => Buffer.from([0x28, random.below(2)]),
	]
	return Buffer.concat(Array.from({ length: random.below(5) }, () => random.pick(parts)()))
}

function varint(random: Random): Buffer {
	let rest = random.pick([0n, 1n, 2n, 100n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n])
	const bytes: number[] = []
	for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
	return Buffer.from([...bytes, Number(rest)])
}

const anyone = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'

function randomModuleQuery(random: Random): { readonly path: string; readonly data: string } {
	const page = randomPage(random)
	const field = (tag: number): Buffer => Buffer.concat([Buffer.from([tag, page.length]), page])
	const address = Buffer.from(
		toBinary(QueryAllBalancesRequestSchema, create(QueryAllBalancesRequestSchema, { address: anyone })),
	)
	const [path, data] = random.pick<readonly [string, Buffer]>([
		['/cosmos.bank.v1beta1.Query/TotalSupply', field(0x0a)],
		['/cosmos.bank.v1beta1.Query/DenomsMetadata', field(0x0a)],
		['/cosmos.auth.v1beta1.Query/Accounts', field(0x0a)],
		['/cosmos.bank.v1beta1.Query/AllBalances', Buffer.concat([address, field(0x12)])],
		['/cosmos.tx.v1beta1.Service/GetTxsEvent', Buffer.concat([Buffer.from('\n\x0btx.height=2'), field(0x12)])],
		['/cosmos.base.tendermint.v1beta1.Service/GetLatestValidatorSet', field(0x0a)],
		['/store/bank/key', Buffer.from('supply')],
		['/app/versions', page],
		[
			'custom/bank/total_supply',
			Buffer.from(JSON.stringify({ pagination: { key: random.pick(['', 'YQ==']), offset: '1' } })),
		],
	])
	return { path, data: data.toString('hex') }
}

const time = '2026-11-21T02:00:00Z'

function randomVote(random: Random): unknown {
	const id = (): unknown => ({
		hash: 'AB'.repeat(random.pick([0, 20, 32, 32, 32])),
		parts: { total: random.pick([0, 1]), hash: random.pick(['AA', 'BB']).repeat(random.pick([0, 32, 32, 31])) },
	})
	return random.once(8)
		? null
		: {
				type: random.pick([1, 2, 2, 32, 0]),
				height: random.pick(['1', '5', '-1', '99999']),
				round: random.pick([0, 1, -1]),
				block_id: id(),
				timestamp: time,
				validator_address: '11'.repeat(random.pick([20, 20, 20, 19])),
				validator_index: random.pick([0, 1, -1]),
				signature: Buffer.alloc(random.pick([64, 64, 64, 0, 65]), 1).toString('base64'),
			}
}

function randomEvidence(random: Random): unknown {
	if (random.once(10))
		return random.pick([null, {}, { type: 'x', value: {} }, 1, { type: 'tendermint/DuplicateVoteEvidence' }])
	if (random.once(3)) {
		const value = {
			ConflictingBlock: random.pick([null, {}, { signed_header: {} }]),
			CommonHeight: random.pick(['0', '1']),
			TotalVotingPower: random.pick(['0', '1']),
			Timestamp: time,
		}
		return { type: 'tendermint/LightClientAttackEvidence', value }
	}
	const value = {
		vote_a: randomVote(random),
		vote_b: randomVote(random),
		TotalVotingPower: random.pick(['0', '10']),
		ValidatorPower: '10',
		Timestamp: time,
	}
	return { type: 'tendermint/DuplicateVoteEvidence', value }
}

/** Arguments of each method. Texts are as a URL has them; in JSON they are texts too. */
const methods: { readonly [method: string]: (random: Random) => { readonly [name: string]: unknown } } = {
	block: (random) => ({ height: random.pick(numbers) }),
	block_results: (random) => ({ height: random.pick(numbers) }),
	commit: (random) => ({ height: random.pick(numbers) }),
	consensus_params: (random) => ({ height: random.pick(numbers) }),
	blockchain: (random) => ({ minHeight: random.pick(numbers), maxHeight: random.pick(numbers) }),
	validators: (random) => ({
		height: random.pick(numbers),
		page: random.pick(numbers),
		per_page: random.pick(numbers),
	}),
	tx_search: (random) => search(random),
	block_search: (random) => search(random),
	unconfirmed_txs: (random) => ({ limit: random.pick(numbers) }),
	genesis_chunked: (random) => ({ chunk: random.pick(numbers.filter((number) => number !== '0')) }),
	abci_query: (random) => ({ ...randomModuleQuery(random), height: random.pick(numbers), prove: false }),
	broadcast_evidence: (random) => ({ evidence: randomEvidence(random) }),
}

function search(random: Random): { readonly [name: string]: unknown } {
	return {
		query: randomQuery(random),
		prove: random.once(2),
		page: random.pick(numbers),
		per_page: random.pick(numbers),
		order_by: random.pick(['', 'asc', 'desc', 'up', 'ASC']),
	}
}

function randomCall(random: Random): FuzzRequest {
	const method = random.pick(Object.keys(methods))
	const all = Object.entries(methods[method]?.(random) ?? {})
	const params = all.filter(([name]) => name === 'query' || name === 'path' || name === 'data' || !random.once(3))
	if (random.once(2)) {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: Object.fromEntries(params) })
		return { method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body }
	}
	const pairs = params.map(([name, value]) => `${name}=${encodeURIComponent(urlText(name, value, random))}`)
	if (random.once(6)) pairs.push(random.pick(['page=9;x=1', 'height=1;', 'page=%zz', 'page=7', '=', '&', 'x']))
	return { method: 'GET', path: `/${method}?${pairs.join('&')}`, headers: {} }
}

function urlText(name: string, value: unknown, random: Random): string {
	if (name === 'data') return `0x${String(value)}`
	if (typeof value !== 'string') return JSON.stringify(value)
	const isText = name === 'query' || name === 'path' || name === 'order_by'
	return isText && !random.once(6) ? JSON.stringify(value) : value
}

function compact(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text))
	} catch {
		return text
	}
}
