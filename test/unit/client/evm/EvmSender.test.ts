import {
	encodeErrorResult,
	encodeEventTopics,
	encodeFunctionData,
	type Hex,
	keccak256,
	parseAbi,
	parseTransaction,
	recoverTransactionAddress,
	toHex,
} from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { AbiBook } from '../../../../src/client/evm/AbiBook.ts'
import { connectEvm } from '../../../../src/client/evm/connectEvm.ts'
import type { EvmProgress, EvmSend } from '../../../../src/client/evm/EvmClient.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { evmDenomOf } from '../../../../src/codec/coins/evmAmount.ts'
import type { Keyring } from '../../../../src/keyring/Keyring.ts'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'
import { type Answers, providerOf } from '../places/provider.ts'

const words = 'test test test test test test test test test test test junk'
const dev = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const jar = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const made = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const denom = evmDenomOf(defaultChainSettings.denom)
const abi = parseAbi([
	'constructor(uint256 size)',
	'function put(uint256 amount)',
	'event Put(address indexed by)',
	'error Full(uint256 have)',
])
const put = encodeFunctionData({ abi, functionName: 'put', args: [7n] })
const full = encodeErrorResult({ abi, errorName: 'Full', args: [3n] })
const word = (value: bigint): Hex => toHex(value, { size: 32 })

let keyring: Keyring
beforeAll(async () => {
	keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
	await keyring.importMnemonic('dev', words, { algo: 'eth_secp256k1' })
	await keyring.create('own')
})

const receipt = {
	status: '0x1',
	blockNumber: '0x9',
	blockHash: word(9n),
	transactionIndex: '0x0',
	type: '0x2',
	from: dev,
	to: jar,
	contractAddress: null,
	gasUsed: '0x5000',
	cumulativeGasUsed: '0x5000',
	effectiveGasPrice: '0x8',
	logsBloom: '0x',
	logs: [] as unknown[],
}
const node: Answers = {
	eth_chainId: '0x8ae',
	eth_getTransactionCount: '0x3',
	eth_estimateGas: '0x5208',
	eth_getBlockByNumber: { number: '0x8', baseFeePerGas: '0x64', transactions: [] },
	eth_maxPriorityFeePerGas: '0x5',
	eth_gasPrice: '0x6e',
	eth_sendRawTransaction: ([raw]: readonly [Hex]) => keccak256(raw),
	eth_sendTransaction: word(0xabn),
	eth_getTransactionReceipt: ([hash]: readonly [Hex]) => ({ ...receipt, transactionHash: hash }),
}

/** A sender to a node of these answers, what it asked, and the transactions that it signed. */
async function senderOf(answers: Answers = {}, chainHash = '') {
	const { url, asked } = await providerOf({ ...node, ...answers })
	const abis = new AbiBook(undefined)
	abis.add('Jar', abi, jar)
	const evm = connectEvm({
		...{ url, abis, keyring, settings: defaultChainSettings },
		chainHashOf: async () => chainHash,
		ethHashOf: async () => '',
	})
	const paramsOf = (method: string): unknown[][] =>
		asked.flatMap(({ text }) => (text.startsWith(`${method} `) ? [JSON.parse(text.slice(method.length + 1))] : []))
	const raws = () => paramsOf('eth_sendRawTransaction').map(([raw]) => raw as `0x02${string}`)
	return { evm, paramsOf, raws }
}
async function stepsOf(progress: AsyncIterable<EvmProgress>): Promise<readonly EvmProgress[]> {
	const steps: EvmProgress[] = []
	for await (const step of progress) steps.push(step)
	return steps
}

