import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { EngineClient } from '../../engineRpc/EngineClient.ts'
import { UserError } from '../../errors/UserError.ts'
import { isAlive } from '../../util/isAlive.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { BlockWatch } from './BlockWatch.ts'
import { syncOf } from './followSync.ts'
import { isOnHost } from './hostFiles.ts'
import { ManagedProcess } from './ManagedProcess.ts'
import { type Testnet, type TestnetNode, testnetPaths } from './Testnet.ts'

/** Options of a running network. */
export interface StartTestnetOptions {
	readonly folder: string
	/** Path of a CometBFT or Tendermint 0.34. */
	readonly engine: string
	/** Command line of this program: `[node, bin/chain-tui.js]`. */
	readonly self: readonly string[]
	/** Receives the important lines of all logs, prefixed with node and program, and what happens to the programs. */
	readonly onLine: (line: string) => void
	readonly signal: AbortSignal
	/** Wait before a program that died is started again, in milliseconds; it doubles at each death up to the longest. */
	readonly backOffMs?: { readonly first: number; readonly longest: number }
}

/** URLs of a running node; gRPC as `host:port`. */
export interface RunningTestnetNode {
	readonly name: string
	readonly rpc: string
	readonly rest: string
	readonly grpc: string
	/** Of a chain with an EVM. */
	readonly eth?: string
}

/** A running network. */
export interface RunningTestnet {
	readonly nodes: readonly RunningTestnetNode[]
	/** Ends the engines, then the applications. */
	stop(): Promise<void>
}

type ProgramName = 'app' | 'engine'

const usualBackOff = { first: 1_000, longest: 30_000 }
/** A program that ran this long has recovered: its next death waits the first time again. */
const recoveredMs = 60_000
const betweenLooksMs = 500

/**
 * Runs a network's engines and applications on this machine. Resolves when every node has made or received a block that
 * was not there before. From then on a program that dies is started again, and a chain that halts is told.
 * @throws {UserError} if programs of an earlier start still run, if a program ends before the first block, or when the
 * signal aborts.
 */
export async function startTestnet(testnet: Testnet, options: StartTestnetOptions): Promise<RunningTestnet> {
	const { folder, signal, onLine } = options
	if (testnet.nodes.some(isOnHost)) {
		throw new UserError(`The nodes of ${folder} are on hosts of their own.`, {
			next: `Start each on its host, as ${testnetPaths(folder).page} says.`,
		})
	}
	refuseOrphans(testnet, folder)
	const programs = new Programs(testnet, options)
	const clients = testnet.nodes.map(({ ports }) => new EngineClient(`http://127.0.0.1:${ports.rpc}`))
	try {
		await programs.startAll()
		await Promise.all(clients.map((client) => newBlock(client, () => programs.firstEnd, signal)))
	} catch (error) {
		await programs.stop()
		throw error
	}
	programs.supervise()
	const watched = watchBlocks(testnet, clients, onLine, programs.ended)
	return {
		nodes: testnet.nodes.map(({ name, ports }) => ({
			name,
			rpc: `http://127.0.0.1:${ports.rpc}`,
			rest: `http://127.0.0.1:${ports.rest}`,
			grpc: `127.0.0.1:${ports.grpc}`,
			...(ports.eth === undefined ? {} : { eth: `http://127.0.0.1:${ports.eth}` }),
		})),
		async stop() {
			await programs.stop()
			await watched
		},
	}
}

/** All programs of a network, by `node0 app`. */
class Programs {
	/** How the first program ended by itself, before all were supervised. */
	firstEnd: string | undefined
	readonly #testnet: Testnet
	readonly #options: StartTestnetOptions
	readonly #running = new Map<string, ManagedProcess>()
	readonly #stopped = new AbortController()
	#isSupervised = false

	constructor(testnet: Testnet, options: StartTestnetOptions) {
		this.#testnet = testnet
		this.#options = options
	}

	/** Aborts when the network is told to stop. */
	get ended(): AbortSignal {
		return this.#stopped.signal
	}

