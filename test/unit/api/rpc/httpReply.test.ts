import { describe, expect, test } from 'vitest'
import type { ArgList } from '../../../../src/api/rpc/args/ArgType.ts'
import { type HttpRequest, httpReply } from '../../../../src/api/rpc/httpReply.ts'
import { rpcErrors } from '../../../../src/api/rpc/MethodFault.ts'
import { type RpcHandler, subscriptionMethods } from '../../../../src/api/rpc/RpcHandler.ts'
import { utf8 } from '../../../../src/util/bytes.ts'

/** Answers with the method and the parameters of a URL, or with as many bytes as `large` is asked for. */
const handler: RpcHandler = {
	methods: new Map<string, ArgList>([
		['status', []],
		[
			'block',
			[
				['height', 'int64?'],
				['full', 'bool'],
			],
		],
		['abci_info', []],
		...subscriptionMethods,
	]),
	isPrivileged: (method) => method.startsWith('admin_'),
	call: async (method, params) => {
		if (method === 'panics') return { error: rpcErrors.internal('nil'), panic: true }
		if (method === 'fails') return { error: rpcErrors.internal('no') }
		return { result: method === 'large' ? 'x'.repeat(Number(params?.raw)) : method }
	},
	callUrl: async (method, parameters) =>
		parameters.get('fail') === '1'
			? { error: rpcErrors.internal('no') }
			: { result: [method, ...parameters].map(String) },
	subscribe: async () => () => undefined,
}

