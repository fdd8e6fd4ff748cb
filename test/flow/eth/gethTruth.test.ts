import { once } from 'node:events'
import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { encodeFunctionData, fromRlp, type Hex, hexToBytes, keccak256, toHex, toRlp } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { account, askEth, type EthReply, evmTools } from './evmTools.ts'

const token = compile('Token')
const address = '0x00000000000000000000000000000000000000cc'
const [alice, bob] = [account(0).address, account(1).address]

let chain: Chain
let tools: ReturnType<typeof evmTools>
const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

beforeEach(async () => {
	await tools.anvil.setAutomine(true)
})

afterAll(async () => {
	await chain.stop()
})

/** The root of a list in a trie, by a library. */
async function rootOf(items: readonly Hex[]): Promise<Hex> {
	const trie = await createMPT({ useKeyHashing: false })
	for (const [at, item] of items.entries()) await trie.put(RLP.encode(at), hexToBytes(item))
	return toHex(trie.root())
}

/** The members of a header of Prague in the order of RLP. */
function fieldsOf(block: Readonly<Record<string, Hex>>): Hex[] {
	const names =
		'parentHash sha3Uncles miner stateRoot transactionsRoot receiptsRoot logsBloom difficulty number gasLimit gasUsed timestamp extraData mixHash nonce baseFeePerGas withdrawalsRoot blobGasUsed excessBlobGas parentBeaconBlockRoot requestsHash'
	const quantities = /^(difficulty|number|gasLimit|gasUsed|timestamp|baseFeePerGas|blobGasUsed|excessBlobGas)$/
	return names.split(' ').map((name): Hex => {
		const text = block[name]!
		if (!quantities.test(name)) return text
		if (text === '0x0') return '0x'
		return text.length % 2 === 1 ? `0x0${text.slice(2)}` : text
	})
}

async function deployToken(): Promise<Hex> {
	const { reader, writer } = tools
	const hash = await writer.deployContract({ ...token, args: [1_000n] })
	return (await reader.waitForTransactionReceipt({ hash })).contractAddress!
}

function transfer(to: Hex, amount: bigint): Hex {
	return encodeFunctionData({ abi: token.abi, functionName: 'transfer', args: [to, amount] })
}

describe('the gas limit of a block', () => {
	test('the gas limit of a block is what GASLIMIT gives to a call, an estimate and a trace, as to a transaction', async () => {
		const { anvil, reader, writer } = tools
		// SSTORE of GASLIMIT at slot 0, and RETURN of it.
		await anvil.setCode({ address, bytecode: '0x456000554560005260206000f3' })
		const block = await reader.getBlock()
		const { data } = await reader.call({ to: address })
		expect(BigInt(data!)).toBe(block.gasLimit)
		const hash = await writer.sendTransaction({ to: address })
		await reader.waitForTransactionReceipt({ hash })
		expect(BigInt((await reader.getStorageAt({ address, slot: '0x0' }))!)).toBe(block.gasLimit)
		const { result: traced } = await ask('debug_traceTransaction', hash)
		expect(BigInt(traced.returnValue)).toBe(block.gasLimit)
		const { result: called } = await ask('debug_traceCall', { to: address }, 'latest')
		expect(BigInt(called.returnValue)).toBe(block.gasLimit)
	})

	test('the gas limit of a block is the most gas that a transaction may ask for', async () => {
		const { reader, writer } = tools
		const { gasLimit, number } = await reader.getBlock()
		await expect(writer.sendTransaction({ to: bob, gas: gasLimit + 1n })).rejects.toThrow(
			'exceeds the limit allowed for the block',
		)
		expect(await reader.getBlockNumber()).toBe(number)
		const hash = await writer.sendTransaction({ to: bob, gas: gasLimit })
		expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
	})

	test('bounds an estimate', async () => {
		const { anvil, reader } = tools
		// JUMPDEST, JUMP to it: never ends.
		await anvil.setCode({ address, bytecode: '0x5b600056' })
		const { gasLimit } = await reader.getBlock()
		const { error } = await ask('eth_estimateGas', { from: alice, to: address })
		expect(error?.message).toBe(`gas required exceeds allowance (${gasLimit})`)
	})
})

