import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { readHomeConfig } from '../../../../src/node/home/home.ts'
import { readNetworkHome } from '../../../../src/node/home/networkHome.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { usualPorts } from '../../../../src/node/testnet/hosts.ts'
import { type JoinOptions, joinNetwork } from '../../../../src/node/testnet/joinNetwork.ts'
import { readTestnet, testnetPaths } from '../../../../src/node/testnet/Testnet.ts'
import { closeServer, listen } from '../../../../src/serve/listen.ts'

const golden = readFileSync(new URL('../../../golden/localnet-genesis.json', import.meta.url), 'utf8').trimEnd()

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-join-'))
	closing.push(() => rmSync(folder, { recursive: true, force: true }))
	return folder
}

/** A port on which somebody accepts connections. */
async function openPort(port = 0): Promise<number> {
	const server = createServer((socket) => socket.destroy())
	closing.push(() => server.close())
	return listen(server, '0.0.0.0', port)
}

/** A port of this machine on which nobody listens. */
async function closedPort(): Promise<number> {
	const server = createServer()
	const port = await listen(server, '127.0.0.1', 0)
	await new Promise((resolve) => server.close(resolve))
	return port
}

interface Peer {
	readonly node_info: { readonly id: string; readonly listen_addr: string }
	readonly remote_ip: string
}

/** What a node of the network tells. */
interface Told {
	chainId: string
	latest: number
	earliest: number
	genesis: string
	hash: string | undefined
	id: string
	listens: string
	peers: readonly Peer[] | null
	/** Bytes of a piece of its genesis. */
	pieceBytes: number
	/** Whether the pieces of its genesis have no bytes. */
	isSilent: boolean
}

/** The RPC of a node of the network. */
async function networkNode(told: Partial<Told> = {}) {
	const node: Told = {
		...{ chainId: 'chain-localnet', latest: 50, earliest: 1, genesis: golden, hash: 'AB'.repeat(32) },
		...{
			id: 'a'.repeat(40),
			listens: `tcp://0.0.0.0:${await openPort()}`,
			peers: null,
			pieceBytes: 1_000,
			isSilent: false,
		},
		...told,
	}
	const commits: string[] = []
	const resultOf = (method: string, params: { readonly height?: string; readonly chunk?: string }): unknown => {
		const bytes = Buffer.from(node.genesis)
		switch (method) {
			case 'status':
				return {
					node_info: { id: node.id, listen_addr: node.listens, network: node.chainId },
					sync_info: { latest_block_height: String(node.latest), earliest_block_height: String(node.earliest) },
				}
			case 'net_info':
				return { peers: node.peers }
			case 'commit':
				commits.push(params.height ?? '')
				return node.hash === undefined ? null : { signed_header: { commit: { block_id: { hash: node.hash } } } }
			default: {
				const [at, total] = [Number(params.chunk), Math.ceil(bytes.length / node.pieceBytes)]
				if (at >= total) throw new RangeError(`there are ${total} pieces, and no piece ${at}`)
				const data = bytes.subarray(at * node.pieceBytes, (at + 1) * node.pieceBytes).toString('base64')
				return { chunk: params.chunk, total: String(total), data: node.isSilent ? '' : data }
			}
		}
	}
	const server = createHttpServer(async (request, response) => {
		let body = ''
		for await (const part of request) body += part
		const { id, method, params } = JSON.parse(body)
		try {
			response.end(JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method, params) }))
		} catch (fault) {
			response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: String(fault) } }))
		}
	})
	const port = await listen(server, '127.0.0.1', 0)
	closing.push(() => closeServer(server, 0))
	return { url: `http://127.0.0.1:${port}`, port, commits, p2p: Number(node.listens.split(':').at(-1)) }
}

type NetworkNode = Awaited<ReturnType<typeof networkNode>>

async function joined(nodes: readonly NetworkNode[], options: Partial<JoinOptions> = {}) {
	const folder = options.folder ?? join(newFolder(), 'fifth')
	const steps: string[] = []
	const made = await joinNetwork({
		servers: nodes.map(({ url }) => url),
		...{ folder, name: 'node', mode: 'auto' },
		configOf: (genesis, home) => resolveNodeConfig({ genesis, home }, {}),
		onStep: (text) => steps.push(text),
		...options,
	})
	const engine = testnetPaths(folder).engine('node')
	const toml = readFileSync(join(engine, 'config', 'config.toml'), 'utf8')
	return { ...made, folder, steps, engine, toml }
}

