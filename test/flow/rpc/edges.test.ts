import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
