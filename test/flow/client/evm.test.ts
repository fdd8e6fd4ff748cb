import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import { connectRemote } from '../../../src/client/connectChain.ts'
import type { Artifact, EvmClient, EvmProgress, EvmReceipt } from '../../../src/client/evm/EvmClient.ts'
import { addressToText } from '../../../src/codec/address/address.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import type { TestNode } from '../../support/startNode.ts'
import { connectTestClient, startTestNode, until } from './testChain.ts'
import type { Keyring } from './testKeyring.ts'

const words = 'test test test test test test test test test test test junk'
const dev = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const wallFile = readFileSync(new URL('../../../examples/contracts/Wall.json', import.meta.url), 'utf8')

let node: TestNode
let client: ChainClient
let keyring: Keyring
let evm: EvmClient
let wall: string

beforeAll(async () => {
	node = await startTestNode({ chainId: 'chain_2222-1', eth: '127.0.0.1:0' })
	;({ client, keyring } = await connectTestClient('embedded', node))
	await keyring.importMnemonic('dev', words, { algo: 'eth_secp256k1' })
	await keyring.create('own')
	await client.status()
	evm = client.evm!
	const [artifact] = await evm.readArtifacts(wallFile)
	wall = (await committed(evm.deploy('dev', { artifact: artifact!, args: ['Our wall'] }))).contractAddress!
})
afterAll(async () => {
	await client.close()
	await node.close()
})

async function last(progress: AsyncIterable<EvmProgress>): Promise<EvmProgress | undefined> {
	let step: EvmProgress | undefined
	for await (step of progress);
	return step
}

async function committed(progress: AsyncIterable<EvmProgress>): Promise<EvmReceipt> {
	const step = await last(progress)
	if (step?.state === 'committed') return step.receipt
	throw new TypeError(`it ended as ${JSON.stringify(step)}`)
}

const bare = (name: string, bytecode: Artifact['bytecode']): Artifact => ({ name, abi: [], bytecode })

describe('what cannot be signed or made is refused before anything is sent:', () => {
	test.each<readonly [string, () => AsyncIterable<EvmProgress>, string]>([
		['a key that is not there', () => evm.send('nobody', { to: bob }), 'There is no key named nobody.'],
		["a key of the chain's own kind", () => evm.send('own', { to: bob }), 'own is no Ethereum key.'],
		[
			'an interface',
			() => evm.deploy('dev', { artifact: bare('IWall', '0x'), args: [] }),
			'IWall has no code to deploy.',
		],
		[
			'a constructor with too many arguments',
			() => evm.deploy('dev', { artifact: bare('Stop', '0x60016000f3'), args: ['1'] }),
			'The constructor takes 0 arguments, not 1.',
		],
		['an address of another chain', () => evm.send('dev', { to: 'kava1xyz' }), 'This is not an address of this chain.'],
		[
			'a function that no ABI has',
			() => evm.send('dev', { to: wall, fn: 'dance' }),
			'No ABI here has a function dance',
		],
	])('%s', async (_name, send, problem) => {
		const nonce = (await evm.account(dev)).nonce
		expect(await last(send())).toMatchObject({ state: 'failed', problem: expect.stringContaining(problem) })
		expect((await evm.account(dev)).nonce).toBe(nonce)
	})
})

describe('a transaction of an Ethereum key', () => {
	test('carries coins alone, or bytes as they are', async () => {
		const before = (await evm.account(bob)).balance
		await committed(evm.send('dev', { to: bob, value: 7n }))
		expect((await evm.account(bob)).balance - before).toBe(7n)
		const { height } = await committed(evm.send('dev', { to: bob, data: '0x1234' }))
		const [tx] = await client.ethereumTxs((await client.searchTxs(`tx.height=${height}`, 1, 1)).txs[0]!)
		expect(tx).toMatchObject({ data: '0x1234', to: bob, value: 0n })
	})

	test('waits for its block where blocks are made by hand', async () => {
		await client.admin?.setBlockMode('manual')
		const states: string[] = []
		const sending = (async () => {
			for await (const { state } of evm.send('dev', { to: bob, value: 1n })) states.push(state)
		})()
		await until(() => states.length === 2)
		// It has been asked for by then, and was in no block.
		await until(async () => (await client.status()).mempoolSize === 1)
		await client.admin?.mine()
		await sending
		await client.admin?.setBlockMode('instant')
		expect(states).toEqual(['signing', 'in-mempool', 'committed'])
	})
})

