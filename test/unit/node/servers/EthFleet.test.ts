import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { EthFault, ethCodes } from '../../../../src/api/eth/rpc/EthFault.ts'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'
import { EthFleet } from '../../../../src/node/servers/EthFleet.ts'
import { listen } from '../../../../src/serve/listen.ts'

/** The JSON-RPC of a node's EVM, which tells its height and answers everything else as it is told to. */
interface TestNode {
	readonly url: string
	height: number
	status: number
	answer: object
	/** What it answers instead of its height. */
	head: object | undefined
	/** Bodies of what it was asked. */
	readonly asked: string[]
	close(): void
}

const closing: (() => void)[] = []
afterEach(() => {
	for (const close of closing.splice(0).reverse()) close()
	vi.useRealTimers()
})

async function node(height: number): Promise<TestNode> {
	const state = {
		...{ height, status: 200, answer: { result: '0x8ae' } as object },
		...{ head: undefined as object | undefined, asked: [] as string[] },
	}
	const server: Server = createServer(async (request, response) => {
		let body = ''
		for await (const part of request) body += part
		state.asked.push(body)
		const isLook = body === look
		response.writeHead(isLook ? 200 : state.status)
		const head = state.head ?? { result: `0x${state.height.toString(16)}` }
		response.end(JSON.stringify(isLook ? head : state.answer))
	})
	const url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
	const close = (): void => {
		server.close()
		server.closeAllConnections()
	}
	closing.push(close)
	return Object.assign(state, { url, close })
}

/** How a call is sent. */
const call = (method: string, params = '[]') => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
const look = call('eth_blockNumber')

function fleetOf(nodes: readonly TestNode[], floor?: number) {
	const told: string[] = []
	const raised: number[] = []
	const fleet = new EthFleet(
		nodes.map(({ url }) => url),
		(level, part, text) => told.push(`${level} ${part} ${text}`),
	)
	// The looks of the clock would count among the questions.
	closing.push(() => fleet.close())
	if (floor !== undefined) {
		fleet.share({ read: async () => raised.at(-1) ?? floor, raise: async (height) => void raised.push(height) })
	}
	return { fleet, told, raised }
}

