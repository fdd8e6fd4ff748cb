import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { formatValidatorKey, type ValidatorKey } from '../../../src/engine/validatorKey.ts'
import { EngineClient } from '../../../src/engineRpc/EngineClient.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { createTestnet } from '../../../src/node/testnet/createTestnet.ts'
import { parseHosts } from '../../../src/node/testnet/hosts.ts'
import { ManagedProcess } from '../../../src/node/testnet/ManagedProcess.ts'
import { type Testnet, testnetPaths } from '../../../src/node/testnet/Testnet.ts'
import { broadcastGreeting } from '../../support/broadcastGreeting.ts'
import type { Greeter } from '../../support/Greeter.ts'
import { greeterGenesis } from '../../support/greeterGenesis.ts'
import { Namespaces } from './Namespaces.ts'

const program = new URL('../../../bin/chain-tui.js', import.meta.url).pathname

/** Genesis of a script of the reference node. */
export interface ReferenceScript {
	readonly chain_id: string
	readonly genesis_time: string
	/** That of an exported state. */
	readonly initial_height?: string
	readonly app_state: unknown
}

/** How a network for a test is made. */
export interface TestNetworkOptions {
	/** Path of the real engine. */
	readonly engine: string
	readonly validators: number
	readonly blockInterval: string
	readonly snapshotInterval: number
	/** A script of the reference node, whose genesis the network gets instead of the built-in one. */
	readonly script?: ReferenceScript | undefined
	/** Hosts of the nodes, as a hosts file names them, which are then played by namespaces; `fifth` is one more. */
	readonly hosts?: readonly string[] | undefined
	/** A genesis with one validator, taken as it is, and that validator's key. */
	readonly recorded?: { readonly genesis: string; readonly validator: ValidatorKey } | undefined
}

interface Parts {
	app: ManagedProcess | undefined
	engine: ManagedProcess | undefined
}

/** A network of real engines whose programs a test starts, stops and kills one by one. */
export class TestNetwork {
	readonly folder: string
	readonly testnet: Testnet
	/** One funded account for each node; none under a script, which has accounts of its own. */
	readonly greeters: readonly Greeter[]
	/** The hosts of the nodes, where each has one. */
	readonly spaces: Namespaces | undefined
	readonly #engine: string
	readonly #parts: Parts[]
	/** Of all nodes: none under a script, whose fees no mempool has looked at. */
	readonly #minimumGasPrices: string

	private constructor(
		folder: string,
		testnet: Testnet,
		greeters: readonly Greeter[],
		engine: string,
		spaces: Namespaces | undefined,
		minimumGasPrices: string,
	) {
		this.#minimumGasPrices = minimumGasPrices
		this.spaces = spaces
		this.folder = folder
		this.testnet = testnet
		this.greeters = greeters
		this.#engine = engine
		this.#parts = testnet.nodes.map(() => ({ app: undefined, engine: undefined }))
	}

	static async create(options: TestNetworkOptions): Promise<TestNetwork> {
		const { engine, validators, blockInterval, snapshotInterval, script, recorded } = options
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-network-'))
		// The reference's amino names are the framework's own.
		const kept = { home: join(folder, 'none'), blockInterval, aminoBrand: 'cosmos' }
		const minimumGasPrices = script === undefined ? '0.01uchain' : '0uchain'
		const config = resolveNodeConfig({ ...kept, minimumGasPrices }, {})
		const time = new Date().toISOString()
		const { document, greeters } = greeterGenesis(config, script === undefined ? validators : 0, time)
		if (script !== undefined) {
			const { chain_id, initial_height = '1', app_state } = script
			Object.assign(document, { chain_id, initial_height, app_state })
		}
		const path = join(folder, 'net')
		const given = { ...config, genesis: JSON.stringify(document) }
		const names = options.hosts && [...options.hosts.map((line) => line.split(' ')[0]!), 'fifth']
		const spaces = names && new Namespaces(path, engine, names)
		const hosts =
			spaces && parseHosts(options.hosts!.map((line) => line.replaceAll('NET.', spaces.net)).join('\n'), 'hosts.txt')
		const testnet = await createTestnet(given, {
			...{ folder: path, validators, snapshotInterval, time },
			...(hosts === undefined ? {} : { hosts }),
		})
		if (recorded !== undefined) {
			const config = join(testnetPaths(path).engine(testnet.nodes[0]!.name), 'config')
			writeFileSync(join(config, 'genesis.json'), recorded.genesis)
			writeFileSync(join(config, 'priv_validator_key.json'), formatValidatorKey(recorded.validator))
		}
		return new TestNetwork(path, testnet, greeters, engine, spaces, minimumGasPrices)
	}

	client(node: number): EngineClient {
		return new EngineClient(`http://${this.#address(node)}:${this.testnet.nodes[node]!.ports.rpc}`)
	}

	rest(node: number): string {
		return `http://${this.#address(node)}:${this.testnet.nodes[node]!.ports.rest}`
	}