/** Two nodes that tell the same. */
const twoNodes = async (told: Partial<Told> = {}) => [
	await networkNode(told),
	await networkNode({ id: 'b'.repeat(40), pieceBytes: 1_000_000, ...told }),
]

describe('a new node of a network that runs', () => {
	test('a new node has the genesis, the peers, its own keys and the nodes that it asked, and is told step by step', async () => {
		const nodes = await twoNodes()
		const { testnet, sync, trust, peers, folder, steps, engine, toml } = await joined(nodes)
		const [node] = testnet.nodes
		expect(testnet).toMatchObject({
			format: 2,
			chainId: 'chain-localnet',
			blockIntervalMs: 1_000,
			snapshotInterval: 1_000,
		})
		expect(readTestnet(folder)).toEqual(testnet)
		expect([sync, trust.height, trust.hash]).toEqual(['replay', 49, 'AB'.repeat(32)])
		expect(nodes.map(({ commits }) => commits)).toEqual([['49'], ['49']])
		expect(peers).toEqual([
			`${'a'.repeat(40)}@127.0.0.1:${nodes[0]!.p2p}`,
			`${'b'.repeat(40)}@127.0.0.1:${nodes[1]!.p2p}`,
		])
		expect(readFileSync(join(engine, 'config', 'genesis.json'), 'utf8')).toBe(`${golden}\n`)
		expect(existsSync(join(engine, 'config', 'priv_validator_key.json'))).toBe(true)
		expect(existsSync(join(engine, 'config', 'node_key.json'))).toBe(true)
		for (const line of [
			`persistent_peers = "${peers.join(',')}"`,
			'addr_book_strict = false',
			`laddr = "tcp://0.0.0.0:${node!.ports.p2p}"`,
			`prometheus_listen_addr = "127.0.0.1:${node!.ports.engineMetrics}"`,
		]) {
			expect(toml).toContain(`${line}\n`)
		}
		expect(toml).not.toContain('[statesync]')
		const home = testnetPaths(folder).app('node')
		expect(readNetworkHome(home)).toEqual({
			address: `tcp://127.0.0.1:${node!.ports.abci}`,
			engineUrl: `http://127.0.0.1:${node!.ports.rpc}`,
			engineHome: engine,
			others: nodes.map(({ url }) => url),
		})
		expect(readHomeConfig(home).rest).toBe(`127.0.0.1:${node!.ports.rest}`)
		expect(existsSync(join(folder, 'node', 'systemd', 'cometbft@.service'))).toBe(true)
		const sum = createHash('sha256').update(golden).digest('hex')
		expect(steps).toEqual([
			`chain-localnet: ${nodes[0]!.url} is at height 50, ${nodes[1]!.url} is at height 50`,
			`genesis: ${golden.length} bytes, SHA-256 ${sum}, told alike`,
			`trusted block: height 49, hash ${'AB'.repeat(32)}, told alike`,
			'every block from 1 on is run: 50 so far',
			`peers that can be dialled: 127.0.0.1:${nodes[0]!.p2p}, 127.0.0.1:${nodes[1]!.p2p}`,
			`homes with own keys are in ${testnetPaths(folder).host('node')}; the node's id is ${node!.id}`,
		])
	})

	test.each([
		[999, 1, 'replay'],
		[1_000, 1, 'state'],
		[1_001, 1, 'state'],
		[50, 2, 'state'],
	] as const)(
		'a new node of a chain at height %i that has blocks from %i on gets the state by %s',
		async (latest, earliest, wanted) => {
			const nodes = await twoNodes({ latest, earliest })
			const { sync, toml, steps } = await joined(nodes)
			expect(sync).toBe(wanted)
			const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
			const isThere = toml.includes(
				`[statesync]\nenable = true\nrpc_servers = "${addresses}"\ntrust_height = ${latest - 1}\n`,
			)
			expect(isThere).toBe(wanted === 'state')
			expect(steps.includes("the state comes from a snapshot of the network's nodes")).toBe(wanted === 'state')
		},
	)

	test('a way to the state that the operator names is taken', async () => {
		expect((await joined(await twoNodes({ latest: 50 }), { mode: 'state' })).sync).toBe('state')
		expect((await joined(await twoNodes({ latest: 5_000 }), { mode: 'replay' })).sync).toBe('replay')
		expect((await joined(await twoNodes({ earliest: 7 }), { mode: 'state' })).sync).toBe('state')
		await expect(joined(await twoNodes({ earliest: 2 }), { mode: 'replay' })).rejects.toMatchObject({
			message: 'The blocks from 1 on cannot be run again.',
			why: 'The nodes keep blocks from 2 on.',
		})
	})

	test('the trusted block is one that both nodes keep, below the height of the one that is behind', async () => {
		const [first, second] = [await networkNode({ latest: 90 }), await networkNode({ latest: 60, earliest: 20 })]
		expect((await joined([first, second])).trust.height).toBe(59)
		const pruned = [await networkNode({ latest: 90, earliest: 80 }), await networkNode({ latest: 60 })]
		expect((await joined(pruned)).trust.height).toBe(80)
	})

	test('a genesis with letters of several bytes is joined with its pieces cut anywhere, and told by its bytes', async () => {
		const genesis = golden.replace('"name": "localnet"', '"name": "l\u00f6kalnet \u6f22"')
		expect(genesis).not.toBe(golden)
		const { steps, engine } = await joined(await twoNodes({ genesis, pieceBytes: 97 }))
		expect(readFileSync(join(engine, 'config', 'genesis.json'), 'utf8')).toBe(`${genesis}\n`)
		const sum = createHash('sha256').update(genesis).digest('hex')
		expect(steps[1]).toBe(`genesis: ${Buffer.byteLength(genesis)} bytes, SHA-256 ${sum}, told alike`)
	})

	test('a chain with an EVM has a port for it, and one without has none', async () => {
		const evm = golden.replace('"chain-localnet"', '"chain_2222-1"')
		const { testnet, folder } = await joined(await twoNodes({ chainId: 'chain_2222-1', genesis: evm }))
		const home = readHomeConfig(testnetPaths(folder).app('node'))
		expect(home).toMatchObject({ evmChainId: '2222', eth: `127.0.0.1:${testnet.nodes[0]!.ports.eth}` })
		const named = await joined(await twoNodes(), {
			configOf: (genesis, path) => resolveNodeConfig({ genesis, home: path, evmChainId: '77' }, {}),
		})
		expect(readHomeConfig(testnetPaths(named.folder).app('node')).evmChainId).toBe('77')
		expect(named.testnet.nodes[0]!.ports).toHaveProperty('eth')
		expect((await joined(await twoNodes())).testnet.nodes[0]!.ports).not.toHaveProperty('eth')
	})

	test('a usual port that is taken is replaced by a free one, and no port is used twice', async () => {
		// Somebody else may hold it already.
		await openPort(usualPorts.p2p).catch(() => undefined)
		const { ports } = (await joined(await twoNodes())).testnet.nodes[0]!
		expect(ports.p2p).not.toBe(usualPorts.p2p)
		expect(Object.keys(ports)).toEqual(['abci', 'rpc', 'p2p', 'rest', 'grpc', 'engineMetrics', 'metrics'])
		expect(new Set(Object.values(ports)).size).toBe(7)
	})
})

