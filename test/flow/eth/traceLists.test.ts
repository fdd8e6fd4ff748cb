import { getContractAddress, type Hex, pad } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, evmTools } from './evmTools.ts'

const alice = account(0).address.toLowerCase() as Hex
const bob = account(1).address.toLowerCase() as Hex
const outer = '0x00000000000000000000000000000000000000c1'
const inner = '0x00000000000000000000000000000000000000c2'
const reverts = '0x00000000000000000000000000000000000000fd'
/** CALL of an address with a value, its answer left. */
const callOf = (to: Hex, value: number): string =>
	`600060006000600060${value.toString(16).padStart(2, '0')}73${to.slice(2)}5af150`
/** Sends 1 to the inner contract, calls the one that reverts and SHA-256, and creates an empty contract. */
const code = `${callOf(inner, 1)}${callOf(reverts, 0)}${callOf(pad('0x02', { size: 20 }), 0)}600060006000f05000`
/** Puts one byte of code there. */
const init = '0x6001600c60003960016000f300'

let chain: Chain
let tools: ReturnType<typeof evmTools>
let hash: Hex
let height: bigint
// biome-ignore lint/suspicious/noExplicitAny: each method's result has a shape of its own, which the tests compare
const ask = async (method: string, ...params: readonly unknown[]): Promise<any> => {
	const { result, error } = await askEth(chain.ethUrl!, method, params)
	if (error !== undefined) throw new Error(error.message)
	return result
}

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
	const { anvil, reader, writer } = tools
	await anvil.setCode({ address: outer, bytecode: `0x${code}` })
	await anvil.setCode({ address: inner, bytecode: '0x00' })
	await anvil.setCode({ address: reverts, bytecode: '0x60006000fd' })
	hash = await writer.sendTransaction({ to: outer, value: 5n, gas: 300_000n })
	height = (await reader.getTransactionReceipt({ hash })).blockNumber
})

afterAll(async () => {
	await chain.stop()
})

describe('calls as lists', () => {
	test('the calls of a transaction are told with their places, without those of precompiled contracts', async () => {
		const traces = await ask('trace_transaction', hash)
		const created = getContractAddress({ from: outer, nonce: 0n }).toLowerCase()
		const { blockHash } = await tools.reader.getTransactionReceipt({ hash })
		const place = { blockHash, blockNumber: Number(height), transactionHash: hash, transactionPosition: 0 }
		expect(traces).toMatchObject([
			{ ...place, type: 'call', subtraces: 3, traceAddress: [], action: { from: alice, to: outer, value: '0x5' } },
			{ ...place, traceAddress: [0], action: { callType: 'call', from: outer, to: inner, value: '0x1' } },
			{ ...place, traceAddress: [1], action: { to: reverts }, error: 'Reverted' },
			{ ...place, type: 'create', traceAddress: [2], action: { from: outer }, result: { address: created } },
		])
		expect(await ask('trace_get', hash, ['0x1'])).toEqual(traces[2])
		await expect(ask('trace_get', hash, [`0x1${'0'.repeat(16)}`])).rejects.toThrow('hex number > 64 bits')
		expect(await ask('trace_block', `0x${height.toString(16)}`)).toEqual(traces)
		const options = { tracer: 'flatCallTracer', tracerConfig: { includePrecompiles: true } }
		const geth = await ask('debug_traceTransaction', hash, options)
		expect(geth).toHaveLength(5)
		expect(geth[2].error).toBe('execution reverted')
		expect(await ask('trace_transaction', `0x${'01'.repeat(32)}`)).toBeNull()
	})

	test('calls are found by sender and receiver over blocks, page by page', async () => {
		const range = { fromBlock: '0x1', toBlock: 'latest' }
		const found = await ask('trace_filter', { ...range, toAddress: [inner] })
		expect(found).toMatchObject([{ transactionHash: hash, traceAddress: [0] }])
		const own = await ask('trace_filter', { ...range, fromAddress: [outer] })
		expect(own).toHaveLength(3)
		expect(await ask('trace_filter', { ...range, fromAddress: [outer], after: 1, count: 1 })).toEqual([own[1]])
		expect(await ask('trace_filter', { ...range, fromAddress: [outer], after: '0x1' })).toEqual(own.slice(1))
		expect(await ask('trace_filter', { ...range, fromAddress: [outer], count: '2' })).toEqual(own.slice(0, 2))
		for (const after of [-1, 0.5, true]) {
			await expect(ask('trace_filter', { ...range, after })).rejects.toThrow(`${after} is not a number`)
		}
		expect(await ask('trace_filter', { ...range, fromAddress: [bob] })).toEqual([])
		await expect(ask('trace_filter', { fromBlock: '0x1', toBlock: '0xffff' })).rejects.toThrow(/max block range 1000/)
	})

	test('a call and a replay answer with their calls, and refuse what cannot be told', async () => {
		const called = await ask('trace_call', { from: alice, to: reverts }, ['trace'], 'latest')
		expect(called).toMatchObject({ output: '0x', stateDiff: null, trace: [{ error: 'Reverted', traceAddress: [] }] })
		const replay = await ask('trace_replayTransaction', hash, ['trace'])
		expect(replay.trace).toHaveLength(4)
		expect(replay.trace[0].blockHash).toBeUndefined()
		expect(await ask('trace_replayBlockTransactions', `0x${height.toString(16)}`, ['trace'])).toEqual([
			{ ...replay, transactionHash: hash },
		])
		await expect(ask('trace_call', { to: inner }, ['vmTrace'])).rejects.toThrow(/replays "trace" alone/)
		await expect(ask('trace_replayTransaction', hash, [`y${'x'.repeat(40)}`])).rejects.toThrow(
			`this node replays "trace" alone, not "y${'x'.repeat(39)}"`,
		)
	})

	test('several tracers share one run', async () => {
		const tracerConfig = { callTracer: { onlyTopCall: true }, flatCallTracer: {}, '4byteTracer': null }
		const both = await ask('debug_traceTransaction', hash, { tracer: 'muxTracer', tracerConfig })
		expect(Object.keys(both)).toEqual(['callTracer', 'flatCallTracer', '4byteTracer'])
		expect(both.callTracer).toEqual(
			await ask('debug_traceTransaction', hash, { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }),
		)
		expect(both.flatCallTracer).toEqual(await ask('debug_traceTransaction', hash, { tracer: 'flatCallTracer' }))
	})
})

