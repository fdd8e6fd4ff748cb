import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEndpointsClient } from '../../src/endpoints/client/createEndpointsClient.ts'
import { freePorts } from '../../src/node/testnet/createTestnet.ts'
import { type Cluster, postgresBinaries, startCluster } from '../flow/endpoints/support/postgres.ts'
import { blockNumberCall, post } from '../flow/endpoints/support/service.ts'
import { type GatewayProcess, startGateway } from '../flow/endpoints/support/startGateway.ts'
import { engineProgram } from './support/engineProgram.ts'
import { TestNetwork } from './support/TestNetwork.ts'

// Two minutes: `npm run test:gateways`. Each run of all tests has fleet.test.ts, whose nodes are played.
const isAsked = process.env.CHAIN_TUI_GATEWAYS === '1'
const { path: engine, missing } = isAsked ? engineProgram() : { path: '', missing: 'not asked for' }
const reason = missing === '' && postgresBinaries === undefined ? 'there is no PostgreSQL' : missing
if (isAsked && reason !== '') process.stderr.write(`Gateways over a network are not tried: ${reason}.\n`)

const page = readFileSync(new URL('../../docs/endpoints.md', import.meta.url), 'utf8')
const calls = 6_000
const workers = 8

/** The lines that the page on endpoints shows for a proxy, from one on, for gateways of this machine and in clear text. */
function shownConfig(from: string, proxyPort: number, gateways: readonly string[]): string {
	const lines = page.slice(page.indexOf(`    ${from}`)).split('\n')
	const shown = lines.slice(
		0,
		lines.findIndex((line) => line !== '' && !line.startsWith('    ')),
	)
	return shown
		.filter((line) => !/ssl_certificate|X-Forwarded-Proto|teams/.test(line))
		.join('\n')
		.replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${proxyPort}`)
		.replace('listen 443 ssl', `listen 127.0.0.1:${proxyPort}`)
		.replace(/10\.0\.1\.(\d):8545/g, (_, number) => new URL(gateways[Number(number) - 1]!).host)
}

const proxies = {
	HAProxy: (folder: string, port: number, gateways: readonly string[]) => {
		const config = shownConfig('defaults', port, gateways).replace(/^ +server .*:8544$/gm, '')
		writeFileSync(join(folder, 'haproxy.cfg'), `${config}\n`)
		return ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]
	},
	nginx: (folder: string, port: number, gateways: readonly string[]) => {
		const config = shownConfig('upstream gateways', port, gateways)
		const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
			(one) => `${one}_temp_path ${folder}/${one};`,
		)
		const file = `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {}\nhttp { access_log off; ${paths.join(' ')}\n${config}\n}\n`
		writeFileSync(join(folder, 'nginx.conf'), file)
		return ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
	},
} as const

describe.runIf(reason === '')('three gateways over two nodes of a network', { timeout: 600_000 }, () => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-gateways-'))
	const running: ChildProcess[] = []
	let network: TestNetwork
	let cluster: Cluster

	beforeAll(async () => {
		cluster = await startCluster()
		// Of four validators one may be gone.
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '300ms', snapshotInterval: 0 })
		for (const node of [0, 1, 2, 3]) network.startNode(node)
		await Promise.all([0, 1, 2, 3].map((node) => network.until(node, 2)))
	}, 180_000)
	afterAll(async () => {
		for (const one of running) {
			one.kill('SIGKILL')
			if (one.exitCode === null && one.signalCode === null) await once(one, 'exit')
		}
		await network?.close()
		cluster?.stop()
		rmSync(folder, { recursive: true, force: true })
	}, 60_000)

	for (const [name, lineOf] of Object.entries(proxies)) {
		const isHere = spawnSync(name.toLowerCase(), ['-v']).status === 0
		it.runIf(isHere)(
			`three gateways behind ${name} count every call and never go back in height, while a node and a gateway are killed`,
			async () => {
				const database = await cluster.database()
				const urls = [0, 1].map((node) => network.client(node).url)
				const fleet: GatewayProcess[] = []
				// Each prefers another node.
				for (const [at, upstreams] of [urls, [...urls].reverse(), urls].entries()) {
					fleet.push(await startGateway(folder, `${name}-${at}`, database, upstreams))
					running.push(fleet.at(-1)!.process)
				}
				const [port = 0] = await freePorts(1)
				const [command = '', ...args] = lineOf(
					folder,
					port,
					fleet.map(({ url }) => url),
				)
				running.push(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }))
				await expect.poll(() => accepts(port)).toBe(true)
				const client = createEndpointsClient(fleet[0]!.url, undefined)
				await client.signUp('owner@example.com', 'correct horse battery')
				const project = await client.createProject({ name: 'fleet' })
				const { application, key } = await client.createApplication(project.id, { name: 'app', network: 'archival' })
				const url = `http://127.0.0.1:${port}${new URL(application.url).pathname}`
				await expect.poll(async () => (await post(url, blockNumberCall, { 'x-api-key': key.key })).status).toBe(200)
				const { relays: before } = await client.statement()

				let [newest, answered, begun] = [0, 0, 0]
				const [backward, failed]: [string[], string[]] = [[], []]
				const slowest = { before: 0, after: 0 }
				const work = async (): Promise<void> => {
					while (begun < calls) {
						const number = ++begun
						if (number === calls / 3) void network.killNode(0)
						if (number === (calls * 2) / 3) fleet[2]!.process.kill('SIGKILL')
						const [floor, from] = [newest, performance.now()]
						const reply = await post(url, blockNumberCall, { 'x-api-key': key.key }).catch((cause) => ({
							...{ status: 0, text: String(cause) },
						}))
						const when = number < calls / 3 ? 'before' : 'after'
						slowest[when] = Math.max(slowest[when], performance.now() - from)
						if (reply.status !== 200 || !reply.text.includes('"result"')) {
							failed.push(`call ${number}: ${reply.status} ${reply.text}`)
							continue
						}
						const height = Number((JSON.parse(reply.text) as { result: string }).result)
						if (height < floor) backward.push(`${height} after ${floor}`)
						newest = Math.max(newest, height)
						answered++
					}
				}
				await Promise.all(Array.from({ length: workers }, work))
				const relays = (await client.statement()).relays - before
				process.stdout.write(
					`${name}: ${begun} calls, ${answered} answered, ${failed.length} in flight failed, ${relays} counted, ${backward.length} heights back, newest ${newest}; slowest call ${slowest.before.toFixed(0)} ms before the kills, ${slowest.after.toFixed(0)} ms after\n${failed.map((text) => `${text}\n`).join('')}`,
				)
				expect(backward).toEqual([])
				expect(failed.length).toBeLessThanOrEqual(workers)
				expect(relays).toBeGreaterThanOrEqual(answered)
				expect(relays).toBeLessThanOrEqual(answered + failed.length)
				// The next proxy begins with both nodes.
				network.startNode(0)
				await network.until(0, newest)
			},
		)
	}
})

function accepts(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1')
		socket.once('connect', () => {
			socket.destroy()
			resolve(true)
		})
		socket.once('error', () => resolve(false))
	})
}
