import { fromBinary } from '@bufbuild/protobuf'
import { JsonRpcProvider } from 'ethers'
import {
	type Address,
	encodeFunctionData,
	getAddress,
	type Hash,
	type Hex,
	hexToBytes,
	keccak256,
	numberToHex,
	parseGwei,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProofOpSchema } from '../../../src/gen/tendermint/crypto/proof_pb.js'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { account, askEth, type EthReply, evmTools } from './evmTools.ts'

const token = compile('Token')
const [alice, bob] = [account(0), account(1)]
const nobody = '0x00000000000000000000000000000000000000aa'
const transferTopic = keccak256(new TextEncoder().encode('Transfer(address,address,uint256)'))

let chain: Chain
let tools: ReturnType<typeof evmTools>
let contract: { readonly abi: typeof token.abi; readonly address: Address }
/** What moved a token, and the block it is in. */
let transfer: { readonly hash: Hash; readonly blockHash: Hash; readonly blockNumber: bigint; readonly gasUsed: bigint }

const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)
const refusal = async (method: string, ...params: readonly unknown[]): Promise<EthReply['error']> =>
	(await ask(method, ...params)).error

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
	const { reader, writer } = tools
	const deployed = await writer.deployContract({ ...token, args: [1_000n] })
	const { contractAddress } = await reader.waitForTransactionReceipt({ hash: deployed })
	contract = { abi: token.abi, address: contractAddress! }
	const hash = await writer.writeContract({
		...contract,
		functionName: 'transfer',
		args: [bob.address, 7n],
		maxPriorityFeePerGas: parseGwei('3'),
		maxFeePerGas: parseGwei('50'),
	})
	const { blockHash, blockNumber, gasUsed } = await reader.waitForTransactionReceipt({ hash })
	transfer = { hash, blockHash, blockNumber, gasUsed }
})

afterAll(async () => {
	await chain.stop()
})

describe('questions about the node', () => {
	test('numbers and names of the node are those of the chain', async () => {
		const { result: version } = await ask('web3_clientVersion')
		expect(version).toMatch(/^anvil-compatible\/chain-tui\/v\d+\.\d+\.\d+\/.+\/node\d+/)
		expect(await ask('web3_sha3', '0x68656c6c6f')).toMatchObject({ result: keccak256('0x68656c6c6f') })
		const answers = {
			net_version: '2222',
			net_listening: true,
			net_peerCount: '0x0',
			eth_chainId: '0x8ae',
			eth_syncing: false,
			eth_mining: false,
			eth_hashrate: '0x0',
			eth_blobBaseFee: '0x1',
			eth_pendingTransactions: [],
			miner_getHashrate: 0,
			miner_stop: null,
		}
		for (const [method, result] of Object.entries(answers)) expect(await ask(method), method).toMatchObject({ result })
		const { result: coinbase } = await ask('eth_coinbase')
		expect((await tools.reader.getBlock()).miner).toBe(coinbase)
		expect((await ask('miner_setGasLimit', '0x1')).result).toBe(false)
		expect(await refusal('miner_start')).toEqual({ code: -32000, message: 'unsupported rpc function: miner_start' })
		expect(await refusal('eth_subscribe', 'newHeads')).toEqual({
			code: -32601,
			message: 'notifications not supported',
		})
	})
})

