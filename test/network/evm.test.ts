import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
	type Abi,
	createPublicClient,
	createWalletClient,
	defineChain,
	type Hex,
	http,
	type Log,
	parseEther,
	parseGwei,
	webSocket,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveNodeConfig } from '../../src/node/resolveNodeConfig.ts'
import { createTestnet } from '../../src/node/testnet/createTestnet.ts'
import { type RunningTestnet, startTestnet } from '../../src/node/testnet/startTestnet.ts'
import { until } from '../flow/client/testChain.ts'
import { seededRandom } from '../support/random.js'
import { engineProgram } from './support/engineProgram.ts'

const { path: engine, missing } = engineProgram()
if (missing !== '') process.stderr.write(`The EVM under a real engine is not tested: ${missing}.\n`)

const program = new URL('../../bin/chain-tui.js', import.meta.url).pathname
const words = 'test test test test test test test test test test test junk'
const dev = mnemonicToAccount(words)
const bob = mnemonicToAccount(words, { addressIndex: 1 })
const wall = JSON.parse(readFileSync(new URL('../../examples/contracts/Wall.json', import.meta.url), 'utf8')) as {
	readonly abi: Abi
	readonly bytecode: Hex
}

describe.runIf(missing === '')('the EVM of a chain that a real engine runs', { timeout: 120_000 }, () => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-evm-network-'))
	const stop = new AbortController()
	let network: RunningTestnet

	const start = async (): Promise<void> => {
		const { readTestnet } = await import('../../src/node/testnet/Testnet.ts')
		network = await startTestnet(readTestnet(join(folder, 'net')), {
			folder: join(folder, 'net'),
			engine,
			self: [process.execPath, program],
			onLine: () => undefined,
			signal: stop.signal,
		})
		await until(
			async () =>
				(await reader()
					.getBlockNumber()
					.catch(() => 0n)) > 1n,
		)
	}
	const chain = (node = 0) => {
		const url = network.nodes[node]?.eth ?? ''
		const rpcUrls = { default: { http: [url] } }
		return defineChain({
			id: 2222,
			name: 'chain',
			nativeCurrency: { name: 'CHAIN', symbol: 'CHAIN', decimals: 18 },
			rpcUrls,
		})
	}
	const reader = () => createPublicClient({ chain: chain(), transport: http(), pollingInterval: 50 })
	const writer = () => createWalletClient({ chain: chain(), transport: http(), account: dev })

	beforeAll(async () => {
		const config = resolveNodeConfig(
			{ home: join(folder, 'none'), blockInterval: '400ms', chainId: 'chain_2222-1' },
			{},
		)
		await createTestnet(config, {
			folder: join(folder, 'net'),
			validators: 2,
			snapshotInterval: 0,
			time: new Date().toISOString(),
		})
		await start()
	}, 120_000)

	afterAll(async () => {
		stop.abort()
		await network?.stop()
		rmSync(folder, { recursive: true, force: true })
	})

	let contract: { readonly address: Hex; readonly abi: Abi }
	let greeted: Hex

	it('sends coins, deploys a contract, calls it and reads its state with viem', async () => {
		expect(await reader().getChainId()).toBe(2222)
		const before = await reader().getBalance({ address: bob.address })
		const sent = await writer().sendTransaction({ to: bob.address, value: parseEther('1.5') })
		expect(await reader().waitForTransactionReceipt({ hash: sent })).toMatchObject({
			status: 'success',
			gasUsed: 21_000n,
		})
		expect(await reader().getBalance({ address: bob.address })).toBe(before + parseEther('1.5'))

		const hash = await writer().deployContract({ ...wall, args: ['Of many'] })
		const { contractAddress, status } = await reader().waitForTransactionReceipt({ hash })
		expect(status).toBe('success')
		contract = { abi: wall.abi, address: contractAddress! }
		expect(await reader().readContract({ ...contract, functionName: 'title' })).toBe('Of many')
	})

	it('tells events by subscription, by receipt and by search', async () => {
		const socket = createPublicClient({
			chain: chain(),
			transport: webSocket((network.nodes[0]?.eth ?? '').replace('http', 'ws'), { reconnect: false, keepAlive: false }),
		})
		const heard: Log[] = []
		const unwatch = socket.watchContractEvent({ ...contract, onLogs: (logs) => heard.push(...logs) })
		// The subscription is there once the node has answered it.
		await socket.getBlockNumber()
		greeted = await writer().writeContract({ ...contract, functionName: 'greet', args: ['hello'], value: 7n })
		const receipt = await reader().waitForTransactionReceipt({ hash: greeted })
		expect(receipt.logs).toHaveLength(1)
		await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(1)
		unwatch()
		;(await socket.transport.getRpcClient()).close()
		const found = await reader().getContractEvents({ ...contract, fromBlock: 1n })
		expect(found).toMatchObject([{ eventName: 'Greeted', args: { text: 'hello', tip: 7n }, transactionHash: greeted }])
	})

	it('tells why a call is refused, and traces what was sent', async () => {
		const refused = reader().simulateContract({ ...contract, functionName: 'greet', args: [''], account: dev })
		await expect(refused).rejects.toThrow(/EmptyGreeting/)
		const request = reader().request as (args: { method: string; params: unknown }) => Promise<unknown>
		const trace = await request({ method: 'debug_traceTransaction', params: [greeted, { tracer: 'callTracer' }] })
		expect(trace).toMatchObject({ type: 'CALL', to: contract.address.toLowerCase(), value: '0x7' })
	})

	it('the EVM of a chain that a real engine runs orders a sender whose transactions wait on two nodes, the later nonces first', async () => {
		const nonce = await reader().getTransactionCount({ address: dev.address })
		const hashes: Hex[] = []
		for (const later of [5, 3, 4, 1, 2, 0]) {
			const signed = await dev.signTransaction({
				...{ chainId: 2222, nonce: nonce + later, to: bob.address, value: 1n, gas: 21_000n },
				gasPrice: parseGwei('100'),
			})
			const node = createPublicClient({ chain: chain(later % 2), transport: http() })
			hashes.push(await node.sendRawTransaction({ serializedTransaction: signed }))
		}
		for (const hash of hashes) {
			expect(await reader().waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
		}
		expect(await reader().getTransactionCount({ address: dev.address })).toBe(nonce + 6)
	})

	it('the EVM of a chain that a real engine runs takes 200 transactions of ten accounts in any order through one node', async () => {
		const senders = Array.from({ length: 10 }, (_, addressIndex) => mnemonicToAccount(words, { addressIndex }))
		const target = '0x00000000000000000000000000000000000000dd'
		const firsts = await Promise.all(senders.map(({ address }) => reader().getTransactionCount({ address })))
		const wanted = senders.flatMap((sender, at) =>
			Array.from({ length: 20 }, (_, later) => ({ sender, nonce: (firsts[at] ?? 0) + later })),
		)
		const random = seededRandom()
		for (let at = wanted.length - 1; at > 0; at--) {
			const other = Math.floor(random() * (at + 1))
			;[wanted[at], wanted[other]] = [wanted[other]!, wanted[at]!]
		}
		for (const { sender, nonce } of wanted) {
			const common = { chainId: 2222, to: target, value: 1n, gas: 21_000n, gasPrice: parseGwei('100') } as const
			await reader().sendRawTransaction({ serializedTransaction: await sender.signTransaction({ ...common, nonce }) })
		}
		await expect.poll(() => reader().getBalance({ address: target }), { timeout: 60_000 }).toBe(200n)
		const after = await Promise.all(senders.map(({ address }) => reader().getTransactionCount({ address })))
		expect(after).toEqual(firsts.map((first) => first + 20))
	})

	it('the EVM of a chain that a real engine runs has the same contract and transactions after both programs were started again', async () => {
		await network.stop()
		await start()
		expect(await reader().readContract({ ...contract, functionName: 'title' })).toBe('Of many')
		expect(await reader().getTransactionReceipt({ hash: greeted })).toMatchObject({ status: 'success' })
		const hash = await writer().sendTransaction({ to: bob.address, value: 1n })
		expect(await reader().waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
	})
})
