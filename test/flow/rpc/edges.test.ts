import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later, vote } from '../../support/duplicateVotes.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

/** Beyond the numbers that a double holds exactly. */
const wide = 2n ** 63n - 1n
const unordered = 'expected order_by to be either `asc` or `desc` or empty'

let node: TestNode
let url: string

beforeAll(async () => {
	node = await startNode({ on: ['rpc', 'rest'] })
	await node.engine.mine(3)
	url = node.addresses.rpc ?? ''
})

afterAll(() => node.close())

interface Reply {
	readonly result?: { readonly [name: string]: unknown }
	readonly error?: { readonly data: string }
}

async function post(method: string, params: unknown): Promise<Reply> {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	return (await (await fetch(url, { method: 'POST', body })).json()) as Reply
}

async function get(target: string, init?: RequestInit): Promise<Reply> {
	return (await (await fetch(`${url}${target}`, init)).json()) as Reply
}

describe('a 64-bit number of a JSON-RPC request', () => {
	test('a height beyond 53 bits comes back with all its digits', async () => {
		const { result } = await post('abci_query', { path: '/app/version', data: '', height: String(wide), prove: false })
		expect(result?.response).toMatchObject({ code: 0, height: String(wide) })
		const { error } = await post('block', { height: String(wide) })
		expect(error?.data).toBe(`height ${wide} must be less than or equal to the current blockchain height 4`)
		expect((await post('blockchain', { minHeight: String(wide - 1n), maxHeight: String(wide) })).error?.data).toBe(
			`min height ${wide - 1n} can't be greater than max height 4`,
		)
	})

	test.each([
		['validators', {}],
		['tx_search', { query: 'tx.height>0' }],
		['block_search', { query: 'block.height>99' }],
	])('a page of %s beyond 53 bits is refused with all its digits', async (method, params) => {
		for (const page of [wide, -wide, 2n ** 53n + 1n]) {
			expect((await post(method, { ...params, page: String(page) })).error?.data).toBe(
				`page should be within [1, 1] range, given ${page}`,
			)
		}
	})
})

describe('a search of the engine', () => {
	test.each(['tx_search', 'block_search'])(
		'%s tells a faulty query before a faulty order, and that before the page',
		async (method) => {
			const ask = async (params: object) => (await post(method, params)).error?.data
			expect(await ask({ query: 'not a query', order_by: 'up' })).toContain('parse error near')
			expect(await ask({ query: 'a.b=1', order_by: 'up', page: '9' })).toBe(unordered)
			expect(await ask({ query: 'a.b=1', order_by: 'asc', page: '9' })).toBe(
				'page should be within [1, 1] range, given 9',
			)
		},
	)
})

describe('the query of a URL', () => {
	test('a pair with a semicolon or a bad escape is dropped, the others count', async () => {
		const data = async (query: string) => (await get(`/tx_search?query="tx.height>0"&${query}`)).error?.data
		expect(await data('page=9;x=1')).toBeUndefined()
		expect(await data('x;y&page=9')).toBe('page should be within [1, 1] range, given 9')
		expect(await data('page=%zz&page=9')).toBe('page should be within [1, 1] range, given 9')
		expect(await data('page=9&page=1')).toBe('page should be within [1, 1] range, given 9')
	})

	test('a posted form counts where the URL names nothing, a form of another method does not', async () => {
		const form = { body: 'height=99', headers: { 'Content-Type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' } }
		const refused = 'height 99 must be less than or equal to the current blockchain height 4'
		expect((await get('/block', { ...form, method: 'POST' })).error?.data).toBe(refused)
		expect((await get('/block?height=', { ...form, method: 'PUT' })).error?.data).toBe(refused)
		expect((await get('/block?height=1', { ...form, method: 'POST' })).error).toBeUndefined()
		expect((await get('/block', { ...form, method: 'DELETE' })).error).toBeUndefined()
	})
})

describe('a height of a REST request', () => {
	test('the gateway and the old API repeat a height beyond 53 bits with all its digits', async () => {
		const rest = node.addresses.rest ?? ''
		const gateway = await fetch(`${rest}/cosmos/bank/v1beta1/supply`, {
			headers: { 'x-cosmos-block-height': String(wide) },
		})
		expect(gateway.headers.get('grpc-metadata-x-cosmos-block-height')).toBe(String(wide))
		const legacy = await fetch(`${rest}/bank/total?height=${wide}`)
		expect(await legacy.json()).toMatchObject({ height: String(wide) })
	})
})

