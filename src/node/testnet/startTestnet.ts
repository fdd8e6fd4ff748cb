import { setTimeout as wait } from 'node:timers/promises'
import { EngineClient } from '../../engineRpc/EngineClient.ts'
import { UserError } from '../../errors/UserError.ts'
import { ManagedProcess } from './ManagedProcess.ts'
import { type Testnet, type TestnetNode, testnetPaths } from './Testnet.ts'

/** Options of a running network. */
export interface StartTestnetOptions {
	readonly folder: string
	/** Path of a CometBFT or Tendermint 0.34. */
	readonly engine: string
	/** Command line of this program: `[node, bin/chain-tui.js]`. */
	readonly self: readonly string[]
	/** Receives the important lines of all logs, prefixed with node and program. */
	readonly onLine: (line: string) => void
	readonly signal: AbortSignal
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
	/** Resolves when every program has ended, with the first that ended by itself. */
	readonly ended: Promise<string>
	/** Ends the engines, then the applications. */
	stop(): Promise<void>
}

/**
 * Runs a network's engines and applications on this machine. Resolves when every node has the second block.
 *
 * @throws {UserError} if a program ends before that, or the signal aborts.
 */
export async function startTestnet(testnet: Testnet, options: StartTestnetOptions): Promise<RunningTestnet> {
	const { folder, engine, self, onLine, signal } = options
	const paths = testnetPaths(folder)
	const apps: ManagedProcess[] = []
	const engines: ManagedProcess[] = []
	const firstEnd: { text: string | undefined } = { text: undefined }
	const run = (list: ManagedProcess[], node: TestnetNode, program: 'app' | 'engine', command: readonly string[]) => {
		const started = new ManagedProcess({
			command: command[0]!,
			args: command.slice(1),
			logFile: paths.log(node.name, program),
			onLine: (line) => {
				if (isWorthReading(line)) onLine(`${node.name} ${program} | ${line}`)
			},
		})
		list.push(started)
		void started.ended.then((how) => {
			if (signal.aborted) return
			const text = `The ${program} of ${node.name} ended with ${how}; see ${paths.log(node.name, program)}.`
			firstEnd.text ??= text
			onLine(text)
		})
	}
	const stop = async () => {
		await Promise.all(engines.map((process) => process.stop()))
		await Promise.all(apps.map((process) => process.stop()))
	}
	for (const node of testnet.nodes) {
		run(apps, node, 'app', [...self, ...appArguments(testnet, node, paths.app(node.name))])
		run(engines, node, 'engine', [engine, 'node', '--home', paths.engine(node.name)])
	}
	try {
		for (const { ports } of testnet.nodes) await secondBlock(ports.rpc, () => firstEnd.text, signal)
	} catch (error) {
		await stop()
		throw error
	}
	return {
		nodes: testnet.nodes.map(({ name, ports }) => ({
			name,
			rpc: `http://127.0.0.1:${ports.rpc}`,
			rest: `http://127.0.0.1:${ports.rest}`,
			grpc: `127.0.0.1:${ports.grpc}`,
			...(ports.eth === undefined ? {} : { eth: `http://127.0.0.1:${ports.eth}` }),
		})),
		ended: Promise.all([...apps, ...engines].map((process) => process.ended)).then(() => firstEnd.text ?? ''),
		stop,
	}
}

/** The command line of a node's application. */
export function appArguments({ snapshotInterval }: Testnet, { ports }: TestnetNode, home: string): readonly string[] {
	return [
		...['abci', '--home', home, '--address', `tcp://127.0.0.1:${ports.abci}`],
		...['--engine', `http://127.0.0.1:${ports.rpc}`],
		...['--rest', `127.0.0.1:${ports.rest}`, '--grpc', `127.0.0.1:${ports.grpc}`],
		...(ports.eth === undefined ? [] : ['--eth', `127.0.0.1:${ports.eth}`]),
		...['--snapshot-interval', String(snapshotInterval)],
	]
}

async function secondBlock(port: number, failure: () => string | undefined, signal: AbortSignal): Promise<void> {
	const client = new EngineClient(`http://127.0.0.1:${port}`)
	for (;;) {
		const failed = failure()
		if (failed !== undefined) throw new UserError('The network did not start.', { why: failed })
		if (signal.aborted) throw new UserError('The network was stopped before it had a block.')
		const height = await client.call('status').then(
			({ sync_info }) => Number(sync_info.latest_block_height),
			() => 0,
		)
		if (height >= 2) return
		await wait(200)
	}
}

/** Engines write several lines per block. The block itself and errors suffice to follow them. */
function isWorthReading(line: string): boolean {
	return !line.startsWith('I[') || line.includes('committed state')
}