describe('contracts that a contract makes and destroys', () => {
	const maker = '0x00000000000000000000000000000000000000c5'
	/** CREATE with 3 of the coins and CREATE2 with a salt of 7, both of no code; STATICCALL; SELFDESTRUCT in favour of bob. */
	const code =
		`600060006003f050 6007600060006000f550 600060006000600073${inner.slice(2)}5afa50 73${bob.slice(2)}ff`.replaceAll(
			' ',
			'',
		)
	const made = getContractAddress({ from: maker, nonce: 0n }).toLowerCase()
	const salted = getContractAddress({
		opcode: 'CREATE2',
		from: maker,
		salt: pad('0x07'),
		bytecode: '0x',
	}).toLowerCase()
	let destroyed: Hex

	beforeAll(async () => {
		const { anvil, reader, writer } = tools
		await anvil.setCode({ address: maker, bytecode: `0x${code}` })
		destroyed = await writer.sendTransaction({ to: maker, value: 5n, gas: 300_000n })
		await reader.getTransactionReceipt({ hash: destroyed })
	})

	test('the lists of calls tell how a contract was made and who got the coins of one that is destroyed', async () => {
		const [, first, second, third, last] = await ask('trace_transaction', destroyed)
		expect(first).toMatchObject({ type: 'create', action: { from: maker, value: '0x3' }, result: { address: made } })
		expect(second).toMatchObject({ action: { creationMethod: 'create2', value: '0x0' }, result: { address: salted } })
		expect(third).toMatchObject({ action: { callType: 'staticcall', to: inner } })
		expect(last).toMatchObject({
			type: 'suicide',
			action: { address: maker, balance: '0x2', refundAddress: bob },
			result: null,
			traceAddress: [3],
		})
		const range = { fromBlock: '0x1', toBlock: 'latest' }
		expect(await ask('trace_filter', { ...range, toAddress: [bob] })).toEqual([last])
		expect(await ask('trace_filter', { ...range, fromAddress: [maker], toAddress: [bob] })).toEqual([last])
		expect(await ask('trace_filter', { ...range, toAddress: [salted] })).toEqual([second])
	})

	// The numbers of operations: https://docs.otterscan.io/api-docs/ots-api
	test('Otterscan is told the internal operations and each call of a transaction', async () => {
		expect(await ask('ots_getInternalOperations', destroyed)).toEqual([
			{ type: 2, from: maker, to: made, value: '0x3' },
			{ type: 3, from: maker, to: salted, value: '0x0' },
			{ type: 1, from: maker, to: bob, value: '0x2' },
		])
		expect(await ask('ots_traceTransaction', destroyed)).toEqual([
			{ type: 'CALL', depth: 0, from: alice, to: maker, value: '0x5', input: '0x', output: '0x' },
			{ type: 'CREATE', depth: 1, from: maker, to: made, value: '0x3', input: '0x', output: '0x' },
			{ type: 'CREATE2', depth: 1, from: maker, to: salted, value: '0x0', input: '0x', output: '0x' },
			{ type: 'STATICCALL', depth: 1, from: maker, to: inner, value: null, input: '0x', output: '0x' },
			{ type: 'SELFDESTRUCT', depth: 1, from: maker, to: bob, value: '0x2', input: '0x', output: '0x' },
		])
		expect(await ask('ots_getInternalOperations', hash)).toEqual([
			{ type: 0, from: outer, to: inner, value: '0x1' },
			{ type: 2, from: outer, to: getContractAddress({ from: outer, nonce: 0n }).toLowerCase(), value: '0x0' },
		])
	})

	test('Otterscan is told who made a contract, by a transaction or within one', async () => {
		const { anvil, reader, writer } = tools
		// Makes a contract whose code is one byte: CODECOPY of what follows, CREATE.
		const factory = '0x00000000000000000000000000000000000000c6'
		await anvil.setCode({ address: factory, bytecode: `0x600d600f600039600d60006000f000${init.slice(2)}` })
		const within = await writer.sendTransaction({ to: factory, gas: 300_000n })
		const direct = await writer.deployContract({ abi: [], bytecode: init })
		const { contractAddress } = await reader.getTransactionReceipt({ hash: direct })
		const child = getContractAddress({ from: factory, nonce: 0n })
		await chain.mine(3)
		expect(await reader.getCode({ address: child })).toBe('0x00')
		expect(await ask('ots_getContractCreator', child)).toEqual({ hash: within, creator: factory })
		expect(await ask('ots_getContractCreator', contractAddress)).toEqual({ hash: direct, creator: alice })
		// Its code came by a power, not by a transaction.
		expect(await ask('ots_getContractCreator', inner)).toBeNull()
		expect(await ask('ots_getContractCreator', bob)).toBeNull()
	})
})

