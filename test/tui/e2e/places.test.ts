import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type Server as HttpServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quickKeyring } from '../../flow/cli/quickKeyring.ts'
import { cli } from '../../flow/cli/testCli.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { PtyTerminal } from '../support/ptyTerminal.ts'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/endpoints', name)

/** Another address of a node, which can be cut off, hang and be opened again. */
class Front {
	readonly #sockets = new Set<Socket>()
	readonly #accept: (socket: Socket) => void
	readonly #isTls: boolean
	#hangs = false
	#server: Server | undefined
	#port = 0

	constructor(node: TestNode, isTls = false) {
		const { port } = new URL(node.addresses.rpc ?? '')
		this.#isTls = isTls
		this.#accept = (socket) => {
			if (this.#hangs) {
				this.#keep(socket)
				return
			}
			const behind = connect(Number(port), '127.0.0.1')
			this.#keep(socket)
			this.#keep(behind)
			socket.pipe(behind).pipe(socket)
		}
	}

	#keep(socket: Socket): void {
		this.#sockets.add(socket)
		socket.once('close', () => this.#sockets.delete(socket))
		socket.on('error', () => {})
	}

	/** Takes connections and questions from now on, and answers none. */
	hang(): void {
		this.#hangs = true
		for (const socket of this.#sockets) socket.unpipe().pause()
	}

	async open(): Promise<string> {
		this.#hangs = false
		this.#server = this.#isTls
			? createTlsServer(
					{ cert: readFileSync(fixture('localhost.cert.pem')), key: readFileSync(fixture('localhost.key.pem')) },
					this.#accept,
				)
			: createServer(this.#accept)
		await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve))
		this.#port = (this.#server.address() as AddressInfo).port
		return this.#isTls ? `https://localhost:${this.#port}` : `http://127.0.0.1:${this.#port}`
	}

	async cut(): Promise<void> {
		const closed = new Promise((resolve) => this.#server?.close(resolve))
		for (const socket of this.#sockets) socket.destroy()
		await closed
	}
}

/** The height in the head line. */
function heightOf(screen: string): string | undefined {
	return /#([\d,]+)/.exec(screen.split('\n')[0] ?? '')?.[1]
}

/**
 * The app in a pseudo-terminal with its own chain and five places: two addresses of one chain, the second over https, a
 * chain of another id, an address at which nothing listens, and one behind a key.
 */
describe('the app with five places', () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-places-'))
	const passphrase = 'a good passphrase'
	const secret = 'provider-key-5c1e'
	let chain: TestNode
	let otherChain: TestNode
	let chosen: Front
	let twin: Front
	let gone: Front
	let provider: HttpServer
	let app: PtyTerminal
	const urls: Record<'chosen' | 'twin' | 'other' | 'dead' | 'keyed', string> = {
		chosen: '',
		twin: '',
		other: '',
		dead: '',
		keyed: '',
	}

	beforeAll(async () => {
		const flags = { blockMode: 'interval', blockInterval: '200ms' } as const
		chain = await startNode({ on: ['rpc'], flags: { ...flags, chainId: 'twins-1' } })
		otherChain = await startNode({ on: ['rpc'], flags: { ...flags, chainId: 'other-1' } })
		chosen = new Front(chain)
		twin = new Front(chain, true)
		gone = new Front(chain)
		urls.chosen = await chosen.open()
		urls.twin = await twin.open()
		urls.other = otherChain.addresses.rpc ?? ''
		urls.dead = await gone.open()
		await gone.cut()
		provider = createHttpServer((request, response) => {
			if (request.headers['x-api-key'] !== secret) {
				response.writeHead(401).end()
				return
			}
			const passed = httpRequest(chain.addresses.rpc ?? '', { method: request.method }, (reply) => {
				response.writeHead(reply.statusCode ?? 502)
				reply.pipe(response)
			})
			// The node may end while it is asked.
			passed.on('error', () => response.destroy())
			request.pipe(passed)
		})
		await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
		urls.keyed = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
		await quickKeyring(home, passphrase)
		const env = { CHAIN_TUI_PASSPHRASE: passphrase }
		expect((await cli(['keys', 'add', 'alice', '--home', home], { env })).exit).toBe(0)
		const listeners = ['--rpc', '127.0.0.1:0', '--rest', 'off', '--grpc', 'off', '--endpoints', 'off']
		app = new PtyTerminal(program, ['--home', home, ...listeners, '--block-interval', '200ms'], {
			columns: 160,
			rows: 40,
			env: { ...env, NODE_EXTRA_CA_CERTS: fixture('localhost.cert.pem') },
		})
		await app.until(/live · embedded · chain-localnet/, 60_000)
		expect((await cli(['faucet', 'alice', '--home', home], { env })).exit).toBe(0)
	}, 120_000)

	afterAll(async () => {
		app?.kill()
		await Promise.all([chosen.cut(), twin.cut()])
		provider.close()
		provider.closeAllConnections()
		await chain.close()
		await otherChain.close()
		rmSync(home, { recursive: true, force: true })
	})

	/** Selects a place of the list by its name, going down from the first. */
	async function select(name: string): Promise<void> {
		app.type('gg')
		await app.until(/▸ +\S +own chain /)
		for (const next of ['chosen', 'twin', 'other', 'dead', 'keyed']) {
			app.type('j')
			await app.until(new RegExp(`▸ +\\S +${next} `))
			if (next === name) return
		}
	}

	it('adds each by its address alone, and finds what it is', async () => {
		app.type('gp')
		await app.until('own chain')
		const found = {
			chosen: '✓ node',
			twin: '✓ node',
			other: '✓ node',
			dead: '✗ connection refused',
			keyed: 'wants a key',
		}
		for (const [name, words] of Object.entries(found)) {
			app.type('a')
			await app.until('Add a place')
			app.type(urls[name as keyof typeof urls])
			await app.until(words)
			app.type(`\t${name}`)
			if (name === 'keyed') {
				app.type(`\t${secret}`)
				await app.until('✓ node')
			}
			app.type('\r')
			await app.until((text) => !text.includes('Add a place') && new RegExp(`[●○] +${name} `).test(text))
		}
		await app.until(/● +chosen .*twins-1/)
		await app.until(/● +other .*other-1/)
		await app.until(/○ +dead .*✗ connection refused/)
		await app.until(/● +keyed .*private endpoint .*twins-1/)
		expect(app.written).not.toContain(secret)
		expect(readFileSync(join(home, 'preferences.json'), 'utf8')).not.toContain(secret)
	}, 120_000)

	it('tests a place over https, with its certificate, and compares places', async () => {
		await select('twin')
		app.type('t')
		await app.until(/✓ certificate .*localhost/)
		app.type('\x1b')
		await app.until((text) => !text.includes('› test of'))
		await select('chosen')
		app.type('c')
		await app.until('c compares with chosen')
		await select('twin')
		app.type('c')
		await app.until('✓ the same app hash')
		app.type('\x1b')
		await app.until((text) => !text.includes('✓ the same app hash'))
		app.type('c')
		await app.until('c compares with twin')
		await select('other')
		app.type('c')
		await app.until('✗ two different chains')
		app.type('\x1b')
		await app.until((text) => !text.includes('✗ two different chains'))
	}, 120_000)

	it('switches to and fro while the shell greets on the own chain: not one greeting fails', async () => {
		const exits: number[] = []
		let done = false
		const load = (async () => {
			while (!done || exits.length < 5) {
				const { exit } = await cli(['greet', `hello ${exits.length}`, '--home', home, '--from', 'alice'], {
					env: { CHAIN_TUI_PASSPHRASE: passphrase },
				})
				exits.push(exit)
			}
		})()
		for (const name of ['chosen', 'other', 'keyed', 'twin']) {
			await select(name)
			app.type('\r')
			if (name !== 'twin') {
				await app.until('is on another chain: ')
				app.type('\r')
			}
			await app.until(new RegExp(`live · ${name} · `))
			await app.until('own chain-localnet running')
		}
		app.type('o')
		await app.until(/live · embedded · chain-localnet/)
		done = true
		await load
		expect(new Set(exits)).toEqual(new Set([0]))
		const { stdout } = await cli([
			'q',
			'greet',
			'list-greetings',
			'--home',
			home,
			'--output',
			'json',
			'--limit',
			'1000',
		])
		expect(stdout.match(/hello \d+/g)).toHaveLength(exits.length)
	}, 240_000)

	it('asks before it uses the dead one', async () => {
		await select('dead')
		app.type('\r')
		await app.until('dead does not answer: connection refused.')
		app.type('\x1b')
		await app.until((text) => !text.includes('use it all the same'))
	}, 60_000)

	it('makes one of them the stand-by', async () => {
		await select('twin')
		app.type('m')
		await app.until('☆ stand-by')
	}, 60_000)

	it.each([
		['is cut off', () => chosen.cut()],
		['takes questions and never answers', () => chosen.hang()],
	])(
		'the stand-by is read when the chosen one %s, and the way back is offered',
		async (what, fail) => {
			await select('chosen')
			app.type('\r')
			await app.until(/live · chosen · /)
			const began = performance.now()
			await fail()
			await app.until(/live · twin for chosen · /)
			process.stdout.write(
				`the stand-by was in use after ${Math.round(performance.now() - began)} ms: chosen ${what}\n`,
			)
			const height = heightOf(app.text())
			await app.until((text) => heightOf(text) !== height)
			await chosen.cut()
			await chosen.open()
			await app.until('chosen answers again: B goes back to it')
			app.type('B')
			await app.until(/live · chosen · /)
			app.type('o')
			await app.until(/live · embedded · chain-localnet/)
		},
		120_000,
	)

	it('asks before quitting, because the own chain still runs', async () => {
		await select('chosen')
		app.type('\r')
		await app.until(/live · chosen · /)
		app.type('q')
		await app.until('Your own chain chain-localnet still runs')
		app.type('\r')
		expect(await app.exit).toBe(0)
	}, 60_000)
})
