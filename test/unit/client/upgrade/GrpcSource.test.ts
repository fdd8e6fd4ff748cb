import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { describe, expect, onTestFinished, test } from 'vitest'
import { GrpcSource } from '../../../../src/client/upgrade/GrpcSource.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { BaseAccountSchema, ModuleAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import {
	QueryAccountResponseSchema,
	QueryAccountsResponseSchema,
} from '../../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { QueryAllBalancesResponseSchema } from '../../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { EthAccountSchema } from '../../../../src/gen/ethermint/types/v1/account_pb.js'
import { until } from '../../../support/until.ts'

interface Answer {
	readonly code?: number
	readonly message?: string
	readonly bytes?: Uint8Array
}

/** A gRPC server that answers each method alike; without an answer it breaks the stream off. */
async function sourceOf(answer: Answer | undefined) {
	const asked: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
	const sessions: ServerHttp2Session[] = []
	const server = createServer()
	server.on('session', (session) => sessions.push(session))
	server.on('stream', async (stream, headers) => {
		const parts: Uint8Array[] = []
		for await (const part of stream) parts.push(part as Uint8Array)
		asked.push({ path: String(headers[':path']), headers, body: Buffer.concat(parts).toString('hex') })
		if (answer === undefined) {
			stream.respond({ ':status': 200 })
			stream.end()
			return
		}
		const { code = 0, message, bytes = new Uint8Array() } = answer
		const frame = Buffer.alloc(5 + bytes.length)
		frame.writeUInt32BE(bytes.length, 1)
		frame.set(bytes, 5)
		stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
		stream.on('wantTrailers', () => {
			stream.sendTrailers({
				'grpc-status': String(code),
				...(message === undefined ? {} : { 'grpc-message': encodeURIComponent(message) }),
			})
		})
		stream.end(code === 0 ? frame : undefined)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const source = new GrpcSource(`grpc://127.0.0.1:${(server.address() as AddressInfo).port}`)
	onTestFinished(() => {
		source.close()
		for (const session of sessions) session.destroy()
		server.close()
	})
	return { source, asked, sessions }
}

const auth = '/cosmos.auth.v1beta1.Query'
const bank = '/cosmos.bank.v1beta1.Query'
const blocks = '/cosmos.base.tendermint.v1beta1.Service'
/** A request in its frame: no compression, then the length. */
const framed = (hex: string): string => `00${(hex.length / 2).toString(16).padStart(8, '0')}${hex}`

describe('a gRPC server that an import reads', () => {
	test.each([
		['/cosmos/base/tendermint/v1beta1/blocks/latest', `${blocks}/GetLatestBlock`, ''],
		['/cosmos/base/tendermint/v1beta1/blocks/7', `${blocks}/GetBlockByHeight`, '0807'],
		['/cosmos/auth/v1beta1/params', `${auth}/Params`, ''],
		['/cosmos/bank/v1beta1/params', `${bank}/Params`, ''],
		['/cosmos/bank/v1beta1/denom_owners/a%2Fb?pagination.limit=2', `${bank}/DenomOwners`, '0a03612f6212021802'],
		['/cosmos/bank/v1beta1/balances/kite?pagination.limit=2', `${bank}/AllBalances`, '0a046b69746512021802'],
		['/cosmos/bank/v1beta1/balances/kite', `${bank}/AllBalances`, '0a046b6974651200'],
		[
			'/cosmos/auth/v1beta1/accounts?pagination.limit=2&pagination.key=%2Fw%3D%3D',
			`${auth}/Accounts`,
			'0a050a01ff1802',
		],
		['/cosmos/auth/v1beta1/accounts/kite', `${auth}/Account`, '0a046b697465'],
	])('the path %s is asked as %s', async (path, method, request) => {
		const { source, asked } = await sourceOf({})
		const { status, retryAfter } = await source.ask(path, 0)
		expect([status, retryAfter]).toEqual([200, 0])
		expect(asked.map((one) => [one.path, one.body])).toEqual([[method, framed(request)]])
		expect(asked[0]!.headers).toMatchObject({ 'user-agent': 'chain-tui', te: 'trailers' })
		expect(asked[0]!.headers).not.toHaveProperty('x-cosmos-block-height')
	})

	test('questions share a connection and carry the height, and an unknown path is not asked', async () => {
		const { source, asked, sessions } = await sourceOf({})
		for (const path of [
			'gov/v1beta1/params',
			'gov/v1beta1/denom_owners/x',
			'gov/v1beta1/balances/x',
			'bank/v1beta1/x/y',
		]) {
			expect(await source.ask(`/cosmos/${path}`, 5)).toEqual({
				status: 501,
				text: 'this node has no such method',
				retryAfter: 0,
			})
		}
		for (const height of [1, 26]) await source.ask('/cosmos/auth/v1beta1/params', height)
		expect(asked.map(({ headers }) => headers['x-cosmos-block-height'])).toEqual(['1', '26'])
		expect(sessions).toHaveLength(1)
		sessions[0]!.destroy()
		// A question under way when the connection ends fails; a later one opens another.
		await until(() =>
			source.ask('/cosmos/auth/v1beta1/params', 1).then(
				({ status }) => status === 200,
				() => false,
			),
		)
		expect(sessions).toHaveLength(2)
	})

	test('a connection that the server ends while it still replies takes no further question', async () => {
		const held: ServerHttp2Stream[] = []
		const server = createServer()
		const sessions: ServerHttp2Session[] = []
		server.on('session', (session) => sessions.push(session))
		server.on('stream', (stream) => held.push(stream))
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const source = new GrpcSource(`grpc://127.0.0.1:${(server.address() as AddressInfo).port}`)
		const ask = () => source.ask('/cosmos/auth/v1beta1/params', 0)
		const end = (stream: ServerHttp2Stream | undefined) =>
			stream?.respond({ ':status': 200, 'grpc-status': '5', 'grpc-message': 'gone' }, { endStream: true })
		const [first, second] = [ask(), ask()]
		await until(() => held.length === 2)
		sessions[0]?.close()
		end(held[0])
		expect(await first).toMatchObject({ status: 404 })
		const third = ask()
		await until(() => held.length === 3)
		end(held[2])
		expect(await third).toMatchObject({ status: 404 })
		expect(sessions).toHaveLength(2)
		end(held[1])
		expect(await second).toMatchObject({ status: 404 })
		source.close()
		server.close()
	})

	test('a server that was not there is asked again over another connection', async () => {
		const server = createServer()
		server.on('stream', (stream) => stream.respond({ ':status': 200, 'grpc-status': '5' }, { endStream: true }))
		const listen = (port: number): Promise<void> =>
			new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
		await listen(0)
		const { port } = server.address() as AddressInfo
		await new Promise((resolve) => server.close(resolve))
		const source = new GrpcSource(`grpc://127.0.0.1:${port}`)
		const ask = () => source.ask('/cosmos/auth/v1beta1/params', 0)
		await expect(ask()).rejects.toThrow('ECONNREFUSED')
		await listen(port)
		expect(await ask()).toMatchObject({ status: 404 })
		source.close()
		server.close()
	})

	test.each([
		[5, 404],
		[8, 429],
		[14, 503],
		[3, 500],
		[12, 500],
	])('the code %i of gRPC is the status %i of REST, with its words', async (code, status) => {
		const { source } = await sourceOf({ code, message: 'höhe 5 is not there' })
		expect(await source.ask('/cosmos/auth/v1beta1/params', 5)).toEqual({
			status,
			text: '{"message":"höhe 5 is not there"}',
			retryAfter: 0,
		})
	})

	test('a refusal in the first headers is told too, and a server that does not reply is given up', async () => {
		const server = createServer()
		let isSilent = false
		server.on('stream', (stream) => {
			if (!isSilent) stream.respond({ ':status': 200, 'grpc-status': '5', 'grpc-message': 'gone' }, { endStream: true })
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const source = new GrpcSource(`grpc://127.0.0.1:${(server.address() as AddressInfo).port}`, 50)
		onTestFinished(() => {
			source.close()
			server.close()
		})
		const refused = await source.ask('/cosmos/auth/v1beta1/params', 0)
		expect(refused).toEqual({ status: 404, text: '{"message":"gone"}', retryAfter: 0 })
		isSilent = true
		await expect(source.ask('/cosmos/auth/v1beta1/params', 0)).rejects.toThrow('no reply')
	})

	test('a reply that breaks off may be asked again, and one that cannot be read may not', async () => {
		const broken = await sourceOf(undefined)
		expect(await broken.source.ask('/cosmos/auth/v1beta1/params', 0)).toEqual({
			status: 503,
			text: '{"message":"the connection ended"}',
			retryAfter: 0,
		})
		const garbled = await sourceOf({ bytes: Uint8Array.of(0x0a, 0x7f) })
		expect(await garbled.source.ask('/cosmos/auth/v1beta1/params', 0)).toMatchObject({ status: 500, retryAfter: 0 })
	})

	const base = create(BaseAccountSchema, { address: 'kite1a', accountNumber: 5n })
	const vault = create(AnySchema, { typeUrl: '/other.Vault', value: Uint8Array.from([0x0a, 2, 0x0a, 0]) })
	const replyOf = async (path: string, bytes: Uint8Array): Promise<unknown> => {
		const { source } = await sourceOf({ bytes })
		const { status, text } = await source.ask(path, 0)
		expect(status).toBe(200)
		return JSON.parse(text)
	}

	test('a page of accounts has the address of each, whatever its kind, and the next key', async () => {
		const accounts = [
			packAny(BaseAccountSchema, base),
			packAny(ModuleAccountSchema, create(ModuleAccountSchema, { baseAccount: base, name: 'mint' })),
			create(AnySchema, { typeUrl: '/other.Vault', value: Uint8Array.of(0x10, 1) }),
		]
		const reply = create(QueryAccountsResponseSchema, { accounts, pagination: { nextKey: Uint8Array.of(255) } })
		expect(await replyOf('/cosmos/auth/v1beta1/accounts', encodeMessage(QueryAccountsResponseSchema, reply))).toEqual({
			accounts: [{ address: 'kite1a' }, { address: 'kite1a' }, {}],
			pagination: { next_key: '/w==' },
		})
		const last = create(QueryAccountsResponseSchema, { accounts: [] })
		expect(await replyOf('/cosmos/auth/v1beta1/accounts', encodeMessage(QueryAccountsResponseSchema, last))).toEqual({
			accounts: [],
			pagination: { next_key: '' },
		})
	})

	test('an account is that of REST, and one of an unknown kind has its kind alone', async () => {
		const of = (account?: ReturnType<typeof packAny>): Promise<unknown> =>
			replyOf(
				'/cosmos/auth/v1beta1/accounts/kite1a',
				encodeMessage(
					QueryAccountResponseSchema,
					create(QueryAccountResponseSchema, account === undefined ? {} : { account }),
				),
			)
		expect(await of(packAny(BaseAccountSchema, base))).toEqual({
			account: {
				'@type': '/cosmos.auth.v1beta1.BaseAccount',
				address: 'kite1a',
				pub_key: null,
				account_number: '5',
				sequence: '0',
			},
		})
		const owned = create(EthAccountSchema, { baseAccount: base, codeHash: '0x00' })
		expect(await of(packAny(EthAccountSchema, owned))).toMatchObject({
			account: { '@type': '/ethermint.types.v1.EthAccount', base_account: { address: 'kite1a' }, code_hash: '0x00' },
		})
		expect(await of(vault)).toEqual({ account: { '@type': '/other.Vault' } })
		expect(await of()).toEqual({ account: null })
	})

	test('balances are those of REST', async () => {
		const reply = create(QueryAllBalancesResponseSchema, { balances: [{ denom: 'ukite', amount: '7' }] })
		const bytes = encodeMessage(QueryAllBalancesResponseSchema, reply)
		expect(await replyOf('/cosmos/bank/v1beta1/balances/kite1a', bytes)).toEqual({
			balances: [{ denom: 'ukite', amount: '7' }],
			pagination: null,
		})
	})
})