describe('a transaction of an Ethereum key', () => {
	test('a transaction is signed with what the node tells, and told with its receipt', async () => {
		const log = { address: jar, topics: encodeEventTopics({ abi, eventName: 'Put', args: { by: dev } }), data: '0x' }
		const place = { blockNumber: '0x9', transactionHash: word(1n), logIndex: '0x2', removed: false }
		const { evm, raws } = await senderOf({
			eth_getTransactionReceipt: { ...receipt, transactionHash: word(1n), logs: [{ ...log, ...place }] },
		})
		const steps = await stepsOf(evm.send('dev', { to: 'Jar', fn: 'put', args: ['7'], value: 5n }))
		const [raw] = raws()
		const tx = parseTransaction(raw!)
		expect(tx).toMatchObject({ type: 'eip1559', chainId: 2222, nonce: 3, to: jar.toLowerCase(), data: put, value: 5n })
		expect(await recoverTransactionAddress({ serializedTransaction: raw! })).toBe(dev)
		const hash = keccak256(raw!)
		const fee = `${21_000n * tx.maxFeePerGas!}${denom}`
		const gasUsed = 0x5000n
		expect(steps).toEqual([
			{ state: 'signing' },
			{ state: 'in-mempool', hash, fee, gasWanted: 21_000n },
			{
				...{ state: 'committed', hash, height: 9, fee: `${gasUsed * 8n}${denom}`, gasWanted: 21_000n, gasUsed },
				receipt: {
					...{ hash, height: 9, gasUsed },
					logs: [
						{
							...{ address: jar, topics: log.topics, data: '0x', height: 9, txHash: word(1n), index: 2 },
							decoded: expect.objectContaining({ name: 'Put', source: 'Jar' }),
						},
					],
				},
			},
		])
	})

	test('a transaction that the chain carries is told by the hash of the chain', async () => {
		const { evm } = await senderOf({}, 'ABCD')
		expect((await stepsOf(evm.send('dev', { to: jar }))).at(-1)).toMatchObject({ state: 'committed', hash: 'ABCD' })
	})

	test.each<readonly [string, Partial<EvmSend>, Hex | undefined, bigint]>([
		['coins alone', { value: 9n }, undefined, 9n],
		['bytes as they are', { data: '0x1234' }, '0x1234', 0n],
		['a function rather than bytes', { fn: 'put(uint256)', args: ['7'], data: '0x1234' }, put, 0n],
	])('a transaction carries %s', async (_name, wish, data, value) => {
		const { evm, raws } = await senderOf()
		expect((await stepsOf(evm.send('dev', { to: jar, ...wish }))).at(-1)).toMatchObject({ state: 'committed' })
		const tx = parseTransaction(raws()[0]!)
		expect([tx.data, tx.value ?? 0n]).toEqual([data, value])
	})

	test('a gas limit that is given is kept, and not estimated', async () => {
		const { evm, raws, paramsOf } = await senderOf()
		await stepsOf(evm.send('dev', { to: jar, gas: 90_000n }))
		expect(parseTransaction(raws()[0]!).gas).toBe(90_000n)
		expect(paramsOf('eth_estimateGas')).toEqual([])
	})

	test('a chain from before EIP-1559 is paid by one price of gas, with the chain in v', async () => {
		const { evm, raws } = await senderOf({ eth_getBlockByNumber: { number: '0x8', transactions: [] } })
		const even = 2222n * 2n + 35n
		for (const value of [1n, 2n, 3n, 4n, 5n, 6n]) {
			const steps = await stepsOf(evm.send('dev', { to: jar, value }))
			const tx = parseTransaction(raws().at(-1) as Hex)
			expect(await recoverTransactionAddress({ serializedTransaction: raws().at(-1)! })).toBe(dev)
			expect(tx.type).toBe('legacy')
			expect(steps[1]).toMatchObject({ fee: `${21_000n * (tx as { gasPrice: bigint }).gasPrice}${denom}` })
		}
		expect(new Set(raws().map((raw) => parseTransaction(raw as Hex).v! - even))).toEqual(new Set([0n, 1n]))
	})

	test('a transaction that is in no block yet is waited for', async () => {
		let looks = 0
		const { evm } = await senderOf({
			eth_getTransactionReceipt: () => (++looks === 1 ? null : { ...receipt, transactionHash: word(1n) }),
		})
		const steps = await stepsOf(evm.send('dev', { to: jar }))
		expect([steps.map(({ state }) => state), looks]).toEqual([['signing', 'in-mempool', 'committed'], 2])
	})

	test('a contract is made with its arguments behind its code, and told with its address', async () => {
		const { evm, raws } = await senderOf({
			eth_getTransactionReceipt: {
				...receipt,
				transactionHash: word(1n),
				to: null,
				contractAddress: made.toLowerCase(),
			},
		})
		const artifact = { name: 'Jar', abi, bytecode: '0x6001' } as const
		const steps = await stepsOf(evm.deploy('dev', { artifact, args: ['5'], value: 4n }))
		expect(steps.at(-1)).toMatchObject({ state: 'committed', receipt: { contractAddress: made } })
		const { to, data, value } = parseTransaction(raws()[0]!)
		expect([to, data, value]).toEqual([undefined, `0x6001${word(5n).slice(2)}`, 4n])
		await stepsOf(evm.deploy('dev', { artifact, args: ['5'] }))
		expect(parseTransaction(raws()[1]!).value ?? 0n).toBe(0n)
	})

	test('an account that may act without a signature is sent for by the node', async () => {
		const { evm, paramsOf } = await senderOf()
		const acting = dev.toLowerCase()
		expect((await stepsOf(evm.send(acting, { to: jar, data: '0x12', value: 5n }))).at(-1)).toMatchObject({
			state: 'committed',
			hash: word(0xabn),
		})
		const artifact = { name: 'Jar', abi: [], bytecode: '0x6001' } as const
		await stepsOf(evm.deploy(acting, { artifact, args: [] }))
		expect(paramsOf('eth_sendTransaction')).toEqual([
			[{ from: acting, data: '0x12', value: '0x5', gas: '0x5208', to: jar }],
			[{ from: acting, data: '0x6001', value: '0x0', gas: '0x5208' }],
		])
	})
})