describe('the tracer of calls', () => {
	test('gives a plain transfer the gas of its transaction', async () => {
		const { reader, writer } = tools
		const hash = await writer.sendTransaction({ to: bob, value: 1n, gas: 50_000n })
		await reader.waitForTransactionReceipt({ hash })
		expect((await ask('debug_traceTransaction', hash, { tracer: 'callTracer' })).result).toEqual({
			type: 'CALL',
			from: alice.toLowerCase(),
			to: bob.toLowerCase(),
			value: '0x1',
			gas: '0xc350',
			gasUsed: '0x5208',
			input: '0x',
		})
	})

	test('gives a transaction the gas of its receipt, with its logs if they are wanted', async () => {
		const { reader, writer } = tools
		const to = await deployToken()
		const hash = await writer.sendTransaction({ to, data: transfer(bob, 5n) })
		const { gasUsed, logs } = await reader.waitForTransactionReceipt({ hash })
		const config = { tracer: 'callTracer', tracerConfig: { withLog: true } }
		const { result } = await ask('debug_traceTransaction', hash, config)
		expect(BigInt(result.gasUsed)).toBe(gasUsed)
		const [{ topics, data }] = logs as [(typeof logs)[0]]
		expect(result.logs).toEqual([{ address: to, topics, data, position: '0x0' }])
		expect((await ask('debug_traceTransaction', hash, { tracer: 'callTracer' })).result.logs).toBeUndefined()
	})

	test('tells why an inner call reverted, and leaves calls out if only the outermost is wanted', async () => {
		const { anvil } = tools
		const to = await deployToken()
		// Calls the token with the bytes it was called with: CALLDATACOPY to 0, CALL, STOP.
		const forward = `0x36600060003760006000366000600073${to.slice(2)}5af100` as Hex
		await anvil.setCode({ address, bytecode: forward })
		const call = { to: address, data: transfer(bob, 10n ** 18n) }
		const { result } = await ask('debug_traceCall', call, 'latest', { tracer: 'callTracer' })
		expect(result.error).toBeUndefined()
		expect(result.calls).toHaveLength(1)
		expect(result.calls[0]).toMatchObject({ type: 'CALL', to, error: 'execution reverted' })
		expect(result.calls[0].output).toMatch(/^0x[0-9a-f]{8}/)
		const config = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }
		expect((await ask('debug_traceCall', call, 'latest', config)).result.calls).toBeUndefined()
	})
})