describe('questions about prices', () => {
	test('a history tells the price of each block, how full it was, and the tips that were paid', async () => {
		const { reader } = tools
		const history = await reader.getFeeHistory({
			blockCount: 2,
			blockNumber: transfer.blockNumber,
			rewardPercentiles: [0, 50, 100],
		})
		const block = await reader.getBlock({ blockNumber: transfer.blockNumber })
		expect(history.oldestBlock).toBe(transfer.blockNumber - 1n)
		expect(history.baseFeePerGas).toHaveLength(3)
		expect(history.baseFeePerGas[1]).toBe(block.baseFeePerGas)
		expect(history.gasUsedRatio[1]).toBeCloseTo(Number(block.gasUsed) / Number(block.gasLimit), 12)
		expect(history.reward?.[1]).toEqual([parseGwei('3'), parseGwei('3'), parseGwei('3')])
	})

	test('the tips of a block are told by the share of its gas that pays as much or less', async () => {
		const { anvil, reader } = tools
		await anvil.setAutomine(false)
		const hashes = await Promise.all(
			[5, 1, 3].map((tip, from) => {
				const { writer } = evmTools(chain.ethUrl!, { from: account(4 + from) })
				const maxPriorityFeePerGas = parseGwei(String(tip))
				return writer.sendTransaction({
					to: numberToHex(0xab, { size: 20 }),
					maxPriorityFeePerGas,
					maxFeePerGas: parseGwei('50'),
				})
			}),
		)
		await anvil.mine({ blocks: 1 })
		await anvil.setAutomine(true)
		const { blockNumber } = await reader.getTransactionReceipt({ hash: hashes[0]! })
		const rewardPercentiles = [0, 33, 34, 66, 67, 100]
		const { reward } = await reader.getFeeHistory({ blockCount: 1, blockNumber, rewardPercentiles })
		expect(reward).toEqual([[1, 1, 3, 3, 5, 5].map((tip) => parseGwei(String(tip)))])
	})

	test('blocks are counted in any spelling, from any block there is, and a block without transactions pays no tip', async () => {
		await chain.mine()
		for (const count of ['0x1', '1', 1]) {
			const { result } = await ask('eth_feeHistory', count, 'latest', [10])
			expect(result.baseFeePerGas, String(count)).toHaveLength(2)
			expect(result.reward).toEqual([['0x0']])
		}
		const { result: all } = await ask('eth_feeHistory', '0x400', 'pending')
		expect(all.oldestBlock).toBe('0x1')
		expect(all.reward).toBeUndefined()
		expect((await ask('eth_feeHistory', 0, 'latest', [-1])).result).toEqual({ oldestBlock: '0x0', gasUsedRatio: null })
	})

	test.each([
		[['0x1', 'latest', [-1]], 'invalid reward percentile: -1.000000'],
		[['0x1', 'latest', [50, 100.5]], 'invalid reward percentile: 100.500000'],
		[['0x1', 'latest', [50, 50]], 'invalid reward percentile: #0:50.000000 >= #1:50.000000'],
		[['0x1', 'latest', Array(101).fill(0)], 'invalid reward percentile: over the query limit 100'],
		[['0x1', '0xffff'], /^request beyond head block: requested 65535, head \d+$/],
		[['many', 'latest'], 'invalid argument 0: invalid hex or decimal integer "many"'],
		[['0x1', 'latest', 5], 'invalid argument 2: json: cannot unmarshal number into Go value of type []float64'],
		[['0x1', 'latest', ['5']], 'invalid argument 2: json: cannot unmarshal string into Go value of type float64'],
	])('a history of %j is refused', async (params, message) => {
		const error = await refusal('eth_feeHistory', ...params)
		if (typeof message === 'string') expect(error?.message).toBe(message)
		else expect(error?.message).toMatch(message)
	})

	test('what wallets offer is at least the price of the next block, which is less than that of the newest while prices fall', async () => {
		const { reader, writer } = tools
		const { result: next } = await ask('eth_baseFee')
		const tip = await reader.estimateMaxPriorityFeePerGas()
		const { baseFeePerGas: now } = await reader.getBlock()
		expect(now).toBeGreaterThan(BigInt(next))
		const gasPrice = await reader.getGasPrice()
		expect(gasPrice).toBe(BigInt(next) + tip)
		const hash = await writer.sendTransaction({ to: bob.address, value: 1n, gas: 21_000n, gasPrice })
		expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
		const provider = new JsonRpcProvider(chain.ethUrl, 2222, { staticNetwork: true })
		const fees = await provider.getFeeData()
		expect(fees.maxFeePerGas).toBeGreaterThan(BigInt(next))
		provider.destroy()
	})
})