	/** Starts every application, then every engine: an engine without its application logs refused connections. */
	async startAll(): Promise<void> {
		const { nodes } = this.#testnet
		await Promise.all(nodes.map((node) => this.#listening(node)))
		for (const node of nodes) this.#start(node, 'engine')
	}

	supervise(): void {
		this.#isSupervised = true
		if (this.firstEnd === undefined) return
		for (const node of this.#testnet.nodes) {
			for (const program of ['app', 'engine'] as const) {
				if (!this.#running.has(`${node.name} ${program}`)) this.#start(node, program)
			}
		}
	}

	async stop(): Promise<void> {
		this.#stopped.abort()
		for (const program of ['engine', 'app'] as const) {
			const own = [...this.#running].filter(([name]) => name.endsWith(` ${program}`))
			await Promise.all(own.map(([, process]) => process.stop()))
		}
		rmSync(testnetPaths(this.#options.folder).running, { force: true })
	}

	/** Resolves when the application of a node says that an engine may connect, or has ended. */
	async #listening(node: TestnetNode): Promise<void> {
		await new Promise<void>((resolve) => {
			this.#start(node, 'app', 0, resolve)
			this.#options.signal.addEventListener('abort', () => resolve())
		})
	}

	#start(node: TestnetNode, program: ProgramName, deaths = 0, onListening: () => void = () => {}): void {
		const { folder, engine, self, onLine } = this.#options
		const paths = testnetPaths(folder)
		const name = `${node.name} ${program}`
		const [command = '', ...args] =
			program === 'app'
				? [...self, 'abci', '--home', paths.app(node.name)]
				: [engine, 'node', '--home', paths.engine(node.name)]
		const startedAt = performance.now()
		const started = new ManagedProcess({
			command,
			args,
			logFile: paths.log(node.name, program),
			onLine: (line) => {
				if (line.startsWith('listening ')) onListening()
				if (isWorthReading(line)) onLine(`${name} | ${line}`)
			},
		})
		this.#running.set(name, started)
		this.#note()
		void started.ended.then(async (how) => {
			onListening()
			this.#running.delete(name)
			if (this.ended.aborted || this.#options.signal.aborted) return
			const text = `The ${program} of ${node.name} ended with ${how}; see ${paths.log(node.name, program)}.`
			if (!this.#isSupervised) {
				this.firstEnd ??= text
				onLine(text)
				return
			}
			// As systemd's Restart=on-failure: started again, an application that halted would make one block and halt again.
			if (program === 'app' && how === 'code 0') {
				onLine(`The app of ${node.name} ended as asked, by a halt or a signal. It is not started again.`)
				return
			}
			const { first, longest } = this.#options.backOffMs ?? usualBackOff
			const before = performance.now() - startedAt > recoveredMs ? 0 : deaths
			const delay = Math.min(longest, first * 2 ** before)
			onLine(`${text} It is started again in ${delay / 1000} s.`)
			await wait(delay, undefined, { signal: this.ended }).catch(() => undefined)
			if (!this.ended.aborted) this.#start(node, program, before + 1)
		})
	}

	/** Keeps the process ids, so that the next start can name what a killed one left. */
	#note(): void {
		const pids = Object.fromEntries([...this.#running].map(([name, { pid }]) => [name, pid]))
		writeFileAtomic(testnetPaths(this.#options.folder).running, `${JSON.stringify(pids)}\n`)
	}
}

/** A start that was killed leaves programs behind, which hold databases and ports. @throws {UserError} naming them. */
function refuseOrphans(testnet: Testnet, folder: string): void {
	const paths = testnetPaths(folder)
	let noted: Readonly<Record<string, number>>
	try {
		noted = JSON.parse(readFileSync(paths.running, 'utf8')) as Readonly<Record<string, number>>
	} catch {
		return
	}
	const homes = testnet.nodes.flatMap(({ name }) => [paths.app(name), paths.engine(name)])
	const orphans = Object.entries(noted).filter(([, pid]) => runsOn(pid, homes))
	if (orphans.length === 0) return
	throw new UserError(`Programs of an earlier start of ${folder} still run.`, {
		why: `They are ${orphans.map(([name, pid]) => `the ${name.split(' ')[1]} of ${name.split(' ')[0]} (process ${pid})`).join(', ')}.`,
		next: `End them, then start again: kill ${orphans.map(([, pid]) => pid).join(' ')}`,
	})
}

/** Whether a process lives and its command line names one of the homes, where the system tells command lines. */
function runsOn(pid: number, homes: readonly string[]): boolean {
	if (!isAlive(pid)) return false
	try {
		const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
		return homes.some((home) => line.includes(home))
	} catch {
		return true
	}
}

/** Resolves when a node has a block beyond those it had when it first answered, and beyond the first. */
async function newBlock(client: EngineClient, failure: () => string | undefined, signal: AbortSignal): Promise<void> {
	let first: number | undefined
	for (;;) {
		const failed = failure()
		if (failed !== undefined) throw new UserError('The network did not start.', { why: failed })
		if (signal.aborted) throw new UserError('The network was stopped before it had a new block.')
		const height = (await syncOf(client))?.height
		if (height !== undefined) {
			first ??= height
			if (height > first && height >= 2) return
		}
		await wait(betweenLooksMs / 2)
	}
}

/** Tells when the chain makes no blocks, and when it does again. */
async function watchBlocks(
	{ blockIntervalMs, nodes }: Testnet,
	clients: readonly EngineClient[],
	onLine: (line: string) => void,
	ended: AbortSignal,
): Promise<void> {
	const watch = new BlockWatch(blockIntervalMs, nodes.length, performance.now())
	while (!ended.aborted) {
		const heights = (await Promise.all(clients.map(syncOf))).map((sync) => sync?.height)
		const told = watch.look(heights, performance.now())
		if (told !== undefined) onLine(told)
		await wait(betweenLooksMs, undefined, { signal: ended }).catch(() => undefined)
	}
}

/** Engines write several lines per block. The block itself and errors suffice to follow them. */
function isWorthReading(line: string): boolean {
	return !line.startsWith('I[') || line.includes('committed state')
}