describe('the peers of a new node', () => {
	const peer = (letter: string, listen_addr: string, remote_ip = '127.0.0.1'): Peer => ({
		node_info: { id: letter.repeat(40), listen_addr },
		remote_ip,
	})

	test('peers are those that accept a connection, each once, by the address they tell unless it stands for all of their own', async () => {
		const [named, loopback, gone] = [await openPort(), await openPort(), await closedPort()]
		const told = [
			peer('c', `tcp://localhost:${named}`, '192.0.2.1'),
			peer('d', `127.0.0.1:${loopback}`, 'localhost'),
			peer('e', `tcp://[::]:${loopback}`),
			peer('f', `:${loopback}`),
			peer('0', `tcp://127.0.0.1:${gone}`),
			peer('9', 'nowhere'),
		]
		const [first, second] = [await networkNode({ peers: told }), await networkNode({ id: 'b'.repeat(40), peers: told })]
		const { peers } = await joined([first, second])
		expect(peers).toEqual([
			`${'a'.repeat(40)}@127.0.0.1:${first.p2p}`,
			`${'c'.repeat(40)}@localhost:${named}`,
			`${'d'.repeat(40)}@localhost:${loopback}`,
			`${'e'.repeat(40)}@127.0.0.1:${loopback}`,
			`${'f'.repeat(40)}@127.0.0.1:${loopback}`,
			`${'b'.repeat(40)}@127.0.0.1:${second.p2p}`,
		])
	})

	test('a network of which no node can be dialled is refused with the addresses that its nodes tell', async () => {
		const gone = await closedPort()
		// No connection can be made to the address of all.
		await expect(joined(await twoNodes({ listens: 'tcp://255.255.255.255:26656' }))).rejects.toMatchObject({
			why: 'None of 255.255.255.255:26656, 255.255.255.255:26656 accepts a connection.',
		})
		await expect(joined(await twoNodes({ listens: `tcp://127.0.0.1:${gone}` }))).rejects.toMatchObject({
			message: 'No node of the network can be dialled.',
			why: `None of 127.0.0.1:${gone}, 127.0.0.1:${gone} accepts a connection.`,
		})
	})
})

