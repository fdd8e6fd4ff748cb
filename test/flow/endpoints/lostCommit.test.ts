import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cluster, postgresBinaries, startCluster } from './support/postgres.ts'
import { blockNumberCall, post, startService, type TestService, withApplication } from './support/service.ts'

/** Where the next commit is cut: before the server has it, or after the server has made it. */
type Cut = 'none' | 'before' | 'after'

/** A way to PostgreSQL that can lose a commit, as a crash of the server does. */
class LossyWay {
	cut: Cut = 'none'
	/** Whether nobody gets through any more. */
	closed = false
	/** Whether it closes with the next cut. */
	closesThen = false
	cuts = 0
	readonly #server: Server
	readonly #sockets = new Set<Socket>()

	constructor(target: URL) {
		this.#server = createServer((client) => {
			if (this.closed) return client.destroy()
			const server = connect(Number(target.port), target.hostname)
			let losing = false
			const end = () => {
				client.destroy()
				server.destroy()
			}
			for (const socket of [client, server]) {
				this.#sockets.add(socket)
				socket.on('error', end)
				socket.on('close', end)
			}
			client.on('data', (data) => {
				if (this.cut !== 'none' && /commit/i.test(data.toString('latin1'))) {
					losing = true
					this.cuts++
					const where = this.cut
					this.cut = 'none'
					if (where === 'before') return end()
				}
				server.write(data)
			})
			server.on('data', (data) => {
				if (!losing) return client.write(data)
				this.closed = this.closesThen
				if (this.closed) for (const socket of this.#sockets) socket.destroy()
				end()
			})
		})
	}

	async listen(): Promise<number> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
		const address = this.#server.address()
		return typeof address === 'object' && address !== null ? address.port : 0
	}

	close(): void {
		for (const socket of this.#sockets) socket.destroy()
		this.#server.close()
	}
}

describe.skipIf(postgresBinaries === undefined)('a call whose count is lost on its way to PostgreSQL', () => {
	let cluster: Cluster
	let way: LossyWay
	let service: TestService
	beforeAll(async () => {
		cluster = await startCluster()
	})
	afterAll(() => cluster?.stop())
	beforeEach(async () => {
		const url = new URL(await cluster.database())
		way = new LossyWay(new URL(url))
		url.port = String(await way.listen())
		service = await startService({ databaseUrl: String(url) })
	})
	afterEach(async () => {
		way.closed = false
		await service.close()
		way.close()
	})

	it.each(['before', 'after'] as const)(
		'a call whose count is lost on its way to PostgreSQL is counted once and answered when it is cut %s the commit',
		async (cut) => {
			const { application, key, client } = await withApplication(service)
			const headers = { 'x-api-key': key.key }
			for (let round = 1; round <= 5; round++) {
				way.cut = cut
				const { status, text } = await post(application.url, blockNumberCall, headers)
				expect([status, text]).toEqual([200, expect.stringContaining('"result"')])
				const { relays, applications, days } = await client.statement()
				expect([relays, applications[0]?.relays, days[0]?.relays]).toEqual([round, round, round])
			}
			expect(way.cuts).toBe(5)
		},
	)

	it('a call whose count is lost on its way to PostgreSQL is said to be uncertain when the server does not come back', async () => {
		const { application, key, client } = await withApplication(service)
		way.cut = 'after'
		way.closesThen = true
		const { status, text } = await post(application.url, blockNumberCall, { 'x-api-key': key.key })
		expect(way.cuts).toBe(1)
		expect([status, text]).toEqual([503, expect.stringContaining('may or may not have been counted')])
		way.closed = false
		await expect
			.poll(async () => (await client.statement().catch(() => undefined))?.relays, { timeout: 10_000 })
			.toBe(1)
	}, 30_000)
})
