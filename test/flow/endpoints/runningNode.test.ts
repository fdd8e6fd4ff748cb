import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { JsonRpcProvider } from 'ethers'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressFromText } from '../../../src/codec/address/address.ts'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { curlLine } from '../../../src/endpoints/client/curlLine.ts'
import type { EndpointsClient } from '../../../src/endpoints/client/EndpointsClient.ts'
import { toHex } from '../../../src/util/bytes.ts'
import type { NewApplicationView } from '../../../src/wire/management/applicationSchemas.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

let home: string
let node: TestNode
let client: EndpointsClient
let made: NewApplicationView

const funded = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
// The same account in the spelling of Ethereum.
const fundedHex = `0x${toHex(addressFromText(funded, 'chain'))}` as const

beforeAll(async () => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-endpoints-'))
	node = await startNode({ on: ['rpc', 'rest', 'grpc', 'endpoints'], flags: { home } })
	await node.call('admin_faucet', { address: funded })
	client = createEndpointsClient(node.addresses.endpoints ?? '', home)
	await client.signUp('team@example.com', 'correct horse battery')
	const project = await client.createProject({ name: 'Wallet' })
	made = await client.createApplication(project.id, { name: 'web', network: 'archival' })
})

afterAll(async () => {
	await node?.close()
	rmSync(home, { recursive: true, force: true })
})

describe('a keyed application of a running node', () => {
	it('answers viem', async () => {
		const viem = createPublicClient({
			transport: http(made.application.url, { fetchOptions: { headers: { 'x-api-key': made.key.key } } }),
		})
		const number = await viem.getBlockNumber()
		expect(number).toBe(BigInt(node.engine.height))
		expect(await viem.getBalance({ address: fundedHex })).toBe(1_000_000_000n * 10n ** 12n)
		const block = await viem.getBlock({ blockNumber: number })
		expect(block).toMatchObject({ number, transactions: [] })
		expect(await viem.getBlock({ blockHash: block.hash })).toEqual(block)
		expect(await viem.getChainId()).toBeGreaterThan(0)
		expect(await viem.getTransactionCount({ address: fundedHex })).toBe(0)
		expect(await viem.getGasPrice()).toBe(10_000_000_000n)
	})

	it('answers ethers', async () => {
		const { FetchRequest } = await import('ethers')
		const request = new FetchRequest(made.application.url)
		request.setHeader('x-api-key', made.key.key)
		const ethers = new JsonRpcProvider(request, undefined, { polling: false })
		try {
			const number = await ethers.getBlockNumber()
			expect(number).toBe(node.engine.height)
			expect(await ethers.getBalance(fundedHex)).toBe(1_000_000_000n * 10n ** 12n)
			expect(await ethers.getBlock(number)).toMatchObject({ number, gasLimit: 4_294_967_295n })
		} finally {
			ethers.destroy()
		}
	})

	it('answers the curl line, which carries no key unless asked', async () => {
		const line = curlLine({ url: made.application.url, method: 'eth_blockNumber', params: [] })
		expect(line).not.toContain(made.key.key)
		const { stdout } = await promisify(execFile)('bash', ['-c', line], {
			env: { ...process.env, API_KEY: made.key.key },
		})
		const height = `0x${node.engine.height.toString(16)}`
		expect(JSON.parse(stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: height })
	})

	it('says that a node with the default pruning keeps 1,000 heights, and which it has', () => {
		expect(made.application.notices).toEqual([
			expect.stringMatching(
				/^The node keeps the state of the newest 1,000 heights only \(now 1 to \d+\); calls for older ones are refused\./,
			),
		])
	})

	it('counted what it answered', async () => {
		const { relays, applications, days } = await client.statement()
		expect(relays).toBeGreaterThan(10)
		expect(applications).toMatchObject([{ name: 'web', relays }])
		expect(days.map((day) => day.relays)).toEqual([relays])
		const now = Date.now()
		const statistics = await client.statistics(made.application.id, { from: now - 3_600_000, to: now + 1 })
		expect(statistics).toMatchObject({ total: relays, success: relays, invalid: 0 })
		expect(statistics.latency.p50).toBeGreaterThan(0)
	})

	it('keeps session and operator token where only the owner reads them', () => {
		for (const name of ['endpoints-session.token', 'endpoints-operator.token', 'endpoints.sqlite']) {
			expect(statSync(join(home, name)).mode & 0o777).toBe(0o600)
		}
	})
})