describe('calls that are not sent', () => {
	const call = () => ({
		to: contract.address,
		data: encodeFunctionData({ ...contract, functionName: 'transfer', args: [bob.address, 1n] }),
	})

	test('an access list names the slots that a call touches, and makes it no dearer than told', async () => {
		const { reader, writer } = tools
		const { accessList, gasUsed } = await reader.createAccessList({ account: alice, ...call() })
		expect(accessList).toHaveLength(1)
		expect(accessList[0]).toMatchObject({ address: contract.address })
		expect(accessList[0]!.storageKeys).toHaveLength(2)
		const hash = await writer.sendTransaction({ ...call(), accessList, gas: gasUsed })
		const receipt = await reader.waitForTransactionReceipt({ hash })
		expect(receipt.status).toBe('success')
		const sent = await reader.getTransaction({ hash })
		expect(sent.accessList).toEqual(accessList)
	})

	test('an access list names other contracts, not sender, receiver and precompiles, and tells a failure', async () => {
		// BALANCE of nobody, of the caller and of precompile 2, each dropped.
		const code = `0x73${nobody.slice(2)}315033315060023150`
		const { result } = await ask('eth_createAccessList', { from: alice.address, to: contract.address }, 'latest')
		expect(result.error).toBe('execution reverted')
		const at = '0x00000000000000000000000000000000000000bb'
		const seen = await ask('eth_createAccessList', { from: alice.address, to: at }, 'latest', {
			[at]: { code },
		})
		expect(seen.result).toMatchObject({ accessList: [{ address: nobody, storageKeys: [] }] })
		expect(seen.result.error).toBeUndefined()
	})

	test('a given access list is kept in the one that is found', async () => {
		const slot = numberToHex(5, { size: 32 })
		const given = [{ address: nobody, storageKeys: [slot] }, { address: bob.address }]
		const { result } = await ask('eth_createAccessList', { from: alice.address, to: nobody, accessList: given })
		expect(result.accessList).toEqual([
			{ address: nobody, storageKeys: [slot] },
			{ address: bob.address.toLowerCase(), storageKeys: [] },
		])
	})

	test('a call sees slots, nonces and blocks as it is told', async () => {
		const { reader } = tools
		// PUSH1 0 SLOAD PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN
		const readSlot = '0x60005460005260206000f3'
		const slot = numberToHex(0, { size: 32 })
		const value = numberToHex(9, { size: 32 })
		const state = { address: nobody, code: readSlot } as const
		expect((await reader.call({ to: nobody, stateOverride: [state] })).data).toBe(numberToHex(0, { size: 32 }))
		const changed = await reader.call({ to: nobody, stateOverride: [{ ...state, stateDiff: [{ slot, value }] }] })
		expect(changed.data).toBe(value)
		// All other slots of the contract are empty: so is the supply, which stands in slot 1.
		const supply = { ...contract, functionName: 'totalSupply' } as const
		expect(await reader.readContract(supply)).toBe(1_000n)
		const alone = await reader.readContract({
			...supply,
			stateOverride: [{ address: contract.address, state: [{ slot, value }] }],
		})
		expect(alone).toBe(0n)
		// NUMBER, TIMESTAMP, COINBASE, BASEFEE, GASLIMIT, PREVRANDAO, each as 32 bytes.
		const tellBlock = `0x${['43', '42', '41', '48', '45', '44'].map((op, at) => `${op}60${(at * 32).toString(16).padStart(2, '0')}52`).join('')}60c06000f3`
		const { result } = await ask(
			'eth_call',
			{ from: alice.address, to: nobody, gas: '0x10000', gasPrice: '0x11' },
			'latest',
			{ [nobody]: { code: tellBlock, nonce: '0x5', balance: null } },
			{
				number: '0x1234',
				time: '0x7fffffff',
				feeRecipient: bob.address,
				baseFeePerGas: '0x11',
				gasLimit: '0x5b8d80',
				prevRandao: numberToHex(77, { size: 32 }),
			},
		)
		const seen = result.slice(2).match(/.{64}/g)
		expect(seen[1]).toMatch(/^0*7fffffff$/)
		expect(seen.map((word: string) => BigInt(`0x${word}`))).toEqual([
			0x1234n,
			0x7fffffffn,
			BigInt(bob.address),
			0x11n,
			6_000_000n,
			77n,
		])
	})

	test.each([
		[
			[{ to: nobody }, 'latest', 5],
			'invalid argument 2: json: cannot unmarshal number into Go value of type override.StateOverride',
		],
		[
			[{ to: nobody }, 'latest', { [nobody]: 5 }],
			'invalid argument 2: json: cannot unmarshal number into Go value of type override.OverrideAccount',
		],
		[
			[{ to: nobody }, 'latest', { [nobody]: { state: {}, stateDiff: {} } }],
			`account ${getAddress(nobody)} has both 'state' and 'stateDiff'`,
		],
		[
			[{ to: nobody }, 'latest', { [nobody]: { state: { '0x1': '0x2' } } }],
			'slot 0x1 of an override is not 32 bytes of hex',
		],
		[
			[{ to: nobody }, 'latest', { [nobody]: { stateDiff: 1 } }],
			'invalid argument 2: json: cannot unmarshal number into Go value of type map[common.Hash]common.Hash',
		],
		[
			[{ to: nobody }, 'latest', {}, []],
			'invalid argument 3: json: cannot unmarshal array into Go value of type override.BlockOverrides',
		],
		[[5], 'invalid argument 0: json: cannot unmarshal number into Go value of type types.TransactionArgs'],
		[[{ to: '0x12' }], /hex string has length 2, want 40 for common.Address/],
		[[{ to: nobody, accessList: 1 }], /cannot unmarshal number into Go .*types.AccessList/],
		[[{ to: nobody, accessList: [1] }], /cannot unmarshal number into Go .*types.AccessTuple/],
		[[{ to: nobody, data: '0x01', input: '0x02' }], /both "data" and "input" are set and not equal/],
		[
			[{ to: nobody, gasPrice: '0x1', maxFeePerGas: '0x1' }],
			'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
		],
	])('a call of %j is refused', async (params, message) => {
		const error = await refusal('eth_call', ...params)
		if (typeof message === 'string') expect(error?.message).toBe(message)
		else expect(error?.message).toMatch(message)
	})

	test('an estimate is bounded by what the sender owns, and says when that is too little', async () => {
		const { reader } = tools
		const rich = await reader.estimateGas({ account: alice, ...call() })
		expect(rich).toBeGreaterThanOrEqual(transfer.gasUsed - 20_000n)
		expect(await reader.estimateGas({ account: alice, to: bob.address, value: 1n })).toBe(21_000n)
		expect(await refusal('eth_estimateGas', { from: nobody, to: bob.address, value: '0x1', gasPrice: '0x1' })).toEqual({
			code: -32003,
			message: 'Insufficient funds for gas * price + value',
		})
		expect(await refusal('eth_estimateGas', { from: alice.address, ...call(), gas: '0x5300' })).toMatchObject({
			message: 'gas required exceeds allowance (21248)',
		})
		// JUMPDEST PUSH1 0 JUMP
		expect(await refusal('eth_estimateGas', { data: '0x5b600056', gas: '0x186a0' })).toMatchObject({
			message: 'gas required exceeds allowance (100000)',
		})
		expect(await refusal('eth_estimateGas', { to: contract.address, data: '0x12345678' })).toMatchObject({
			code: 3,
			message: 'execution reverted',
		})
		expect((await refusal('eth_estimateGas', { data: '0xfe' }))?.message).toMatch(/^invalid opcode/)
	})
})