describe('what bundlers of ERC-4337 ask', () => {
	const checked = '0x00000000000000000000000000000000000000c3'
	const burner = '0x00000000000000000000000000000000000000c4'
	const slot = (word: number): Hex => `0x${word.toString(16).padStart(64, '0')}`
	/** Two SLOADs of 1, SSTORE and SLOAD of 2, TSTORE and TLOAD of 3, KECCAK256 of a word. */
	const storage = '60015450 60015450 6007600255 60025450 600760035d 60035c50 602060002050'
	/** Is there a contract (EXTCODESIZE, ISZERO), EXTCODEHASH, GAS that is looked at, GAS for a call, a call with too little. */
	const code = `73${inner.slice(2)}3b1550 73${inner.slice(2)}3f50 5a50 ${callOf(inner, 0)} 6000600060006000600073${burner.slice(2)}6064f150 00`

	beforeAll(async () => {
		const { anvil } = tools
		await anvil.setCode({ address: checked, bytecode: `0x${`${storage}${code}`.replaceAll(' ', '')}` })
		await anvil.setCode({ address: burner, bytecode: '0x5b600056' })
		await anvil.setStorageAt({ address: checked, index: slot(1), value: slot(5) })
	})

	test('erc7562Tracer tells the slots, codes and opcodes of each call as geth does', async () => {
		const none = { reads: {}, writes: {}, transientReads: {}, transientWrites: {} }
		const asked = { from: alice, to: checked, gas: '0x30d40' }
		const { usedOpcodes, ...traced } = await ask('debug_traceCall', asked, 'latest', { tracer: 'erc7562Tracer' })
		const counts = { '0x0': 1, '0x20': 1, '0x3b': 1, '0x3f': 1, '0x54': 3, '0x55': 1, '0x5a': 1, '0x5c': 1, '0x5d': 1 }
		expect(usedOpcodes).toEqual({ ...counts, '0xf1': 2 })
		expect(traced).toMatchObject({
			type: 'CALL',
			from: alice,
			to: checked,
			gas: '0x30d40',
			accessedSlots: {
				reads: { [slot(1)]: [slot(5)] },
				writes: { [slot(2)]: 1 },
				transientReads: { [slot(3)]: 1 },
				transientWrites: { [slot(3)]: 1 },
			},
			extCodeAccessInfo: [inner],
			contractSize: { [inner]: { contractSize: 1, opcode: 0x3b }, [burner]: { contractSize: 4, opcode: 0xf1 } },
			outOfGas: false,
			keccak: [slot(0)],
			calls: [
				{ to: inner, accessedSlots: none, usedOpcodes: { '0x0': 1 }, contractSize: {}, outOfGas: false },
				{
					to: burner,
					error: 'out of gas',
					extCodeAccessInfo: [],
					usedOpcodes: { '0x56': 9, '0x5b': 9 },
					outOfGas: true,
				},
			],
		})
	})

	test('erc7562Tracer counts all but the opcodes that it is told to ignore', async () => {
		const { usedOpcodes } = await ask('debug_traceCall', { from: alice, to: burner, gas: '0x5300' }, 'latest', {
			tracer: 'erc7562Tracer',
			tracerConfig: { ignoredOpcodes: ['0x5b'] },
		})
		expect(Object.keys(usedOpcodes)).toEqual(['0x56', '0x60'])
	})
})

