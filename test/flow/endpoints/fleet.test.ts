import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { listen } from '../../../src/serve/listen.ts'
import { startNode } from '../../support/startNode.ts'
import { cli } from '../cli/testCli.ts'
import { type Cluster, postgresBinaries, startCluster } from './support/postgres.ts'
import { blockNumberCall, post } from './support/service.ts'
import { startGateway } from './support/startGateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-fleet-'))

/** The RPC of a node whose height a test sets, and that of its EVM. */
class Node {
	height = 10
	url = ''
	readonly #server: Server

	constructor(chainId = 'chain-localnet') {
		this.#server = createServer((request, response) => {
			let body = ''
			request.on('data', (piece) => {
				body += piece
			})
			request.on('end', () => {
				const sync_info = { latest_block_height: String(this.height), earliest_block_height: '1', catching_up: false }
				const results: Readonly<Record<string, unknown>> = {
					status: { node_info: { network: chainId }, sync_info },
					eth_chainId: '0x8ae',
					eth_blockNumber: `0x${this.height.toString(16)}`,
				}
				const { method } = JSON.parse(body) as { method: string }
				response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: results[method] }))
			})
		})
	}

	async open(): Promise<this> {
		this.url = `http://127.0.0.1:${await listen(this.#server, '127.0.0.1', 0)}`
		return this
	}

	/** Ends as a killed process does: nobody listens, and connections break. */
	kill(): void {
		this.#server.close()
		this.#server.closeAllConnections()
	}
}

const nodes: Node[] = []
const gateways: ChildProcess[] = []
let cluster: Cluster | undefined
beforeAll(async () => {
	if (postgresBinaries !== undefined) cluster = await startCluster()
})
afterAll(async () => {
	for (const gateway of gateways) {
		gateway.kill('SIGKILL')
		if (gateway.exitCode === null && gateway.signalCode === null) await once(gateway, 'exit')
	}
	for (const node of nodes) node.kill()
	cluster?.stop()
	rmSync(folder, { recursive: true, force: true })
})

async function node(chainId?: string): Promise<Node> {
	const opened = await new Node(chainId).open()
	nodes.push(opened)
	return opened
}

/** A gateway in a process of its own. */
async function gateway(name: string, databaseUrl: string, upstreams: readonly Node[], hasEvm = false) {
	const urls = upstreams.map(({ url }) => url)
	const started = await startGateway(folder, name, databaseUrl, urls, hasEvm ? ['--eth-upstream', urls.join(',')] : [])
	gateways.push(started.process)
	return started
}

describe('gateways of one database', { timeout: 120_000 }, () => {
	it.skipIf(postgresBinaries === undefined)(
		'gateways of one database count every call and never go back in height, while a node and a gateway are killed under load',
		async () => {
			const [ahead, behind] = [await node(), await node()]
			behind.height = 8
			const growing = setInterval(() => {
				ahead.height++
				behind.height = Math.max(behind.height, ahead.height - 2)
			}, 30)
			const database = await cluster!.database()
			// Each prefers another node: without the floor the second would answer older heights.
			const fleet = [
				await gateway('first', database, [ahead, behind]),
				await gateway('second', database, [behind, ahead]),
				await gateway('third', database, [ahead, behind]),
			]
			const client = createEndpointsClient(fleet[0]!.url, undefined)
			await client.signUp('owner@example.com', 'correct horse battery')
			const project = await client.createProject({ name: 'fleet' })
			const { application, key } = await client.createApplication(project.id, { name: 'app', network: 'archival' })
			const path = new URL(application.url).pathname
			let newest = 0
			let answered = 0
			let inFlight = 0
			let killed: string | undefined
			const backward: string[] = []
			const failed: string[] = []
			const work = async (worker: number): Promise<void> => {
				for (let call = 0; call < 150; call++) {
					const live = fleet.filter(({ url }) => url !== killed)
					const { url } = live[(worker + call) % live.length]!
					const before = newest
					try {
						const { status, text } = await post(`${url}${path}`, blockNumberCall, { 'x-api-key': key.key })
						const height = Number((JSON.parse(text) as { result?: string }).result)
						if (status !== 200 || !Number.isFinite(height)) failed.push(`${status} ${text}`)
						else if (height < before) backward.push(`${height} after ${before}`)
						newest = Math.max(newest, height || 0)
						answered++
					} catch (cause) {
						// Only what the killed gateway had in hand may be lost.
						if (url === killed) inFlight++
						else failed.push(String(cause))
					}
					if (worker === 0 && call === 50) ahead.kill()
					if (worker === 0 && call === 90) {
						killed = fleet[2]!.url
						fleet[2]!.process.kill('SIGKILL')
					}
				}
			}
			await Promise.all([0, 1, 2, 3, 4, 5].map(work))
			clearInterval(growing)
			expect([backward, failed]).toEqual([[], []])
			expect(inFlight).toBeLessThanOrEqual(6)
			expect(answered + inFlight).toBe(900)
			const { relays } = await client.statement()
			expect(relays).toBeGreaterThanOrEqual(answered)
			expect(relays).toBeLessThanOrEqual(answered + inFlight)
		},
	)

	it('gateways over the EVMs of two nodes tell no older height after a newer one, and another node takes over', async () => {
		const [ahead, behind] = [await node('chain_2222-1'), await node('chain_2222-1')]
		const database = `sqlite:${join(folder, 'evm.sqlite')}`
		const first = await gateway('evm-ahead', database, [ahead, behind], true)
		const second = await gateway('evm-behind', database, [behind, ahead], true)
		const client = createEndpointsClient(first.url, undefined)
		await client.signUp('owner@example.com', 'correct horse battery')
		const project = await client.createProject({ name: 'evm' })
		const { application, key } = await client.createApplication(project.id, { name: 'app', network: 'archival' })
		const path = new URL(application.url).pathname
		const ask = async (url: string) =>
			JSON.parse((await post(`${url}${path}`, blockNumberCall, { 'x-api-key': key.key })).text)
		ahead.height = 20
		expect(await ask(first.url)).toMatchObject({ result: '0x14' })
		expect(await ask(second.url)).toMatchObject({ result: '0x14' })
		ahead.kill()
		behind.height = 21
		expect(await ask(first.url)).toMatchObject({ result: '0x15' })
	})

	it('a gateway of one database waits for the height that another has answered, and says when no node has it', async () => {
		const [one, other] = [await node(), await node()]
		const database = `sqlite:${join(folder, 'wait.sqlite')}`
		// How long it waits for a node before it gives up.
		mkdirSync(join(folder, 'behind'))
		writeFileSync(join(folder, 'behind', 'endpoints.json'), JSON.stringify({ limits: { callTimeoutMs: 1_000 } }))
		const first = await gateway('ahead', database, [one])
		const second = await gateway('behind', database, [other])
		const client = createEndpointsClient(first.url, undefined)
		await client.signUp('owner@example.com', 'correct horse battery')
		const project = await client.createProject({ name: 'wait' })
		const { application, key } = await client.createApplication(project.id, { name: 'app', network: 'archival' })
		const path = new URL(application.url).pathname
		const ask = async (url: string) =>
			JSON.parse((await post(`${url}${path}`, blockNumberCall, { 'x-api-key': key.key })).text)
		one.height = 20
		expect(await ask(first.url)).toMatchObject({ result: '0x14' })
		const waiting = ask(second.url)
		other.height = 21
		expect(await waiting).toMatchObject({ result: '0x15' })
		other.height = 20
		expect((await ask(second.url)).error.message).toMatch(/no node has reached height 21|request timed out/)
	})
})

