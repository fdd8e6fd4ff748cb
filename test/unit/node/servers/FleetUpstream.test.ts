import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { UpstreamError } from '../../../../src/endpoints/EndpointUpstream.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { EthFleet } from '../../../../src/node/servers/EthFleet.ts'
import { FleetUpstream } from '../../../../src/node/servers/FleetUpstream.ts'
import { listen } from '../../../../src/serve/listen.ts'

/** The RPC of a node: it knows blocks up to its height, and refuses what it is told to. */
interface TestEngine {
	readonly url: string
	height: number
	catchingUp: boolean
	/** What it answers to abci_query; an error where it is one. */
	answer: unknown
	/** Methods that it was asked, but for its status. */
	readonly asked: string[]
	stop(): Promise<void>
	start(): Promise<void>
}

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

async function engine(height: number): Promise<TestEngine> {
	let server: Server | undefined
	let port = 0
	const node = { height, catchingUp: false, answer: 'ok' as unknown, asked: [] as string[] }
	const replyTo = (method: string, params: { height?: string }): object => {
		if (method === 'status') {
			const sync_info = { latest_block_height: String(node.height), catching_up: node.catchingUp }
			return { result: { node_info: { network: `chain-${port}` }, sync_info } }
		}
		if (method === 'eth_blockNumber') return { result: `0x${node.height.toString(16)}` }
		node.asked.push(method)
		if (Number(params.height) > node.height) {
			const data = `height ${params.height} must be less than or equal to the current blockchain height ${node.height}`
			return { error: { code: -32603, message: 'Internal error', data } }
		}
		if (node.answer instanceof Error) return { error: { code: -32602, message: node.answer.message } }
		return { result: { answer: node.answer, port } }
	}
	const start = async (): Promise<void> => {
		server = createServer(async (request, response) => {
			let body = ''
			for await (const part of request) body += part
			const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: object }
			response.end(JSON.stringify({ jsonrpc: '2.0', id, ...replyTo(method, params) }))
		})
		port = await listen(server, '127.0.0.1', port)
	}
	const stop = async (): Promise<void> => {
		server?.closeAllConnections()
		await new Promise((resolve) => server?.close(resolve))
	}
	await start()
	closing.push(stop)
	return Object.assign(node, { url: `http://127.0.0.1:${port}`, stop, start })
}

function fleetOf(...engines: readonly TestEngine[]) {
	const told: string[] = []
	const config = resolveNodeConfig({ home: '/nonexistent/test' }, {})
	const fleet = new FleetUpstream(
		engines.map(({ url }) => url),
		config,
		(level, _part, text) => told.push(`${level} ${text}`),
	)
	closing.push(() => fleet.close())
	return { fleet, told, query: (height = '0') => fleet.call('abci_query', { path: '/x', data: '', height }) }
}

describe('the engines of several nodes as one', () => {
	test('the first node that answers is asked, another takes over when it is gone, and both are told in the log', async () => {
		const [first, second] = [await engine(5), await engine(5)]
		const { fleet, told, query } = fleetOf(first, second)
		await query()
		expect([first.asked.length, second.asked.length]).toEqual([1, 0])
		await first.stop()
		await query()
		await query()
		expect(second.asked).toHaveLength(2)
		expect(told).toEqual([expect.stringContaining(`warn ${first.url} does not answer: `)])
		await first.start()
		await expect.poll(() => told.at(-1)).toBe(`info ${first.url} answers again`)
		await query()
		expect([first.asked.length, second.asked.length]).toEqual([2, 2])
		expect(await fleet.chainIds()).toEqual([first, second].map(({ url }) => `chain-${new URL(url).port}`))
	})

	test('a node that has the height is asked before one that has it not yet', async () => {
		const [behind, ahead] = [await engine(5), await engine(9)]
		const { fleet, query } = fleetOf(behind, ahead)
		await fleet.chainIds()
		await query('9')
		expect([behind.asked, ahead.asked]).toEqual([[], ['abci_query']])
		await query('5')
		expect(behind.asked).toEqual(['abci_query'])
	})

	test('a node that says that it has not got there yet leaves the answer to another', async () => {
		const [behind, ahead] = [await engine(5), await engine(9)]
		const { told, query } = fleetOf(behind, ahead)
		expect(await query('7')).toMatchObject({ answer: 'ok' })
		expect([behind.asked.length, ahead.asked.length, told]).toEqual([1, 1, []])
	})

	test('a refusal is that of the chain: no other node is asked', async () => {
		const [first, second] = [await engine(5), await engine(5)]
		first.answer = new Error('Invalid params')
		const { told, query } = fleetOf(first, second)
		await expect(query()).rejects.toEqual(new UpstreamError('Invalid params', -32602))
		expect([second.asked, told]).toEqual([[], []])
	})

	test('a height that no node has is refused as the last one refuses it', async () => {
		const { query } = fleetOf(await engine(5), await engine(6))
		await expect(query('7')).rejects.toMatchObject({
			code: -32603,
			message: expect.stringContaining('height 7 must be less than or equal to the current blockchain height 6'),
		})
	})

	test('a fleet whose nodes are all gone says so without a code', async () => {
		const [first, second] = [await engine(5), await engine(5)]
		const { query, told } = fleetOf(first, second)
		await Promise.all([first.stop(), second.stop()])
		const refusal = await query().catch((fault: unknown) => fault)
		const warned = told.map((line) => line.split(' does')[0])
		expect(new Set(warned)).toEqual(new Set([first, second].map(({ url }) => `warn ${url}`)))
		expect(refusal).toBeInstanceOf(UpstreamError)
		expect(refusal).toMatchObject({ code: undefined, message: expect.stringContaining(second.url) })
	})

	test('the status is that of a node at the floor that does not catch up, and raises the floor', async () => {
		const [old, catching, ahead] = [await engine(5), await engine(9), await engine(8)]
		catching.catchingUp = true
		const { fleet } = fleetOf(old, catching, ahead)
		let floor = 7
		fleet.share({
			read: async () => floor,
			raise: async (height) => {
				floor = height
			},
		})
		const { sync_info } = await fleet.call('status')
		expect([sync_info.latest_block_height, floor]).toEqual(['8', 8])
		old.height = 10
		for (let time = 0; time < 2; time++) {
			expect((await fleet.call('status')).sync_info.latest_block_height).toBe('10')
			expect(floor).toBe(10)
		}
		await old.stop()
		ahead.height = 11
		expect((await fleet.call('status')).sync_info.latest_block_height).toBe('11')
	})

	test('the engines and the EVMs of the same nodes share one floor, and are looked at until they are closed', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		try {
			const node = await engine(9)
			const { fleet } = fleetOf(node)
			fleet.eth = new EthFleet([node.url], () => {})
			const raised: number[] = []
			fleet.share({ read: async () => 7, raise: async (height) => void raised.push(height) })
			await fleet.eth.call('eth_gasPrice', '[]')
			await fleet.call('status')
			expect([raised, node.asked]).toEqual([[9, 9], ['eth_gasPrice']])
			expect(vi.getTimerCount()).toBe(2)
			fleet.close()
			expect(vi.getTimerCount()).toBe(0)
		} finally {
			vi.useRealTimers()
		}
	})
})