describe('evidence', () => {
	const shown =
		'Vote{0:111111111111 99/01/SIGNED_MSG_TYPE_PRECOMMIT(Precommit) ABABABABABAB 010101010101 @ 2026-11-21T02:00:00Z}'
	const told = async (type: string, value: unknown) =>
		(await post('broadcast_evidence', { evidence: { type: `tendermint/${type}`, value } })).error?.data
	const duplicate = (a: unknown, b: unknown) => told('DuplicateVoteEvidence', { vote_a: a, vote_b: b })
	const attack = (value: unknown) => told('LightClientAttackEvidence', value)

	// The texts are those of a node of the 0.34 line, compared by `npm run test:reference -- --rpc`.
	test('two votes are validated before the node refuses them', async () => {
		const invalid = 'evidence.ValidateBasic failed: '
		expect(await duplicate(vote, null)).toBe(`${invalid}one or both of the votes are empty ${shown}, nil-Vote`)
		expect(await duplicate({ ...vote, type: 32 }, later)).toBe(`${invalid}invalid VoteA: invalid Type`)
		expect(await duplicate(vote, { ...later, round: -1 })).toBe(`${invalid}invalid VoteB: negative Round`)
		expect(await duplicate({ ...vote, block_id: { hash: 'AB' } }, later)).toBe(
			`${invalid}invalid VoteA: wrong BlockID: wrong Hash`,
		)
		expect(await duplicate({ ...vote, block_id: { ...vote.block_id, parts: {} } }, later)).toBe(
			`${invalid}invalid VoteA: blockID must be either empty or complete, got: ${'AB'.repeat(32)}:0:000000000000`,
		)
		const empty = { hash: '', parts: { total: 0, hash: '' } }
		expect(await duplicate({ ...vote, block_id: empty }, vote)).toContain("don't have header #99. ")
		for (const [part, text] of [
			[{ ...empty, hash: 'AB'.repeat(32) }, `${'AB'.repeat(32)}:0:000000000000`],
			[{ ...empty, parts: { total: 300, hash: '' } }, ':300:000000000000'],
			[{ ...empty, parts: { total: 0, hash: 'AA'.repeat(32) } }, ':0:AAAAAAAAAAAA'],
			[{ ...vote.block_id, hash: '' }, ':1:AAAAAAAAAAAA'],
		] as const) {
			expect(await duplicate({ ...vote, block_id: part }, later)).toBe(
				`${invalid}invalid VoteA: blockID must be either empty or complete, got: ${text}`,
			)
		}
		expect(await duplicate({ ...vote, height: undefined, type: undefined, validator_index: undefined }, null)).toBe(
			`${invalid}one or both of the votes are empty %!v(PANIC=String method: Unknown vote type), nil-Vote`,
		)
		expect(await duplicate({ ...vote, signature: '' }, later)).toBe(`${invalid}invalid VoteA: signature is missing`)
		expect(await duplicate(later, vote)).toBe(`${invalid}duplicate votes in invalid order`)
		expect(await duplicate(vote, later)).toContain("failed to add evidence: Invalid evidence: don't have header #99. ")
		expect(await duplicate({ ...vote, height: 99 }, later)).toContain('invalid 64-bit integer encoding "99"')
	})

	test('an attack on a light client is validated before the node refuses it', async () => {
		const invalid = 'evidence.ValidateBasic failed: '
		const header = { signed_header: { header: { height: '3' } } }
		expect(await attack({})).toBe(`${invalid}conflicting block is nil`)
		expect(await attack({ ConflictingBlock: {} })).toBe(
			'runtime error: invalid memory address or nil pointer dereference',
		)
		expect(await attack({ ConflictingBlock: { signed_header: {} } })).toBe(`${invalid}conflicting block missing header`)
		expect(await attack({ ConflictingBlock: header })).toBe(`${invalid}negative or zero total voting power`)
		expect(await attack({ ConflictingBlock: header, TotalVotingPower: '1' })).toBe(
			`${invalid}negative or zero common height`,
		)
		expect(await attack({ ConflictingBlock: header, TotalVotingPower: '1', CommonHeight: '4' })).toBe(
			`${invalid}common height is ahead of the conflicting block height (4 > 3)`,
		)
	})
})

test('an id that is no number and no text is shown as Go prints it, a map by its keys', async () => {
	const told = async (id: unknown): Promise<unknown> => {
		const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'health' })
		return ((await (await fetch(url, { method: 'POST', body })).json()) as Reply).error?.data
	}
	expect(await told({ b: [1, null], c: 'x', a: true })).toContain(
		'json-rpc ID (map[a:true b:[1 <nil>] c:x]) is of unknown type (map[string]interface {})',
	)
})

test('a chunk of the genesis beyond 63 bits is a panic, as in the framework', async () => {
	expect((await post('genesis_chunked', { chunk: String(2n ** 64n - 1n) })).error?.data).toBe(
		'runtime error: index out of range [-1]',
	)
	expect((await post('genesis_chunked', { chunk: String(wide) })).error?.data).toBe(
		`there are 0 chunks, ${wide} is invalid`,
	)
})