describe('the EVMs of several nodes as one', () => {
	test('a call goes to the first node, whose height is looked at afterwards, but not after a transaction was sent', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		const [first, second] = [await node(5), await node(5)]
		const { fleet, told } = fleetOf([first, second])
		expect(await fleet.chainId()).toBe('0x8ae')
		expect(first.asked.splice(0)).toEqual([call('eth_chainId'), look])
		first.answer = {}
		expect(await fleet.call('eth_sendRawTransaction', '["0x02"]')).toBeNull()
		expect(first.asked).toEqual([call('eth_sendRawTransaction', '["0x02"]')])
		expect([second.asked, told]).toEqual([[], []])
		vi.advanceTimersByTime(499)
		expect(second.asked).toEqual([])
		vi.advanceTimersByTime(1)
		await expect.poll(() => [first.asked.length, second.asked]).toEqual([2, [look]])
		second.close()
		vi.advanceTimersByTime(500)
		await expect.poll(() => told).toEqual([`warn upstream ${second.url} does not answer: fetch failed`])
		expect(vi.getTimerCount()).toBe(1)
		fleet.close()
		expect(vi.getTimerCount()).toBe(0)
	})

	test('a refusal of a node is that of the chain: its code and data are handed on, and no other node is asked', async () => {
		const [first, second] = [await node(5), await node(5)]
		first.answer = { error: { code: ethCodes.reverted, message: 'execution reverted', data: '0x08c3' } }
		const { fleet, told } = fleetOf([first, second])
		const refusal = await fleet.call('eth_call', '[{}]').catch((fault: unknown) => fault)
		expect(refusal).toBeInstanceOf(EthFault)
		expect(refusal).toMatchObject({ message: 'execution reverted', code: 3, data: '0x08c3' })
		expect([second.asked.filter((body) => body !== look), told]).toEqual([[], []])
	})

	test('a node that answers with another status or not at all leaves the call to the next one, which both are told in the log', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		const [first, second, third] = [await node(5), await node(5), await node(5)]
		first.status = 503
		third.answer = { result: '0x3' }
		const { fleet, told } = fleetOf([first, second, third])
		second.close()
		expect(await fleet.call('eth_gasPrice', '[]')).toBe('0x3')
		expect(told).toEqual([
			`warn upstream ${first.url} does not answer: it answers with status 503`,
			`warn upstream ${second.url} does not answer: fetch failed`,
		])
		// The one that has answered comes first now.
		first.asked.length = 0
		await fleet.call('eth_gasPrice', '[]')
		expect(first.asked).toEqual([])
	})

	test('a node below the floor is not asked, one at the floor is, and a newer height raises it', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		const [first, second] = [await node(5), await node(8)]
		const { fleet, told, raised } = fleetOf([first, second], 7)
		await fleet.call('eth_chainId', '[]')
		expect([first.asked.splice(0), second.asked.splice(0)]).toEqual([[look], [look, call('eth_chainId'), look]])
		expect(raised).toEqual([8])
		first.height = 8
		await fleet.call('eth_chainId', '[]')
		await fleet.call('eth_chainId', '[]')
		const asked = [call('eth_chainId'), look]
		expect([first.asked, second.asked]).toEqual([[look, ...asked, ...asked], []])
		expect([raised, told]).toEqual([[8], []])
	})

	test('a node of which nothing is known yet is looked at before it is asked, where there is a floor', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		const only = await node(1)
		const { fleet, raised } = fleetOf([only], 1)
		await fleet.call('eth_chainId', '[]')
		expect([only.asked, raised]).toEqual([[look, call('eth_chainId'), look], []])
	})

	test('a node that tells no height is not asked, whatever the floor, and the next one takes over', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		for (const head of [
			{ result: 'soon' },
			{ result: {} },
			{ result: '' },
			{ result: '0x-5' },
			{ result: ['0x9'] },
			{},
		]) {
			const [first, second] = [await node(9), await node(9)]
			first.head = head
			const { fleet, told, raised } = fleetOf([first, second], 7)
			expect(await fleet.call('eth_chainId', '[]')).toBe('0x8ae')
			expect([first.asked, second.asked, raised]).toEqual([[look], [look, call('eth_chainId'), look], [9]])
			expect(told).toEqual([`warn upstream ${first.url} does not answer: it tells no height`])
		}
	})

	test('a call that no node can answer within five seconds says whether none is there or none has the height', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
		const only = await node(6)
		const { fleet } = fleetOf([only], 7)
		const refused = async (): Promise<unknown> => {
			let isDone = false
			const refusal = fleet
				.call('eth_chainId', '[]')
				.catch((fault: unknown) => fault)
				.finally(() => {
					isDone = true
				})
			const before = only.asked.length
			// It is looked at again and again.
			await expect.poll(() => only.asked.length > before + 1 || only.status === 0).toBe(true)
			vi.advanceTimersByTime(4_999)
			expect(isDone).toBe(false)
			vi.advanceTimersByTime(1)
			return refusal
		}
		expect(await refused()).toEqual(new EthFault('no node has reached height 7', ethCodes.unavailable))
		only.close()
		only.status = 0
		expect(await refused()).toEqual(new EthFault('no node answers', ethCodes.unavailable))
	})

	test('the methods of private endpoints find out of which height a block or transaction is, where a caller may not ask for all', async () => {
		const only = await node(10)
		const { fleet } = fleetOf([only])
		const methods = fleet.methods()
		const window = { range: () => ({ from: 8, to: 10 }), refusal: (height: number) => new EthFault(`low ${height}`) }
		const hash = `0x${'ab'.repeat(32)}`
		const ask = async (name: string, params: readonly unknown[]) => {
			only.asked.length = 0
			const told = await Promise.resolve()
				.then(() => methods.call(name, parseJson(JSON.stringify(params)), { window }))
				.catch((fault: EthFault) => fault.message)
			return [told, only.asked.filter((body) => body !== look)]
		}
		const byHash = call('eth_getBlockByHash', `["${hash}",false]`)
		const byTx = call('eth_getTransactionByHash', `["${hash}"]`)
		for (const [height, isLow] of [
			['0x7', true],
			['0x8', false],
			[null, false],
		] as const) {
			only.answer = { result: { number: height, blockNumber: height } }
			const block = await ask('eth_getBlockByHash', [hash, true])
			const tx = await ask('eth_getTransactionByHash', [hash])
			expect([block, tx]).toEqual(
				isLow
					? [
							['low 7', [byHash]],
							['low 7', [byTx]],
						]
					: [
							[expect.any(Object), [byHash, call('eth_getBlockByHash', `["${hash}",true]`)]],
							[expect.any(Object), [byTx, byTx]],
						],
			)
		}
		only.answer = { result: null }
		expect(await ask('eth_getBlockByHash', [hash, true])).toMatchObject([null, { length: 2 }])
		expect(await ask('eth_getBlockByNumber', ['0x7', false])).toEqual(['low 7', []])
		expect(() => methods.call('anvil_mine', undefined, {})).toThrow('does not exist')
	})
})
