import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FetchRequest, JsonRpcProvider } from 'ethers'
import { createPublicClient, http, keccak256, type PublicClient, toHex as viemHex, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressFromText } from '../../../src/codec/address/address.ts'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { plainMethods } from '../../../src/endpoints/methods/index.ts'
import { toHex } from '../../../src/util/bytes.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

const account = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
const address = `0x${toHex(addressFromText(account, 'chain'))}` as const
const nobody = `0x${'11'.repeat(20)}` as const
/** The faucet sends this many micro-units at a time. */
const sent = 1_000_000_000n * 10n ** 12n

let home: string
let node: TestNode
let viem: PublicClient
let ethers: JsonRpcProvider
/** A raw call: its reply as it came. */
let ask: (method: string, params?: readonly unknown[]) => Promise<{ result?: unknown; error?: { code: number } }>
/** Methods that were called with an answer. */
const answered = new Set<string>()

beforeAll(async () => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-methods-'))
	node = await startNode({ on: ['rpc', 'endpoints'], flags: { home, pruning: 'nothing' } })
	for (let i = 0; i < 3; i++) await node.call('admin_faucet', { address: account })
	const client = createEndpointsClient(node.addresses.endpoints ?? '', undefined)
	await client.signUp('team@example.com', 'correct horse battery')
	const project = await client.createProject({ name: 'methods' })
	const { application, key } = await client.createApplication(project.id, { name: 'all', network: 'archival' })
	const headers = { 'x-api-key': key.key, 'content-type': 'application/json' }
	ask = async (method, params = []) => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
		const reply = await (await fetch(application.url, { method: 'POST', headers, body })).json()
		return reply as { result?: unknown; error?: { code: number } }
	}
	viem = createPublicClient({
		transport: http(application.url, {
			retryCount: 0,
			fetchOptions: { headers: { 'x-api-key': key.key } },
			onFetchRequest: async (_request, init) => {
				for (const { method } of [JSON.parse(String(init.body))].flat()) answered.add(method)
			},
		}),
	})
	const request = new FetchRequest(application.url)
	request.setHeader('x-api-key', key.key)
	ethers = new JsonRpcProvider(request, undefined, { polling: false, batchMaxCount: 1 })
}, 60_000)

afterAll(async () => {
	ethers?.destroy()
	await node?.close()
	rmSync(home, { recursive: true, force: true })
})