describe('the header of a block', () => {
	test('names the PREVRANDAO of its contracts as mixHash', async () => {
		const { anvil, reader } = tools
		// SSTORE of PREVRANDAO at slot 0.
		await anvil.setCode({ address, bytecode: '0x4460005500' })
		const hash = await tools.writer.sendTransaction({ to: address })
		const { blockNumber } = await reader.waitForTransactionReceipt({ hash })
		const block = await reader.getBlock({ blockNumber })
		expect(await reader.getStorageAt({ address, slot: '0x0', blockNumber })).toBe(block.mixHash)
		expect(block.mixHash).toBe(block.parentHash)
	})

	test('the header of a block has the roots of its transactions and receipts, its bloom, its size and the bytes of debug_getRawHeader', async () => {
		const { anvil, reader, writer } = tools
		const to = await deployToken()
		await anvil.setAutomine(false)
		const nonce = await reader.getTransactionCount({ address: alice })
		await writer.sendTransaction({ to, data: transfer(bob, 1n), nonce })
		await writer.sendTransaction({ to: bob, value: 1n, nonce: nonce + 1, type: 'legacy' })
		await writer.sendTransaction({ to, data: transfer(bob, 10n ** 18n), gas: 90_000n, nonce: nonce + 2 })
		await writer.sendTransaction({ to: bob, value: 2n, nonce: nonce + 3, accessList: [], type: 'eip2930' })
		await anvil.mine({ blocks: 1 })
		const { result: block } = await ask('eth_getBlockByNumber', 'latest', true)
		expect(block.transactions.map(({ type }: { type: string }) => type)).toEqual(['0x2', '0x0', '0x2', '0x1'])
		const txs = await Promise.all(
			block.transactions.map(async ({ hash }: { hash: string }) => (await ask('debug_getRawTransaction', hash)).result),
		)
		expect(block.transactionsRoot).toBe(await rootOf(txs as Hex[]))
		const [{ hash }] = block.transactions
		expect((await ask('eth_getRawTransactionByHash', hash)).result).toBe(txs[0])
		expect((await ask('eth_getRawTransactionByBlockNumberAndIndex', block.number, '0x1')).result).toBe(txs[1])
		expect((await ask('eth_getRawTransactionByBlockHashAndIndex', block.hash, '0x3')).result).toBe(txs[3])
		expect((await ask('eth_getRawTransactionByBlockHashAndIndex', block.hash, '0x4')).result).toBe('0x')
		const { result: receipts } = await ask('eth_getBlockReceipts', 'latest')
		expect(receipts.map(({ status }: { status: string }) => status)).toEqual(['0x1', '0x1', '0x0', '0x1'])
		// biome-ignore lint/suspicious/noExplicitAny: a receipt as it is on the wire
		const raw = receipts.map(({ type, status, cumulativeGasUsed, logsBloom, logs }: any) => {
			const items = logs.map((log: { address: Hex; topics: Hex[]; data: Hex }) => [log.address, log.topics, log.data])
			const body = toRlp([status === '0x1' ? '0x01' : '0x', cumulativeGasUsed, logsBloom, items])
			return type === '0x0' ? body : (`0x0${type.slice(2)}${body.slice(2)}` as Hex)
		})
		expect(block.receiptsRoot).toBe(await rootOf(raw))
		expect((await ask('debug_getRawReceipts', 'latest')).result).toEqual(raw)
		const { result: whole } = await ask('debug_getRawBlock', 'latest')
		expect(BigInt(block.size)).toBe(BigInt((whole.length - 2) / 2))
		const header = fieldsOf(block)
		const { result: bytes } = await ask('debug_getRawHeader', 'latest')
		expect(fromRlp(bytes as Hex)).toEqual(header)
		expect(toRlp(header)).toBe(bytes)
		expect(block.withdrawals).toEqual([])
		const { result: alone } = await ask('eth_getHeaderByNumber', 'latest')
		expect(Object.keys(block).sort()).toEqual(
			[...Object.keys(alone), 'size', 'transactions', 'uncles', 'withdrawals'].sort(),
		)
	})

	test('the header of a block is what the hash of a simulated block is made of', async () => {
		const calls = [{ from: alice, to: bob, value: '0x1' }]
		const { result } = await ask(
			'eth_simulateV1',
			{ blockStateCalls: [{ calls }], returnFullTransactions: true },
			'latest',
		)
		const [block] = result
		expect(block.hash).toBe(keccak256(toRlp(fieldsOf(block))))
	})
})

describe('evm_revert', () => {
	test('uses a snapshot up, with those taken after it, and no id comes twice', async () => {
		const { result: first } = await ask('evm_snapshot')
		const { result: second } = await ask('evm_snapshot')
		expect((await ask('evm_revert', first)).result).toBe(true)
		expect((await ask('evm_revert', first)).result).toBe(false)
		expect((await ask('evm_revert', second)).result).toBe(false)
		const { result: third } = await ask('evm_snapshot')
		expect([first, second]).not.toContain(third)
		expect((await ask('evm_revert', second)).result).toBe(false)
		expect((await ask('evm_revert', third)).result).toBe(true)
	})

	test('tells filters and subscriptions which logs are gone', async () => {
		const { writer } = tools
		const to = await deployToken()
		const socket = new WebSocket(chain.ethUrl!.replace('http', 'ws'))
		await once(socket, 'open')
		// biome-ignore lint/suspicious/noExplicitAny: messages of two kinds
		const heard: any[] = []
		socket.on('message', (data) => heard.push(JSON.parse(String(data))))
		socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', { address: to }] }))
		await expect.poll(() => heard.length).toBe(1)
		const told = () => heard.slice(1).map(({ params }) => params.result)
		const { result: filter } = await ask('eth_newFilter', { address: to })
		const { result: id } = await ask('evm_snapshot')
		for (const amount of [1n, 2n]) await writer.sendTransaction({ to, data: transfer(bob, amount) })
		await expect.poll(() => told().length).toBe(2)
		const logs = (await ask('eth_getFilterChanges', filter)).result
		expect(logs).toHaveLength(2)
		await ask('evm_revert', id)
		const removed = [logs[1], logs[0]].map((log) => ({ ...log, removed: true }))
		expect((await ask('eth_getFilterChanges', filter)).result).toEqual(removed)
		await expect.poll(() => told().slice(2)).toEqual(removed)
		expect((await ask('eth_getFilterChanges', filter)).result).toEqual([])
		await writer.sendTransaction({ to, data: transfer(bob, 3n), value: 0n })
		await expect.poll(() => told().slice(4)).toMatchObject([{ removed: false }])
		socket.close()
	})
})
