import { afterAll, beforeAll, expect, it } from 'vitest'
import { bounds } from '../../../src/api/eth/bounds.ts'
import { ethMethods } from '../../../src/api/eth/methods/index.ts'
import type { Bound, EthDialectName } from '../../../src/api/eth/rpc/Bound.ts'

import { address, boundRequests, list, map, word } from '../../attack/support/boundRequests.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { account, askEth, type EthReply, postEth } from './evmTools.ts'

const alice = account(0).address.toLowerCase()

/** Bounds that need more of a chain than this test makes, and where they are tried. */
const elsewhere: Partial<Record<keyof typeof bounds, string>> = {
	logs: 'test/flow/eth/bounds.test.ts',
	ethermintLogs: 'test/wire/evm/ethermintFace.test.ts',
	ethermintFilters: 'test/wire/evm/ethermintFace.test.ts',
	logBlocks: 'this chain has no 10,000 blocks',
	tracedBlocks: 'test/flow/eth/traceLists.test.ts',
	ethermintLogDistance: 'this chain has no 10,000 blocks',
	batchReplyBytes: 'test/flow/eth/bounds.test.ts',
	ethermintBatchReplyBytes: 'the same code as batchReplyBytes',
	subscriptions: 'test/flow/eth/bounds.test.ts',
}

const nodes: Partial<Record<EthDialectName, TestNode>> = {}

beforeAll(async () => {
	for (const ethCompat of ['geth', 'ethermint'] as const) {
		nodes[ethCompat] = await startNode({
			on: ['eth'],
			flags: { chainId: 'chain_2222-1', ethCompat, admin: 'on' },
		})
		for (let made = 0; made < 4; made++) await nodes[ethCompat].call('admin_mine', {})
	}
}, 60_000)

afterAll(async () => {
	for (const node of Object.values(nodes)) await node.close()
})

function urlOf(dialect: EthDialectName): string {
	return nodes[dialect]!.addresses.eth!
}

/** The dialects in which a bound is tried by a method. */
function dialectsOf(bound: Bound, method: string): readonly EthDialectName[] {
	const has = (dialect: EthDialectName): boolean =>
		ethMethods.some(({ name, dialects }) => name === method && (dialects === undefined || dialects.includes(dialect)))
	return (['geth', 'ethermint'] as const).filter(
		(dialect) => has(dialect) && (bound.dialect === undefined || bound.dialect === dialect),
	)
}

it('every bound of the Ethereum JSON-RPC with an error is tried here or elsewhere', () => {
	const refusing = Object.entries<Bound>(bounds).filter(([, bound]) => bound.refusal !== undefined)
	const untried = refusing.filter(
		([name]) => !(name in boundRequests) && !(name in elsewhere) && !/atchItems$/.test(name),
	)
	expect(refusing.length).toBeGreaterThan(20)
	expect(untried.map(([name]) => name)).toEqual([])
})

it.each(Object.entries(boundRequests))(
	'the Ethereum JSON-RPC answers a request at the bound %s and refuses one beyond it',
	async (name, request) => {
		const bound: Bound = bounds[name as keyof typeof bounds]
		const [method] = request(bound.most)
		const dialects = dialectsOf(bound, method)
		expect(dialects.length).toBeGreaterThan(0)
		const text = (bound.refusal?.message ?? '').replace('…', String(bound.most + 1))
		for (const dialect of dialects) {
			// To make 10,000 blocks takes too long for a test.
			if (name !== 'minedBlocks') {
				const within = await askEth(urlOf(dialect), ...request(bound.most))
				expect(within.error?.message ?? '').not.toContain(text)
			}
			const beyond = await askEth(urlOf(dialect), ...request(bound.most + 1))
			expect(beyond.error).toEqual({ code: bound.refusal?.code, message: text })
		}
	},
	60_000,
)

it.each(['geth', 'ethermint'] as const)('an array of requests is answered at its bound only (%s)', async (dialect) => {
	const bound = dialect === 'geth' ? bounds.batchItems : bounds.ethermintBatchItems
	const ask = async (count: number): Promise<readonly EthReply[]> => {
		const items = list(count, (id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] }))
		return (await (await postEth(urlOf(dialect), JSON.stringify(items))).json()) as readonly EthReply[]
	}
	expect(await ask(bound.most)).toHaveLength(bound.most)
	expect(await ask(bound.most + 1)).toEqual([
		{ jsonrpc: '2.0', id: 0, error: { code: -32600, message: 'batch too large' } },
	])
})

it('calls with the most state overrides let short questions in meanwhile', async () => {
	const url = urlOf('geth')
	const state = {
		...map(bounds.overrideAccounts.most - 1, address, { balance: '0x1', nonce: '0x1' }),
		[alice]: { stateDiff: map(bounds.overrideSlots.most, word, word(1)) },
	}
	const body = ['eth_call', [{ to: alice }, 'latest', state]] as const
	let running = true
	const calls = Promise.all(list(4, () => askEth(url, ...body))).finally(() => {
		running = false
	})
	const waits: number[] = []
	while (running) {
		const from = performance.now()
		expect((await askEth(url, 'eth_chainId')).result).toBe('0x8ae')
		waits.push(performance.now() - from)
	}
	expect((await calls).map(({ result }) => result)).toEqual(list(4, () => '0x'))
	expect(waits.length).toBeGreaterThan(4)
	process.stdout.write(
		`longest wait beside calls with the most overrides: ${Math.max(...waits).toFixed(0)} ms of ${waits.length}\n`,
	)
})