describe('questions about blocks', () => {
	test('a block is found by number, tag and hash, whole or as a header', async () => {
		const { reader } = tools
		const { blockHash, blockNumber, hash } = transfer
		const block = await reader.getBlock({ blockHash, includeTransactions: true })
		expect(block.transactions.map((tx) => tx.hash)).toEqual([hash])
		expect(await reader.getBlock({ blockNumber, includeTransactions: true })).toEqual(block)
		const { result: header } = await ask('eth_getHeaderByHash', blockHash)
		expect(header).toMatchObject({ hash: blockHash, number: numberToHex(blockNumber) })
		expect(header.transactions).toBeUndefined()
		expect((await ask('eth_getHeaderByNumber', numberToHex(blockNumber))).result).toEqual(header)
		for (const tag of ['latest', 'safe', 'finalized']) {
			expect((await reader.getBlock({ blockTag: tag as 'latest' })).number, tag).toBe(await reader.getBlockNumber())
		}
		const newest = await reader.getBlockNumber()
		expect((await reader.getBlock({ blockTag: 'pending' })).number).toBe(newest + 1n)
		expect((await reader.getBlock({ blockTag: 'earliest' })).number).toBe(1n)
	})

	test('transactions are found by their place, counted and have receipts', async () => {
		const { reader } = tools
		const { blockHash, blockNumber, hash } = transfer
		expect(await reader.getBlockTransactionCount({ blockHash })).toBe(1)
		expect(await reader.getBlockTransactionCount({ blockNumber })).toBe(1)
		expect((await reader.getTransaction({ blockHash, index: 0 })).hash).toBe(hash)
		expect((await reader.getTransaction({ blockNumber, index: 0 })).hash).toBe(hash)
		expect((await ask('eth_getTransactionByBlockHashAndIndex', blockHash, '0x1')).result).toBeNull()
		const { result: receipts } = await ask('eth_getBlockReceipts', blockHash)
		expect(receipts).toHaveLength(1)
		expect((await ask('eth_getBlockReceipts', { blockNumber: numberToHex(blockNumber) })).result).toEqual(receipts)
		const { result: logs } = await ask('eth_getTransactionLogs', hash)
		expect(logs).toEqual(receipts[0].logs)
		for (const method of ['eth_getUncleByBlockNumberAndIndex', 'eth_getUncleByBlockHashAndIndex']) {
			const place = method.includes('Number') ? numberToHex(blockNumber) : blockHash
			expect((await ask(method, place, '0x0')).result).toBeNull()
		}
		expect((await ask('eth_getUncleCountByBlockNumber', 'latest')).result).toBe('0x0')
		expect((await ask('eth_getUncleCountByBlockHash', blockHash)).result).toBe('0x0')
	})

	test('what is not there is null', async () => {
		const unknown = `0x${'12'.repeat(32)}`
		for (const [method, ...params] of [
			['eth_getBlockByNumber', '0xffffff', false],
			['eth_getBlockByHash', unknown, true],
			['eth_getHeaderByNumber', '0xffffff'],
			['eth_getHeaderByHash', unknown],
			['eth_getBlockTransactionCountByNumber', '0xffffff'],
			['eth_getBlockTransactionCountByHash', unknown],
			['eth_getUncleCountByBlockNumber', '0xffffff'],
			['eth_getUncleCountByBlockHash', unknown],
			['eth_getTransactionByBlockNumberAndIndex', '0xffffff', '0x0'],
			['eth_getBlockReceipts', '0xffffff'],
			['eth_getBlockReceipts', unknown],
			['eth_getTransactionByHash', unknown],
			['eth_getTransactionReceipt', unknown],
			['eth_getTransactionLogs', unknown],
		] as const) {
			expect(await ask(method, ...params), method).toEqual({ jsonrpc: '2.0', id: 1, result: null })
		}
	})

	test.each([
		[
			'eth_getBalance',
			[nobody, { blockNumber: '0x1', blockHash: `0x${'00'.repeat(32)}` }],
			/cannot specify both BlockHash and BlockNumber/,
		],
		['eth_getBalance', [nobody, {}], /neither block nor hash specified/],
		['eth_getBalance', [nobody, { blockHash: '0x12' }], /hex string has length 2, want 64 for common.Hash/],
		['eth_getBalance', [nobody, `0x${'12'.repeat(32)}`], /not found/],
		['eth_getBalance', [nobody, '0xffffff'], /^header not found$/],
		['eth_getBalance', [nobody, '0x8000000000000000'], /block number larger than int64/],
		['eth_getBalance', [nobody, 'newest'], /hex string without 0x prefix/],
		['eth_getBalance', [nobody, '0x01'], /leading zero digits/],
		['eth_getBalance', [nobody, '0x'], /hex string "0x"/],
		['eth_getBalance', [nobody, ''], /empty hex string/],
		['eth_getBalance', [nobody, '0xzz'], /invalid hex string/],
		['eth_getBalance', [nobody, '0x11111111111111111'], /hex number > 64 bits/],
		['eth_getBalance', [5, 'latest'], /non-string/],
		['eth_getBalance', ['0x123', 'latest'], /hex string of odd length/],
		['eth_getBalance', ['0xzz', 'latest'], /invalid hex string/],
		['eth_getBalance', [], /^missing value for required argument 0$/],
		['eth_getBalance', [nobody, 'latest', 1], /^too many arguments, want at most 2$/],
		['eth_getStorageAt', [nobody, '0xzz', 'latest'], /^invalid hex in storage key: "0xzz"$/],
		[
			'eth_getStorageAt',
			[nobody, `0x${'00'.repeat(33)}`, 'latest'],
			/^storage key too long \(want at most 32 bytes\): /,
		],
		['eth_getBlockByNumber', ['latest', 'yes'], /cannot unmarshal string into Go value of type bool/],
		['eth_getProof', [nobody, [], '0x2'], /proof queries at height <= 2 are not supported/],
		['eth_getProof', [nobody, 5, 'latest'], /cannot unmarshal number into Go value of type \[\]string/],
	])('%s %j is refused', async (method, params, message) => {
		expect((await refusal(method, ...params))?.message).toMatch(message)
	})

	test('state is told as it was at a block, by number, hash and the objects of EIP-1898', async () => {
		const { reader } = tools
		const { blockHash, blockNumber } = transfer
		const before = await reader.getTransactionCount({ address: alice.address, blockNumber: blockNumber - 1n })
		for (const ref of [blockHash, { blockHash, requireCanonical: true }, { blockNumber: numberToHex(blockNumber) }]) {
			expect((await ask('eth_getTransactionCount', alice.address, ref)).result).toBe(numberToHex(before + 1))
		}
		const { result: supply } = await ask('eth_getStorageAt', contract.address, '0x1', 'latest')
		expect(BigInt(supply)).toBe(1_000n)
		expect((await ask('eth_getStorageAt', contract.address, '1')).result).toBe(supply)
	})

	test('an account and a slot are proved by the trees of the framework', async () => {
		await chain.mine(2)
		const { result } = await ask('eth_getProof', contract.address, [numberToHex(1, { size: 32 })], 'latest')
		expect(result).toMatchObject({ address: contract.address, nonce: '0x1', storageHash: `0x${'00'.repeat(32)}` })
		expect(BigInt(result.storageProof[0].value)).toBe(1_000n)
		// Typed clients read each part as bytes, so a step of a proof is its protobuf message in hex.
		for (const proof of [result.accountProof, result.storageProof[0].proof]) {
			const steps = proof.map((step: Hex) => fromBinary(ProofOpSchema, hexToBytes(step)))
			expect(steps.map(({ type }: { type: string }) => type)).toEqual(['ics23:iavl', 'ics23:simple'])
		}
	})
})