describe('endpoints serve', () => {
	const database = `sqlite:${join(folder, 'one.sqlite')}`

	it('endpoints serve runs over a node until it is stopped', async () => {
		const light = await startNode({ on: ['rpc'] })
		const stop = new AbortController()
		let ready = ''
		const line = ['endpoints', 'serve', '--database', database, '--upstream', light.addresses.rpc!]
		const ended = cli([...line, '--endpoints', '127.0.0.1:0', '--home', join(folder, 'light')], {
			stopped: stop.signal,
			onStdout: (text) => {
				ready += text
			},
		})
		await expect.poll(() => ready).toMatch(/^ready \{"endpoints":"http:\/\/127\.0\.0\.1:\d+"\}\n$/)
		const { endpoints } = JSON.parse(ready.slice(6)) as { endpoints: string }
		expect((await fetch(`${endpoints}/healthz`)).status).toBe(200)
		stop.abort()
		expect((await ended).exit).toBe(0)
		await light.close()
	})

	it('endpoints serve refuses nodes of two chains, a chain with an EVM, nodes that do not answer, and what is missing', async () => {
		const [one, foreign, evm] = [await node(), await node('other-1'), await node('chain_2222-1')]
		const refusal = async (...flags: readonly string[]) => {
			const { exit, stderr } = await cli(['endpoints', 'serve', '--home', join(folder, 'none'), ...flags])
			return [exit, stderr.split('\n').find((text) => text.startsWith('Error: '))]
		}
		const over = (urls: string) => refusal('--database', database, '--upstream', urls)
		expect(await over(`${one.url},${foreign.url}`)).toEqual([
			1,
			'Error: The nodes are of different chains: chain-localnet, other-1.',
		])
		expect(await over(evm.url)).toEqual([1, 'Error: This chain has an EVM, whose calls a gateway alone cannot run.'])
		const withEvm = (url: string, eth: string) =>
			refusal('--database', database, '--upstream', url, '--eth-upstream', eth)
		expect(await withEvm(one.url, evm.url)).toEqual([1, 'Error: --eth-upstream: chain-localnet has no EVM'])
		expect(await withEvm(evm.url, 'http://127.0.0.1:1')).toEqual([1, 'Error: None of http://127.0.0.1:1 answers.'])
		const other = await node('chain_7-1')
		expect(await withEvm(other.url, evm.url)).toEqual([
			1,
			'Error: The EVM of --eth-upstream is of chain 2222, not 7 of chain_7-1.',
		])
		expect(await over('http://127.0.0.1:1')).toEqual([1, 'Error: None of http://127.0.0.1:1 answers.'])
		expect(await refusal('--upstream', one.url)).toEqual([1, 'Error: required flag(s) "database" not set'])
		expect(await refusal('--database', database)).toEqual([1, 'Error: required flag(s) "upstream" not set'])
	})
})