const turns: boolean[] = []
const ask = (request: Partial<Omit<HttpRequest, 'body'>> & { readonly body?: string | undefined }) => {
	turns.length = 0
	return httpReply(
		handler,
		{
			method: 'POST',
			path: '/',
			query: '',
			host: 'node:26657',
			ownMachine: () => true,
			contentType: undefined,
			...request,
			body: 'body' in request ? request.body && utf8(request.body) : new Uint8Array(0),
		} as HttpRequest,
		async (job, isItem) => {
			turns.push(isItem)
			return job()
		},
	)
}
const call = (method: string, params?: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
/** Status and what is in the body. */
const told = async (request: Parameters<typeof ask>[0]) => {
	const { status, body } = await ask(request)
	const { error, result, id } = JSON.parse(body)
	return [status, id, error?.data ?? error?.message ?? result]
}

// tendermint v0.34.15 rpc/jsonrpc/server.
describe('a reply over HTTP', () => {
	test('a path that is not clean is sent to the clean one, with a page for those who can show it', async () => {
		const page = { status: 301, contentType: 'text/html; charset=utf-8' }
		const location = '/block?a="<&>'
		const body = '<a href="/block?a=&#34;&lt;&amp;&gt;">Moved Permanently</a>.\n\n'
		for (const method of ['GET', 'HEAD']) {
			expect(await ask({ method, path: '//block', query: 'a="<&>' })).toEqual({ ...page, location, body })
		}
		expect(await ask({ path: '//block' })).toEqual({
			status: 301,
			contentType: undefined,
			location: '/block',
			body: '',
		})
	})

	test('nothing that is asked gets the list of methods, in their order', async () => {
		const link = (path: string) => `<a href="//node:26657/${path}">//node:26657/${path}</a></br>`
		const paths = ['abci_info?', 'block?height=_&full=_', 'status?', 'subscribe?query=_', 'unsubscribe?query=_']
		const head = '<html><body><br>Available endpoints:<br><br>Endpoints that require arguments:<br>'
		const list = [...paths, 'unsubscribe_all?'].map(link).join('')
		expect(await ask({})).toEqual({ status: 200, contentType: 'text/html', body: `${head}${list}</body></html>` })
	})

	test('a body that is too large or no request is refused', async () => {
		const tooLarge = 'error reading request body: http: request body too large'
		expect(await told({ body: undefined })).toEqual([400, undefined, tooLarge])
		expect((await told({ body: '{' }))[0]).toBe(500)
		expect(await told({ body: `[${Array(1_001).fill(call('status')).join()}]` })).toEqual([
			500,
			undefined,
			'a batch has at most 1000 requests',
		])
		expect(await ask({ body: '[]' })).toEqual({ status: 200, contentType: undefined, body: '' })
	})

	test('a method of a URL is answered, refused with status 500, or not there', async () => {
		expect(await told({ path: '/block', query: 'height=5' })).toEqual([200, -1, ['block', 'height,5']])
		expect(await told({ path: '/block', query: 'fail=1' })).toEqual([500, -1, 'no'])
		expect(await told({ path: '/subscribe' })).toEqual([404, -1, 'Method not found'])
		expect(await ask({ path: '/other' })).toEqual({
			status: 404,
			contentType: 'text/plain; charset=utf-8',
			body: '404 page not found\n',
		})
	})

	test('a form that is posted gives what the URL leaves empty', async () => {
		const form = {
			path: '/block',
			contentType: 'Application/X-WWW-form-urlencoded; charset=utf-8',
			body: 'height=7&full=1',
		}
		const values = async (request: Parameters<typeof ask>[0]) => (await told(request))[2]
		for (const method of ['POST', 'PUT', 'PATCH']) {
			expect(await values({ ...form, method })).toEqual(['block', 'height,7', 'full,1'])
		}
		expect(await values({ ...form, query: 'height=&full=2' })).toEqual(['block', 'height,7', 'full,2'])
		expect(await values({ ...form, method: 'GET' })).toEqual(['block'])
		expect(await values({ ...form, contentType: 'text/plain' })).toEqual(['block'])
		expect(await values({ ...form, contentType: undefined })).toEqual(['block'])
		expect(await values({ ...form, body: undefined })).toEqual(['block'])
	})

	test('a request gets its reply, and one whose handler panics ends the whole body', async () => {
		expect(await told({ body: call('status') })).toEqual([200, 1, 'status'])
		expect(await told({ body: call('fails') })).toEqual([200, 1, 'no'])
		expect(await told({ body: call('subscribe') })).toEqual([200, 1, 'Method not found'])
		expect(await told({ body: call('panics') })).toEqual([500, -1, 'nil'])
		expect(await told({ body: `[${call('status')},${call('panics')},${call('status')}]` })).toEqual([500, -1, 'nil'])
		expect(turns).toEqual([false, true])
	})

	test('a reply is indented by two spaces, and by two more in a batch', async () => {
		const lines = ['{', '  "jsonrpc": "2.0",', '  "id": 1,', '  "result": "status"', '}']
		expect((await ask({ body: call('status') })).body).toBe(lines.join('\n'))
		expect((await ask({ body: `[${call('status')}]` })).body).toBe(lines.join('\n'))
		const item = lines.map((line) => `  ${line}`).join('\n')
		expect((await ask({ body: `[${call('status')},${call('status')}]` })).body).toBe(`[\n${item},\n${item}\n]`)
	})

	test('requests of a batch are answered one turn each, in their order', async () => {
		const { status, contentType, body } = await ask({ body: `[${['a', 'b', 'c'].map((name) => call(name)).join()}]` })
		expect([status, contentType]).toEqual([200, 'application/json'])
		expect(JSON.parse(body)).toMatchObject([{ result: 'a' }, { result: 'b' }, { result: 'c' }])
		expect(turns).toEqual([false, true, true])
		expect(JSON.parse((await ask({ body: `[${call('a')}]` })).body)).toMatchObject({ result: 'a' })
	})

	test('what only programs of this machine may call is refused to others, alone and in a batch', async () => {
		const refused = 'this method answers only programs of the machine the node runs on, and no web page'
		const elsewhere = { ownMachine: () => false }
		expect(await told({ body: call('admin_mine') })).toEqual([200, 1, 'admin_mine'])
		expect(await told({ ...elsewhere, body: call('admin_mine') })).toEqual([200, 1, refused])
		expect(await told({ ...elsewhere, body: call('status') })).toEqual([200, 1, 'status'])
		const { body } = await ask({ ...elsewhere, body: `[${call('status')},${call('admin_mine')}]` })
		expect(JSON.parse(body)).toMatchObject([{ result: 'status' }, { error: { data: refused } }])
	})

	test('the replies to a batch have twenty million bytes at most', async () => {
		const batch = (bytes: number) => ask({ body: `[${call('large', 19_000_000)},${call('large', bytes)}]` })
		expect((await batch(900_000)).status).toBe(200)
		const { status, body } = await batch(1_000_000)
		expect([status, JSON.parse(body).error.data]).toEqual([
			500,
			'the replies to a batch are more than 20000000 bytes; ask for less at a time',
		])
	})
})