describe('questions about logs', () => {
	const found = async (filter: object): Promise<number> => (await ask('eth_getLogs', filter)).result.length

	test('logs are found by contract, topic and alternatives of both', async () => {
		const { blockHash, blockNumber } = transfer
		const range = { fromBlock: numberToHex(blockNumber), toBlock: numberToHex(blockNumber) }
		const toBob = `0x${bob.address.slice(2).toLowerCase().padStart(64, '0')}`
		expect(await found({ blockHash })).toBe(1)
		expect(await found({ ...range, address: contract.address })).toBe(1)
		expect(await found({ ...range, address: [nobody, contract.address] })).toBe(1)
		expect(await found({ ...range, address: nobody })).toBe(0)
		expect(await found({ ...range, topics: [transferTopic, null, toBob] })).toBe(1)
		expect(await found({ ...range, topics: [[toBob, transferTopic]] })).toBe(1)
		expect(await found({ ...range, topics: [[toBob, null]] })).toBe(1)
		expect(await found({ ...range, topics: [toBob] })).toBe(0)
		expect(await found({ ...range, topics: [null, null, null, null] })).toBe(0)
	})

	test('a filter finds all logs of its range and tells of new ones alone', async () => {
		const { reader, writer } = tools
		const filter = await reader.createContractEventFilter({ ...contract, fromBlock: 'earliest' })
		const all = await reader.getFilterLogs({ filter })
		expect(all.length).toBeGreaterThan(1)
		const hash = await writer.writeContract({ ...contract, functionName: 'transfer', args: [bob.address, 2n] })
		await expect
			.poll(async () => (await reader.getFilterChanges({ filter })).map(({ transactionHash }) => transactionHash))
			.toEqual([hash])
		expect(await reader.getFilterLogs({ filter })).toHaveLength(all.length + 1)
		const blocks = await reader.createBlockFilter()
		expect((await refusal('eth_getFilterLogs', blocks.id))?.message).toBe('filter not found')
		expect((await ask('eth_uninstallFilter', filter.id)).result).toBe(true)
		expect((await ask('eth_uninstallFilter', filter.id)).result).toBe(false)
		expect((await refusal('eth_getFilterChanges', filter.id))?.message).toBe('filter not found')
	})

	test.each([
		[{ blockHash: `0x${'12'.repeat(32)}` }, `unknown block 0x${'12'.repeat(32)}`],
		[{ blockHash: `0x${'12'.repeat(32)}`, fromBlock: '0x1' }, /cannot specify both BlockHash and FromBlock\/ToBlock/],
		[{ fromBlock: '0x2', toBlock: '0x1' }, 'invalid block range params'],
		[
			{ fromBlock: '0xffff', toBlock: '0xfffff' },
			/^BlockOutOfRangeError: block height is \d+ but requested was 65535$/,
		],
		[{ address: 5 }, /invalid addresses in query/],
		[{ address: [5] }, /non-string address at index 0/],
		[{ address: '0x12' }, /invalid address: hex has invalid length 1 after decoding; expected 20 for address/],
		[{ address: [nobody, '0x1'] }, /invalid address at index 1: hex string of odd length/],
		[{ topics: 'x' }, /cannot unmarshal string into Go struct field input.topics of type \[\]interface {}/],
		[{ topics: [5] }, /invalid topic\(s\)/],
		[{ topics: [[5]] }, /invalid topic\(s\)/],
		[{ topics: ['0x12'] }, /hex has invalid length 1 after decoding; expected 32 for topic/],
		[{ topics: [null, null, null, null, null] }, /exceed max topics/],
		[{ topics: [Array(1001).fill(transferTopic)] }, /exceed max topics/],
		['all', /cannot unmarshal string into Go value of type filters.input/],
	])('logs by %j are refused', async (filter, message) => {
		const error = await refusal('eth_getLogs', filter)
		if (typeof message === 'string') expect(error?.message).toBe(message)
		else expect(error?.message).toMatch(message)
	})
})