describe('a network that cannot be joined', () => {
	test('one node alone, or the same twice, is not enough', async () => {
		const node = await networkNode()
		for (const nodes of [[node], [node, node]]) {
			await expect(joined(nodes)).rejects.toThrow('A new node needs two nodes of the network.')
		}
	})

	test('nodes that contradict each other are refused with what each says', async () => {
		const first = await networkNode()
		const against = async (told: Partial<Told>) => {
			const second = await networkNode(told)
			const refusal: unknown = await joined([first, second]).catch((fault: unknown) => fault)
			expect(refusal).toBeInstanceOf(UserError)
			const { message, why } = refusal as UserError
			return [message.replace(first.url, 'A').replace(second.url, 'B'), why]
		}
		expect(await against({ chainId: 'other' })).toEqual([
			'A and B do not tell the same chain id.',
			'One says chain-localnet, the other other.',
		])
		expect(await against({ genesis: `${golden} ` })).toEqual([
			'A and B do not tell the same genesis (SHA-256).',
			expect.stringMatching(/^One says [0-9a-f]{64}, the other [0-9a-f]{64}\.$/),
		])
		expect(await against({ hash: 'CD'.repeat(32) })).toEqual([
			'A and B do not tell the same block 49.',
			`One says ${'AB'.repeat(32)}, the other ${'CD'.repeat(32)}.`,
		])
	})

	test('a node whose pieces of the genesis are empty is asked for no more of them', async () => {
		const nodes = [await networkNode(), await networkNode({ isSilent: true })]
		await expect(joined(nodes)).rejects.toMatchObject({
			message: `${nodes[1]!.url} sends an empty piece of the genesis.`,
			why: expect.stringMatching(/^Its piece 1 of \d+ has no bytes\.$/),
			next: 'Give another node of the network, or ask who runs that one.',
		})
	})

	test('a block that a node does not have is not trusted', async () => {
		const nodes = await twoNodes({ hash: undefined })
		await expect(joined(nodes)).rejects.toMatchObject({ message: `${nodes[0]!.url} has no block 49.` })
	})

	test('another chain than the one named is refused, and the one named is taken', async () => {
		const nodes = await twoNodes()
		await expect(joined(nodes, { chainId: 'mine' })).rejects.toThrow('The network is chain-localnet, not mine.')
		expect((await joined(nodes, { chainId: 'chain-localnet' })).testnet.chainId).toBe('chain-localnet')
	})

	test('a genesis that this program cannot run is refused, and the folder is empty for the next try', async () => {
		const nodes = await twoNodes()
		const folder = join(newFolder(), 'fifth')
		const configOf = () => {
			throw new UserError('The genesis is of generation 8.')
		}
		await expect(joined(nodes, { folder, configOf })).rejects.toThrow('The genesis is of generation 8.')
		expect(readdirSync(folder)).toEqual([])
		expect((await joined(nodes, { folder })).testnet.chainId).toBe('chain-localnet')
	})

	test('a folder in which something lies is refused and left alone', async () => {
		const folder = newFolder()
		mkdirSync(folder, { recursive: true })
		writeFileSync(join(folder, 'mine'), 'x')
		await expect(joined(await twoNodes(), { folder })).rejects.toThrow('is not empty')
		expect(existsSync(testnetPaths(folder).file)).toBe(false)
	})
})
