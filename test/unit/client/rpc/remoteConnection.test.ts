import { describe, expect, test } from 'vitest'
import { isMethodNotFound, RpcError, type RpcReply, replyResult } from '../../../../src/client/rpc/RpcError.ts'
import { nodeUrl, remoteConnection } from '../../../../src/client/rpc/remoteConnection.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { providerOf, Reply } from '../places/provider.ts'

describe('the address of a node', () => {
	test.each([
		['127.0.0.1:26657', 'http://127.0.0.1:26657/'],
		['node.example', 'http://node.example/'],
		['tcp://node.example:26657', 'http://node.example:26657/'],
		['TCP://node.example:26657', 'http://node.example:26657/'],
		['ws://node.example/x', 'http://node.example/x'],
		['wss://node.example', 'https://node.example/'],
		['https://node.example/rpc?a=b', 'https://node.example/rpc?a=b'],
	])('the address %s is that of %s', (address, url) => {
		expect(nodeUrl(address).href).toBe(url)
	})

	test.each(['', 'ftp://node.example', 'http://', 'a b', 'mailto:me'])(
		'the address %j is none of a node',
		(address) => {
			expect(() => nodeUrl(address)).toThrow(
				new UserError(`"${address}" is not the address of a node.`, {
					next: 'Give an address such as http://127.0.0.1:26657.',
				}),
			)
		},
	)
})

describe('a reply of JSON-RPC', () => {
	test.each<[RpcReply['error'], readonly [number, string, string, string]]>([
		[{ code: -32601, message: 'Method not found', data: '' }, [-32601, 'Method not found', '', 'Method not found']],
		[{ code: 5, message: 'Internal error', data: 'why' }, [5, 'Internal error', 'why', 'Internal error: why']],
		[
			{ code: 5, message: 'Internal error', data: { a: 1 } },
			[5, 'Internal error', '{"a":1}', 'Internal error: {"a":1}'],
		],
		[{ code: 5, message: 'Internal error', data: null }, [5, 'Internal error', '', 'Internal error']],
		[{ code: '5', message: 7 }, [0, 'error', '', 'error']],
		[{}, [0, 'error', '', 'error']],
	])('the error %j of a reply is thrown', (error, [code, message, data, text]) => {
		const thrown = (): unknown => replyResult({ result: 1, error } as RpcReply)
		expect(thrown).toThrow(RpcError)
		expect(thrown).toThrow(expect.objectContaining({ code, data, message: text }))
		expect(text.startsWith(message)).toBe(true)
	})

	test('a reply without an error, or with one that is null, has its result', () => {
		expect(replyResult({ result: 5 })).toBe(5)
		expect(replyResult({ result: 5, error: null } as unknown as RpcReply)).toBe(5)
	})

	test('a method that is not there is known by its code', () => {
		expect(isMethodNotFound(new RpcError(-32601, '', ''))).toBe(true)
		expect(isMethodNotFound(new RpcError(-32602, '', ''))).toBe(false)
		expect(isMethodNotFound({ code: -32601 })).toBe(false)
	})
})