describe('traces', () => {
	test('a block is traced transaction by transaction, as each is alone', async () => {
		const { hash, blockHash, blockNumber } = transfer
		const options = { tracer: 'callTracer' }
		const { result: alone } = await ask('debug_traceTransaction', hash, options)
		expect((await ask('debug_traceBlockByHash', blockHash, options)).result).toEqual([{ txHash: hash, result: alone }])
		expect((await ask('debug_traceBlockByNumber', numberToHex(blockNumber), options)).result).toEqual([
			{ txHash: hash, result: alone },
		])
		expect((await refusal('debug_traceBlockByNumber', '0x1'))?.message).toBe('genesis is not traceable')
		expect((await refusal('debug_traceBlockByNumber', '0xffffff'))?.message).toBe('block #16777215 not found')
		expect((await refusal('debug_traceBlockByHash', hash))?.message).toBe(`block ${hash} not found`)
		expect((await refusal('debug_traceTransaction', blockHash))?.message).toBe('transaction not found')
	})

	test('a call is traced step by step, with as many steps and members as asked', async () => {
		const args = { from: alice.address, data: '0x600160020100', gas: '0x186a0' }
		const { result: whole } = await ask('debug_traceCall', args, 'latest')
		expect(whole.structLogs.map(({ op }: { op: string }) => op)).toEqual(['PUSH1', 'PUSH1', 'ADD', 'STOP'])
		const bounds = { limit: 2, disableStack: true, disableStorage: true, enableMemory: true }
		const { result: few } = await ask('debug_traceCall', args, 'latest', bounds)
		expect(few.structLogs).toHaveLength(2)
		expect(few.structLogs[1].stack).toBeUndefined()
		expect(whole.structLogs[1].stack).toEqual(['0x1'])
	})
})