describe('the methods of an endpoint, through viem and ethers', () => {
	it('tell of the chain and the node', async () => {
		const id = await viem.getChainId()
		expect(id).toBeGreaterThan(0)
		expect((await ethers.getNetwork()).chainId).toBe(BigInt(id))
		expect(await viem.request({ method: 'net_version' } as never)).toBe(String(id))
		expect(await viem.request({ method: 'web3_clientVersion' } as never)).toMatch(/^chain-tui\//)
		expect(await viem.request({ method: 'net_listening' } as never)).toBe(true)
		expect(await viem.request({ method: 'net_peerCount' } as never)).toBe('0x0')
		expect(await viem.request({ method: 'eth_syncing' } as never)).toBe(false)
		expect(await viem.request({ method: 'eth_accounts' } as never)).toEqual([])
		const text = viemHex('keccak of this')
		expect(await viem.request({ method: 'web3_sha3', params: [text] } as never)).toBe(keccak256(text))
	})

	it('read accounts at every height, as the chain itself has them', async () => {
		const head = await viem.getBlockNumber()
		expect(head).toBe(BigInt(node.engine.height))
		const balances: bigint[] = []
		for (let height = 1n; height <= head; height++) {
			balances.push(await viem.getBalance({ address, blockNumber: height }))
			expect(await ethers.getBalance(address, Number(height))).toBe(balances.at(-1))
		}
		expect(balances[0]).toBe(0n)
		expect(new Set(balances)).toEqual(new Set([0n, sent, 2n * sent, 3n * sent]))
		expect([...balances].sort((a, b) => (a < b ? -1 : 1))).toEqual(balances)
		expect(await viem.getBalance({ address })).toBe(3n * sent)
		expect(await viem.getBalance({ address: nobody })).toBe(0n)
		expect(await viem.getTransactionCount({ address })).toBe(0)
		expect(await viem.getTransactionCount({ address: nobody, blockTag: 'earliest' })).toBe(0)
		expect(await viem.getCode({ address })).toBeUndefined()
		expect(await ethers.getCode(address)).toBe('0x')
		expect(await viem.getStorageAt({ address, slot: '0x0' })).toBe(zeroHash)
		expect(await ethers.getStorage(address, 7)).toBe(zeroHash)
	})

	it('read blocks by number and hash, as the chain itself has them', async () => {
		const head = Number(await viem.getBlockNumber())
		for (let height = 1; height <= head; height++) {
			const reply: unknown = await (await fetch(`${node.addresses.rpc}/block?height=${height}`)).json()
			const { block_id, block } = (
				reply as { result: { block_id: { hash: string }; block: { header: { time: string; app_hash: string } } } }
			).result
			const hash = `0x${block_id.hash.toLowerCase()}` as const
			const read = await viem.getBlock({ blockNumber: BigInt(height), includeTransactions: true })
			expect(read).toMatchObject({
				hash,
				number: BigInt(height),
				timestamp: BigInt(Math.floor(Date.parse(block.header.time) / 1_000)),
				transactions: [],
				uncles: [],
			})
			expect(read.stateRoot).toBe(`0x${block.header.app_hash.toLowerCase().padStart(64, '0')}`)
			expect(await viem.getBlock({ blockHash: hash })).toMatchObject({ hash, number: BigInt(height) })
			expect((await ethers.getBlock(hash))?.number).toBe(height)
			expect(await viem.getBlockTransactionCount({ blockNumber: BigInt(height) })).toBe(0)
			expect(await viem.getBlockTransactionCount({ blockHash: hash })).toBe(0)
			expect(await viem.getBalance({ address, blockHash: hash } as never)).toBe(
				await viem.getBalance({ address, blockNumber: BigInt(height) }),
			)
			if (height > 1) expect(read.parentHash).toBe((await viem.getBlock({ blockNumber: BigInt(height - 1) })).hash)
		}
		expect((await viem.getBlock({ blockTag: 'earliest' })).number).toBe(1n)
		for (const tag of ['latest', 'safe', 'finalized', 'pending'] as const) {
			expect(Number((await viem.getBlock({ blockTag: tag })).number)).toBe(head)
		}
		expect(await ethers.getBlock(head + 1_000)).toBeNull()
		expect(await ethers.getBlock(`0x${'ab'.repeat(32)}`)).toBeNull()
	})

	it('tell that there are no Ethereum transactions and logs', async () => {
		const hash = `0x${'cd'.repeat(32)}` as const
		expect(await ethers.getTransaction(hash)).toBeNull()
		expect(await ethers.getTransactionReceipt(hash)).toBeNull()
		await expect(viem.getTransaction({ hash })).rejects.toThrow(/could not be found/)
		await expect(viem.getTransactionReceipt({ hash })).rejects.toThrow(/could not be found/)
		expect(await viem.getLogs({ address, fromBlock: 1n, toBlock: 'latest' })).toEqual([])
		const { hash: block } = await viem.getBlock()
		expect(await viem.getLogs({ blockHash: block })).toEqual([])
		expect(await ethers.getLogs({ topics: [null, [zeroHash, hash]], fromBlock: 1 })).toEqual([])
	})

	it('tell fees and how full blocks were', async () => {
		expect(await viem.getGasPrice()).toBe(10_000_000_000n)
		expect((await ethers.getFeeData()).gasPrice).toBe(10_000_000_000n)
		const head = await viem.getBlockNumber()
		const history = await viem.getFeeHistory({ blockCount: Number(head), rewardPercentiles: [10, 90] })
		expect(history).toMatchObject({ oldestBlock: 1n, baseFeePerGas: Array(Number(head) + 1).fill(0n) })
		expect(history.reward).toEqual(Array(Number(head)).fill([0n, 0n]))
		// A block of the faucet used gas, and the ratio is that of the block itself.
		for (const [index, ratio] of history.gasUsedRatio.entries()) {
			const { gasUsed, gasLimit } = await viem.getBlock({ blockNumber: BigInt(index + 1) })
			expect(ratio).toBeCloseTo(Number(gasUsed) / Number(gasLimit), 12)
		}
		expect(Math.max(...history.gasUsedRatio)).toBeGreaterThan(0)
	})

	it('the methods of an endpoint were all called through viem and ethers', () => {
		expect(plainMethods.length).toBeGreaterThan(10)
		expect(plainMethods.map(({ name }) => name).filter((name) => !answered.has(name))).toEqual([])
	})
})

describe('arguments that fit no method', () => {
	const invalidParams = -32602
	const invalidInput = -32000
	const limit = -32005
	it.each<[method: string, params: readonly unknown[], code: number, message: string]>([
		['eth_getBalance', [], invalidParams, 'missing value for required argument 0'],
		['eth_getBalance', [address, 'latest', 1], invalidParams, 'too many arguments, want at most 2'],
		[
			'eth_getBalance',
			[7],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal non-string into Go value of type common.Address',
		],
		[
			'eth_getBalance',
			['11'.repeat(20)],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal hex string without 0x prefix into Go value of type common.Address',
		],
		[
			'eth_getBalance',
			['0x11'],
			invalidParams,
			'invalid argument 0: hex string has length 2, want 40 for common.Address',
		],
		[
			'eth_getBalance',
			[`0x${'zz'.repeat(20)}`],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal invalid hex string into Go value of type common.Address',
		],
		['eth_getBalance', [address, '1'], invalidParams, 'invalid argument 1: hex string without 0x prefix'],
		['eth_getBalance', [address, '0x'], invalidParams, 'invalid argument 1: hex string "0x"'],
		['eth_getBalance', [address, '0x01'], invalidParams, 'invalid argument 1: hex number with leading zero digits'],
		['eth_getBalance', [address, '0xg'], invalidParams, 'invalid argument 1: invalid hex string'],
		['eth_getBalance', [address, 5], invalidParams, 'invalid argument 1: hex string without 0x prefix'],
		[
			'eth_getBalance',
			[address, '0x8000000000000000'],
			invalidParams,
			'invalid argument 1: block number larger than int64',
		],
		['eth_getBalance', [address, '0xffff'], invalidInput, 'header not found'],
		['eth_getBalance', [address, '0x0'], invalidInput, 'header not found'],
		[
			'eth_getBalance',
			[address, { blockHash: zeroHash, blockNumber: '0x1' }],
			invalidParams,
			'invalid argument 1: cannot specify both BlockHash and BlockNumber, choose one or the other',
		],
		[
			'eth_getStorageAt',
			[address, '0'],
			invalidParams,
			'invalid argument 1: storage slot as hex string of at most 32 bytes expected',
		],
		[
			'eth_getBlockByNumber',
			['0x1', 'yes'],
			invalidParams,
			'invalid argument 1: json: cannot unmarshal string into Go value of type bool',
		],
		[
			'eth_getBlockByHash',
			['0x12', false],
			invalidParams,
			'invalid argument 0: hex string has length 2, want 64 for common.Hash',
		],
		[
			'eth_getTransactionByHash',
			[null],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal non-string into Go value of type common.Hash',
		],
		[
			'web3_sha3',
			[5],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal non-string into Go value of type hexutil.Bytes',
		],
		[
			'web3_sha3',
			['abc'],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal hex string without 0x prefix into Go value of type hexutil.Bytes',
		],
		[
			'web3_sha3',
			['0xabc'],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal hex string of odd length into Go value of type hexutil.Bytes',
		],
		[
			'web3_sha3',
			['0xzz'],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal invalid hex string into Go value of type hexutil.Bytes',
		],
		['eth_feeHistory', ['0x0', 'latest'], invalidParams, 'invalid argument 0: at least one block expected'],
		['eth_feeHistory', [101, 'latest'], limit, 'FeeHistory user block count 101 higher than 100'],
		[
			'eth_feeHistory',
			[1, 'latest', 'all'],
			invalidParams,
			'invalid argument 2: json: cannot unmarshal string into Go value of type []float64',
		],
		['eth_feeHistory', [1, 'latest', [50, 10]], invalidInput, 'invalid reward percentile: 10'],
		['eth_feeHistory', [1, 'latest', [101]], invalidInput, 'invalid reward percentile: 101'],
		[
			'eth_getLogs',
			['all'],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal string into Go value of type filters.input',
		],
		[
			'eth_getLogs',
			[{ address: '0x12' }],
			invalidParams,
			'invalid argument 0: invalid address: hex has invalid length 1 after decoding; expected 20 for address',
		],
		[
			'eth_getLogs',
			[{ topics: 'x' }],
			invalidParams,
			'invalid argument 0: json: cannot unmarshal string into Go struct field input.topics of type []interface {}',
		],
		[
			'eth_getLogs',
			[{ topics: ['0x12'] }],
			invalidParams,
			'invalid argument 0: hex has invalid length 1 after decoding; expected 32 for topic',
		],
		['eth_getLogs', [{ blockHash: zeroHash }], invalidInput, 'unknown block'],
		[
			'eth_getLogs',
			[{ blockHash: zeroHash, fromBlock: '0x1' }],
			invalidParams,
			'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
		],
	])('%s %j', async (method, params, code, message) => {
		expect(await ask(method, params)).toMatchObject({ error: { code, message } })
	})
})