describe('a call of a remote node', () => {
	test('a call carries its parameters, the key and the agent, and is counted', async () => {
		const { url, asked } = await providerOf({ net_info: { n_peers: '5' }, health: {} })
		const connection = remoteConnection(`${url}/`, undefined, async () => 'secret', 'test agent')
		expect(await connection.call('net_info')).toEqual({ n_peers: '5' })
		expect(await connection.call('health', {} as never)).toEqual({})
		expect([connection.kind, connection.name]).toEqual(['remote', url])
		expect(
			asked.map(({ text, headers }) => [text, headers['x-api-key'], headers['user-agent'], headers['content-type']]),
		).toEqual([
			['net_info {}', 'secret', 'test agent', 'application/json'],
			['health {}', 'secret', 'test agent', 'application/json'],
		])
		connection.close()
	})

	test('each call has an id of its own', async () => {
		const ids: unknown[] = []
		const health = (_params: unknown, body: string): object => {
			ids.push((JSON.parse(body) as { readonly id: unknown }).id)
			return {}
		}
		const { url } = await providerOf({ health })
		const connection = remoteConnection(url)
		for (let calls = 0; calls < 3; calls++) await connection.call('health')
		expect(ids).toEqual([1, 2, 3])
		connection.close()
	})

	test('a connection without a key sends none, and has the name of the program as its agent', async () => {
		const { url, asked } = await providerOf({ health: {} })
		const connection = remoteConnection(url)
		await connection.call('health')
		expect(connection).not.toHaveProperty('apiKey')
		expect(asked.map(({ headers }) => [headers['x-api-key'], headers['user-agent']])).toEqual([
			[undefined, 'chain-tui'],
		])
		connection.close()
	})

	const check = 'Check that place, and that the node runs.'
	test.each<[string, Reply, string, string]>([
		[
			'HTTP 401',
			new Reply(401, ''),
			'It wants a key, or another one (HTTP 401).',
			'Save it with its key: `chain-tui rpc add`, or a on the RPC screen.',
		],
		[
			'HTTP 403',
			new Reply(403, ''),
			'It wants a key, or another one (HTTP 403).',
			'Save it with its key: `chain-tui rpc add`, or a on the RPC screen.',
		],
		['HTTP 404', new Reply(404, '<html>'), 'It replied with HTTP 404 and no JSON-RPC.', check],
		['no JSON', new Reply(200, 'hello'), 'It replied with HTTP 200 and no JSON-RPC.', check],
		[
			'HTTP 300',
			new Reply(300, '{"result":{}}', { location: '/x' }),
			'It replied with HTTP 300 and no JSON-RPC.',
			check,
		],
		[
			'HTTP 399',
			new Reply(399, '{"result":{}}', { location: '/x' }),
			'It replied with HTTP 399 and no JSON-RPC.',
			check,
		],
	])('a node that answers %s is told with the reason and what to check', async (_name, reply, why, next) => {
		const { url } = await providerOf({ health: reply })
		const connection = remoteConnection(url, 'that place')
		await expect(connection.call('health')).rejects.toEqual(
			new UserError(`The node at ${url} does not answer.`, { why, next }),
		)
		connection.close()
	})

	test('a result with another status of HTTP is a reply, as Tendermint sends errors with 500', async () => {
		const { url } = await providerOf({
			health: new Reply(500, '{"error":{"code":-32603,"message":"Internal error","data":"why"}}'),
			status: new Reply(400, '{"result":{"node_info":{"network":"a"},"sync_info":{"latest_block_height":"1"}}}'),
		})
		const connection = remoteConnection(url)
		await expect(connection.call('health')).rejects.toThrow('Internal error: why')
		expect(await connection.call('status')).toMatchObject({ node_info: { network: 'a' } })
		connection.close()
	})

	test('a node that is not there is told with the system’s reason, and a closed connection asks nobody', async () => {
		const connection = remoteConnection('http://127.0.0.1:2')
		await expect(connection.call('health')).rejects.toMatchObject({
			message: 'The node at http://127.0.0.1:2 does not answer.',
			why: 'connect ECONNREFUSED 127.0.0.1:2',
			next: 'Check that address, and that the node runs.',
		})
		const { url, asked } = await providerOf({ health: {} })
		const closed = remoteConnection(url)
		closed.close()
		await expect(closed.call('health')).rejects.toThrow('does not answer')
		expect(asked).toEqual([])
		connection.close()
	})

	test.each<[string, unknown, string | undefined]>([
		['status', { node_info: { network: 'a' }, sync_info: { latest_block_height: '1' } }, undefined],
		['status', { node_info: { network: '' }, sync_info: {} }, 'sync_info.latest_block_height'],
		['status', { node_info: null, sync_info: { latest_block_height: '1' } }, 'node_info.network'],
		['status', 'up', 'node_info.network'],
		['tx', { hash: '', height: '', tx: '' }, 'tx_result'],
		['abci_query', null, 'response'],
		['broadcast_tx_sync', { code: 0 }, 'log'],
		['broadcast_tx_sync', { code: 0, log: '' }, undefined],
	])('the reply of a node to %s is %j, of which is missing: %s', async (method, result, missing) => {
		const { url } = await providerOf({ [method]: result })
		const connection = remoteConnection(url)
		const call = connection.call(method as 'health')
		if (missing === undefined) expect(await call).toEqual(result)
		else {
			await expect(call).rejects.toEqual(
				new UserError(`The node at ${url} gives answers that this program cannot read.`, {
					why: `Its reply to ${method} has no ${missing}.`,
					next: 'Check that the address is that of the JSON-RPC of a node of the Tendermint 0.34 line.',
				}),
			)
		}
		connection.close()
	})
})