test('the first call that a process traces has no step before its own', async () => {
	vi.resetModules()
	const library = await import('../../../src/library/index.ts')
	await using fresh = await library.startChain({ chainId: 'chain_2222-1' })
	await askEth(fresh.ethUrl!, 'anvil_setCode', [inner, '0x3000'])
	const { result } = await askEth(fresh.ethUrl!, 'debug_traceCall', [{ to: inner }, 'latest', {}])
	expect(result.structLogs.map(({ op }: { op: string }) => op)).toEqual(['ADDRESS', 'STOP'])
})

describe('what Otterscan asks', () => {
	test('blocks, inner operations, calls and errors are told to Otterscan', async () => {
		expect(await ask('ots_getApiLevel')).toBe(8)
		expect(await ask('ots_hasCode', outer, 'latest')).toBe(true)
		expect(await ask('ots_hasCode', bob, 'latest')).toBe(false)
		const at = `0x${height.toString(16)}`
		const { gasUsed, effectiveGasPrice } = await tools.reader.getTransactionReceipt({ hash })
		expect(await ask('ots_getBlockDetails', at)).toMatchObject({
			block: { number: at, transactionCount: 1 },
			totalFees: `0x${(gasUsed * effectiveGasPrice).toString(16)}`,
		})
		const page = await ask('ots_getBlockTransactions', Number(at), 0, 25)
		expect([page.fullblock.transactions[0].hash, page.receipts[0].transactionHash]).toEqual([hash, hash])
		expect(await ask('ots_getInternalOperations', hash)).toMatchObject([
			{ type: 0, from: outer, to: inner, value: '0x1' },
			{ type: 2, from: outer },
		])
		expect(
			(await ask('ots_traceTransaction', hash)).map(({ type, depth }: { type: string; depth: number }) => [
				type,
				depth,
			]),
		).toEqual([
			['CALL', 0],
			['CALL', 1],
			['CALL', 1],
			['CREATE', 1],
		])
		expect((await ask('erigon_getHeaderByNumber', at)).number).toBe(at)
	})

	test('transactions of an address are found by page and by nonce, and contracts by their creator', async () => {
		const { reader, writer } = tools
		const nonce = await reader.getTransactionCount({ address: bob })
		const other = evmTools(chain.ethUrl!, { from: account(1) }).writer
		const sent: Hex[] = []
		for (let made = 0; made < 5; made++) sent.push(await other.sendTransaction({ to: alice, value: 1n }))
		const newest = await ask('ots_searchTransactionsBefore', bob, 0, 3)
		expect(newest).toMatchObject({ firstPage: true, lastPage: false })
		expect(newest.txs.map(({ hash: one }: { hash: Hex }) => one)).toEqual([sent[4], sent[3], sent[2]])
		const before = Number(newest.txs[2].blockNumber)
		const oldest = await ask('ots_searchTransactionsBefore', bob, before, 25)
		expect(oldest.txs.map(({ hash: one }: { hash: Hex }) => one)).toEqual([sent[1], sent[0]])
		expect(oldest.lastPage).toBe(true)
		expect(await ask('ots_getTransactionBySenderAndNonce', bob, `0x${(nonce + 2).toString(16)}`)).toBe(sent[2])
		expect(await ask('ots_getTransactionBySenderAndNonce', bob, '0xffff')).toBeNull()
		expect(await ask('eth_getTransactionBySenderAndNonce', bob, `0x${(nonce + 2).toString(16)}`)).toEqual(
			await ask('eth_getTransactionByHash', sent[2]),
		)
		expect(await ask('eth_getTransactionBySenderAndNonce', bob, '0xffff')).toBeNull()
		const failed = await writer.sendTransaction({ to: reverts, gas: 50_000n })
		expect(await ask('ots_getTransactionError', failed)).toBe('0x')
		const made = await writer.sendTransaction({ data: init, gas: 100_000n })
		const { contractAddress } = await reader.getTransactionReceipt({ hash: made })
		expect(await ask('ots_getContractCreator', contractAddress)).toEqual({ hash: made, creator: alice })
		expect(await ask('ots_getContractCreator', bob)).toBeNull()
	})
})