describe('a transaction that fails', () => {
	test.each<readonly [string, string, EvmSend, object]>([
		['a key that is not there', 'nobody', { to: jar }, { problem: 'There is no key named nobody.' }],
		[
			'a key of another kind',
			'own',
			{ to: jar },
			{
				problem: 'own is no Ethereum key. The EVM finds the sender from the signature, and would find another account.',
			},
		],
		['an argument that is none', 'dev', { to: jar, fn: 'put', args: ['x'] }, { state: 'failed' }],
	])('a transaction of %s is not sent', async (_name, key, wish, failure) => {
		const { evm, raws } = await senderOf()
		expect(await stepsOf(evm.send(key, wish))).toMatchObject([{ state: 'signing' }, { state: 'failed', ...failure }])
		expect(raws()).toEqual([])
	})

	test('a contract without code is not made', async () => {
		const { evm, raws } = await senderOf()
		const artifact = { name: 'IJar', abi, bytecode: '0x' } as const
		expect((await stepsOf(evm.deploy('dev', { artifact, args: ['5'] }))).at(-1)).toMatchObject({
			state: 'failed',
			problem: 'IJar has no code to deploy. It is an interface, abstract, or only its ABI was given.',
			next: 'Give the compiled contract.',
		})
		expect(raws()).toEqual([])
	})

	const refused = 'The contract refused the transaction, which is in a block all the same.'
	test.each<readonly [string, unknown, string]>([
		['the words of the contract', { output: full, error: 'execution reverted' }, `${refused} Full(have: 3)`],
		['the reason of the trace', { output: '0x01', revertReason: 'not today', error: 'x' }, `${refused} not today`],
		['the error of the trace', { error: 'out of gas' }, `${refused} out of gas`],
		['no reason', {}, refused],
		['no trace', undefined, refused],
	])('a transaction that a contract refuses in a block is told with %s', async (_name, frame, problem) => {
		const { evm, raws, paramsOf } = await senderOf({
			debug_traceTransaction: frame,
			eth_getTransactionReceipt: { ...receipt, status: '0x0', transactionHash: word(1n) },
		})
		const steps = await stepsOf(evm.send('dev', { to: jar, fn: 'put', args: ['7'] }))
		const hash = keccak256(raws()[0]!)
		expect(steps.at(-1)).toMatchObject({
			...{ state: 'failed', problem, hash },
			next: 'Its gas is paid. Look at its trace.',
		})
		expect(paramsOf('debug_traceTransaction')).toEqual([[hash, { tracer: 'callTracer' }]])
	})

	test('a node that does not tell of the receipt is told with the hash of the transaction', async () => {
		const { evm, raws } = await senderOf({ eth_getTransactionReceipt: new Error('database is closed') })
		expect((await stepsOf(evm.send('dev', { to: jar }))).at(-1)).toMatchObject({
			state: 'failed',
			problem: expect.stringContaining('database is closed'),
			hash: keccak256(raws()[0]!),
		})
	})
})