	#address(node: number): string {
		return this.testnet.nodes[node]!.host?.address ?? '127.0.0.1'
	}

	/** Folder of a node's application, engine or data of the engine. */
	path(node: number, part: 'app' | 'engine'): string {
		const { name } = this.testnet.nodes[node]!
		return testnetPaths(this.folder)[part](name)
	}

	log(node: number, part: 'app' | 'engine'): string {
		return readFileSync(this.#logFile(node, part), 'utf8')
	}

	#logFile(node: number, part: 'app' | 'engine'): string {
		const { name } = this.testnet.nodes[node]!
		// A host's journal, which stays when the disk of its homes is full.
		if (this.spaces !== undefined) return join(this.folder, '..', `${name}-${part}.log`)
		return testnetPaths(this.folder).log(name, part)
	}

	/** Starts a node's application; `around` is put in front of its command line, `flags` behind it. */
	startApp(node: number, around: readonly string[] = [], flags: readonly string[] = []): ManagedProcess {
		if (this.spaces !== undefined) return this.#run(node, 'app', this.unitLine(this.testnet.nodes[node]!.name, 'app'))
		const line = [...around, process.execPath, program, 'abci', '--home', this.path(node, 'app'), ...flags]
		return this.#run(node, 'app', line)
	}

	/** Home of the reference node that is a node's application. */
	referenceHome(node: number): string {
		return join(this.path(node, 'app'), 'reference')
	}

	/** Starts the reference node as a node's application, without an engine of its own. */
	startReference(node: number, program: string, more: readonly string[] = []): ManagedProcess {
		const home = this.referenceHome(node)
		spawnSync(program, ['init', 'x', '--home', home], { stdio: 'ignore' })
		const address = `tcp://127.0.0.1:${this.testnet.nodes[node]!.ports.abci}`
		const flags = ['--with-tendermint=false', '--transport', 'socket', '--address', address, '--home', home]
		return this.#run(node, 'app', [program, 'start', ...flags, '--minimum-gas-prices', this.#minimumGasPrices, ...more])
	}

	/** Starts a node's engine, with another address of its application if given. */
	startEngine(node: number, application?: string): ManagedProcess {
		if (this.spaces !== undefined)
			return this.#run(node, 'engine', this.unitLine(this.testnet.nodes[node]!.name, 'engine'))
		const line = [this.#engine, 'node', '--home', this.path(node, 'engine')]
		return this.#run(node, 'engine', application === undefined ? line : [...line, '--proxy_app', application])
	}

	/** Starts a node's engine as a program whose clock is off by so many seconds. */
	startEngineOff(node: number, program: string, seconds: number): ManagedProcess {
		const line = ['env', `CLOCK_OFFSET=${seconds}s`, program, 'node', '--home', this.path(node, 'engine')]
		return this.#run(node, 'engine', line)
	}

	startNode(node: number): void {
		this.startApp(node)
		this.startEngine(node)
	}

	part(node: number, part: 'app' | 'engine'): ManagedProcess | undefined {
		return this.#parts[node]![part]
	}

	/** Kills both programs of a node with the hardest signal, without letting it write anything. */
	async killNode(node: number): Promise<void> {
		for (const part of ['engine', 'app'] as const) await this.kill(node, part)
	}

	async kill(node: number, part: 'app' | 'engine'): Promise<void> {
		const running = this.#parts[node]![part]
		if (running === undefined) return
		running.signal('SIGKILL')
		await running.ended
	}

	/** Forgets a node's application state. */
	emptyApp(node: number): void {
		for (const folder of ['data', 'snapshots'])
			rmSync(join(this.path(node, 'app'), folder), { recursive: true, force: true })
	}

	/** Forgets a node's blocks and application state, but not what it has signed. */
	emptyNode(node: number): void {
		this.emptyApp(node)
		const data = join(this.path(node, 'engine'), 'data')
		const signed = readFileSync(join(data, 'priv_validator_state.json'))
		for (const name of ['application.db', 'blockstore.db', 'cs.wal', 'evidence.db', 'state.db', 'tx_index.db']) {
			rmSync(join(data, name), { recursive: true, force: true })
		}
		writeFileSync(join(data, 'priv_validator_state.json'), signed)
	}

	/** Lets a node begin from a snapshot, trusting a block of another one. */
	async trust(node: number, from: number, also: number): Promise<void> {
		const { signed_header } = (await this.client(from).call('commit'))!
		const { header, commit } = signed_header
		const servers = [from, also].map((peer) => `127.0.0.1:${this.testnet.nodes[peer]!.ports.rpc}`)
		appendFileSync(
			join(this.path(node, 'engine'), 'config', 'config.toml'),
			`
[statesync]
enable = true
rpc_servers = "${servers.join(',')}"
trust_height = ${header.height}
trust_hash = "${commit.block_id.hash}"
trust_period = "168h0m0s"
discovery_time = "5s"
`,
		)
	}

	async height(node: number): Promise<number> {
		const { sync_info } = await this.client(node).call('status')
		return Number(sync_info.latest_block_height)
	}

	/** Waits until a node's application has opened its servers, which it does once its engine answers. */
	async serves(node: number): Promise<void> {
		await expect.poll(() => this.log(node, 'app'), { timeout: 60_000 }).toMatch(/^ready /m)
	}

	/** Waits until a node has a block of this height; rejects with what its logs end with after so long without a new one. */
	async until(node: number, height: number, timeoutMs = 60_000): Promise<void> {
		let end = Date.now() + timeoutMs
		for (let highest = 0; ; ) {
			const now = await this.height(node).catch(() => 0)
			if (now >= height) return
			if (now > highest) {
				highest = now
				end = Date.now() + timeoutMs
			}
			if (Date.now() > end) {
				const tail = [this.log(node, 'engine'), this.log(node, 'app')].map((text) => text.slice(-1_500)).join('\n')
				throw new RangeError(`node ${node} is at ${now}, not ${height}:\n${tail}`)
			}
			await new Promise((resolve) => setTimeout(resolve, 100))
		}
	}

	/** The app hash that a node's block of a height carries. */
	async appHash(node: number, height: number): Promise<string> {
		const { block } = await this.client(node).call('block', { height: String(height) })
		return block!.header.app_hash
	}

	/** Waits for a block that a node's validator has signed; rejects when fifty blocks go by without. */
	async signedBy(node: number): Promise<void> {
		const { validator_info } = await this.client(node).call('status')
		const other = (node + 1) % this.testnet.nodes.length
		const from = await this.height(other)
		for (let height = from; height < from + 50; height++) {
			await this.until(other, height)
			const { signed_header } = (await this.client(other).call('commit', { height: String(height) }))!
			if (signed_header.commit.signatures.some((one) => one.validator_address === validator_info.address)) return
		}
		throw new RangeError(`node ${node} has signed none of fifty blocks from ${from}`)
	}

	/** Sends greetings through a node, each when the one before is accepted. */
	async greet(node: number, count: number): Promise<void> {
		for (let number = 0; number < count; number++) {
			const message = `from node ${node}, ${number}`
			await broadcastGreeting(this.client(node), this.greeters[node]!, this.testnet.chainId, message)
		}
	}

	/** Greetings in the state of a node. */
	async greetings(node: number): Promise<number> {
		const url = `${this.rest(node)}/chain/swap/v1beta1/greetings?pagination.limit=1&pagination.count_total=true`
		const reply = (await (await fetch(url)).json()) as { pagination?: { total?: string } | null; greetings?: unknown[] }
		return Number(reply.pagination?.total ?? reply.greetings?.length ?? 0)
	}

	/** Ends every program and removes the folder. */
	async close(): Promise<void> {
		await Promise.all(this.#parts.map(({ engine }) => engine?.stop()))
		await Promise.all(this.#parts.map(({ app }) => app?.stop()))
		this.spaces?.close()
		rmSync(join(this.folder, '..'), { recursive: true, force: true })
	}

	/** The command line of a host's systemd unit, entered into it. */
	unitLine(name: string, part: 'app' | 'engine', folder = this.folder): readonly string[] {
		const line = this.unitSays(name, part, 'ExecStart', folder).replaceAll('%i', name)
		return [...this.spaces!.enter(name, folder), ...line.split(' ')]
	}

	/** A setting of a host's systemd unit. */
	unitSays(name: string, part: 'app' | 'engine', setting: string, folder = this.folder): string {
		const file = part === 'app' ? 'chain-tui-abci@.service' : 'cometbft@.service'
		const unit = readFileSync(join(folder, name, 'systemd', file), 'utf8')
		return new RegExp(`^${setting}=(.*)$`, 'm').exec(unit)![1]!
	}

	/**
	 * Does what systemd does with both units of a host: starts their programs, and again after `RestartSec` when one ends in a way
	 * that its unit's `Restart` names.
	 *
	 * @returns lets nothing start any more
	 */
	superviseHost(node: number): () => void {
		const { name } = this.testnet.nodes[node]!
		const end = new AbortController()
		for (const part of ['app', 'engine'] as const) {
			const isAlways = this.unitSays(name, part, 'Restart') === 'always'
			const pauseMs = Number(this.unitSays(name, part, 'RestartSec')) * 1_000
			const run = (): void => {
				const program = this.#run(node, part, this.unitLine(name, part))
				void program.ended.then((how) => {
					if (end.signal.aborted || (!isAlways && how === 'code 0')) return
					const timer = setTimeout(run, pauseMs)
					end.signal.addEventListener('abort', () => clearTimeout(timer))
				})
			}
			run()
		}
		return () => end.abort()
	}

	#run(node: number, part: 'app' | 'engine', [command = '', ...args]: readonly string[]): ManagedProcess {
		const started = new ManagedProcess({
			command,
			args,
			logFile: this.#logFile(node, part),
			onLine: () => undefined,
		})
		this.#parts[node]![part] = started
		return started
	}
}