describe('a question to the EVM', () => {
	test.each<readonly [string, string, Artifact['bytecode'] | undefined, string]>([
		['no contract', 'f()(uint256)', undefined, 'There is no contract at this address.'],
		['a contract that gives nothing', 'f()(uint256)', '0x60016000f3', 'The contract gave nothing.'],
		[
			'one that gives less than it says',
			'f()(uint256)',
			'0x6460016000f36000526005601bf3',
			'something else than its signature',
		],
	])('a question to the EVM of %s says so', async (_name, fn, bytecode, problem) => {
		const to =
			bytecode === undefined
				? '0x00000000000000000000000000000000000000ff'
				: (await committed(evm.deploy('dev', { artifact: bare('Bare', bytecode), args: [] }))).contractAddress!
		await expect(evm.call({ to, fn, args: [] })).rejects.toThrow(problem)
		// One that promises nothing is held to nothing.
		expect((await evm.call({ to, fn: 'f()', args: [] })).values).toEqual([])
	})

	test('a question to the EVM is answered of the state of a height: coins, code, slots, calls, events', async () => {
		const before = (await client.status()).height
		const receipt = await committed(evm.send('dev', { to: wall, fn: 'greet(string)', args: ['hello'], value: 5n }))
		expect((await evm.account(wall)).balance - (await evm.account(wall, before)).balance).toBe(5n)
		expect(await evm.code(wall, 1)).toBe('0x')
		expect(await evm.code(wall, before)).toBe(await evm.code(wall))
		const slot = async (height?: number) => BigInt(await evm.storage(wall, 1n, height))
		expect((await slot()) - (await slot(before))).toBe(5n)
		const count = { to: wall, fn: 'count()(uint256)', args: [] }
		const counted = async (height?: number) =>
			Number((await evm.call(height === undefined ? count : { ...count, height })).values[0]?.text)
		expect((await counted()) - (await counted(before))).toBe(1)
		expect(await evm.logs({ from: 1, to: before })).toEqual([])
		expect(await evm.logs({ addresses: [wall], from: 1, to: receipt.height })).toHaveLength(1)
		expect(await evm.logs({})).toHaveLength(1)
	})

	test('a question to the EVM tells what calls that were not sent would do, with sender and coins', async () => {
		const tree = await evm.traceCall({ to: wall, fn: 'greet(string)', args: ['x'], from: bob, value: 3n, height: 2 })
		expect(tree).toMatchObject({ from: bob, value: 3n })
		const data = '0xa9059cbb'.padEnd(138, '0') as `0x${string}`
		for (const to of [undefined, wall]) {
			expect(await evm.decodeCall(data, to)).toMatchObject({ signature: 'transfer(address,uint256)' })
		}
		expect(await evm.chainId()).toBe(2222)
	})

	test('about what made no calls, or has no 0x form, says why', async () => {
		const hash = (await client.searchTxs('tx.height>0', 1, 1)).txs[0]?.hash
		expect(hash).toMatch(/^[0-9A-F]{64}$/)
		await expect(evm.trace('AB'.repeat(32))).rejects.toThrow('This transaction made no calls in the EVM.')
		await expect(evm.trace(`0x${'ab'.repeat(32)}`)).rejects.toThrow(/not found|refused/)
		const long = addressToText(new Uint8Array(32).fill(7), 'chain')
		await expect(evm.account(long)).rejects.toThrow('This address has no 0x form.')
	})
})

describe('a node of another program', () => {
	let server: Server
	let foreign: ChainClient

	beforeAll(async () => {
		// No traces, nothing it fills in for a wallet, and heads of before EIP-1559.
		server = createServer(async (request, response) => {
			const chunks: Uint8Array[] = []
			for await (const chunk of request) chunks.push(chunk as Uint8Array)
			const call = JSON.parse(Buffer.concat(chunks).toString()) as { readonly id: number; readonly method: string }
			response.setHeader('content-type', 'application/json')
			if (/^(debug_|eth_fillTransaction)/.test(call.method)) {
				const error = { code: -32601, message: `the method ${call.method} does not exist/is not available` }
				return response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, error }))
			}
			const headers = { 'content-type': 'application/json' }
			const reply = await fetch(node.addresses.eth!, { method: 'POST', headers, body: Buffer.concat(chunks) })
			const answer = (await reply.json()) as { readonly result?: { baseFeePerGas?: string } | string }
			if (typeof answer.result === 'object' && answer.result !== null) delete answer.result.baseFeePerGas
			response.end(JSON.stringify(answer))
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const { settings, minimumGasPrices: gasPrices } = resolveNodeConfig({ home: '/nonexistent/test' }, {})
		const eth = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
		foreign = connectRemote(node.addresses.rpc ?? '', { eth, keyring, settings, gasPrices })
	})
	afterAll(async () => {
		await foreign.close()
		server.closeAllConnections()
		server.close()
	})

	test('takes transactions with one price of gas', async () => {
		const receipt = await committed(foreign.evm!.send('dev', { to: bob, value: 1n }))
		const { txs } = await client.searchTxs(`tx.height=${receipt.height}`, 1, 1)
		expect(JSON.stringify(txs[0]?.json)).toContain('/ethermint.evm.v1.LegacyTx')
	})

	test('tells without a trace that a transaction failed, not why', async () => {
		const send = foreign.evm!.send('dev', { to: wall, fn: 'greet(string)', args: [''], gas: 200_000n })
		expect(await last(send)).toMatchObject({
			state: 'failed',
			problem: 'The contract refused the transaction, which is in a block all the same.',
			next: 'Its gas is paid. Look at its trace.',
		})
	})
})
