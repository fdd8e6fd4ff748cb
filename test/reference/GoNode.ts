import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, type GoProgram, runGo, setToml, startGo, until } from './goProgram.ts'

/** A node of the reference with its REST server. */
export interface GoNode {
	readonly restPort: number
	readonly rpcPort: number
	/** Height of the newest block. */
	height(): Promise<number>
	/** Has it make no more blocks, and gives the height at which it stands: what it accepts from now on waits. */
	freeze(): Promise<number>
	stop(): Promise<void>
}

/** The seed text of the validator key that the recorded genesis documents name. */
const validatorSecret = 'throw-away localnet'

/** The engine writes what it signed into this folder of its home, and makes no more blocks when that is gone. */
const signedFolder = 'signed'
const signedFile = `"${signedFolder}/priv_validator_state.json"`
const blockTime = '"300ms"'

interface Plan {
	readonly home: string
	readonly rpcPort: number
	readonly restPort: number
	/** File of what the node says. */
	readonly log: string
	/** Starts all programs of the node. */
	launch(): readonly GoProgram[]
}

/** Starts a node of generation 9 from a genesis document. */
export async function startGoNode9(program: string, folder: string, genesis: string): Promise<GoNode> {
	const home = join(folder, 'reference9')
	runGo(program, ['init', 'localnet', '--chain-id', 'chain-localnet', '--home', home])
	runGo(program, ['add-genesis-validator', '10', '--secret', validatorSecret, '--home', home])
	writeFileSync(join(home, 'config', 'genesis.json'), genesis)
	const [rpcPort = 0, p2pPort = 0, restPort = 0, grpcPort = 0] = await freePorts(4)
	setToml(join(home, 'config', 'config.toml'), [
		['', 'priv_validator_state_file', signedFile],
		['rpc', 'laddr', `"tcp://127.0.0.1:${rpcPort}"`],
		['rpc', 'pprof_laddr', '""'],
		['p2p', 'laddr', `"tcp://127.0.0.1:${p2pPort}"`],
		['consensus', 'timeout_commit', blockTime],
	])
	setToml(join(home, 'config', 'app.toml'), [
		['', 'minimum-gas-prices', '"0.01uchain"'],
		['', 'pruning', '"nothing"'],
		['api', 'enable', 'true'],
		['api', 'address', `"tcp://127.0.0.1:${restPort}"`],
		['grpc', 'address', `"127.0.0.1:${grpcPort}"`],
		['grpc-web', 'enable', 'false'],
	])
	const log = join(home, 'log')
	const launch = () => [startGo(program, ['start', '--home', home, '--log_level', 'error'], log)]
	return startPlan({ home, rpcPort, restPort, log, launch })
}

/**
 * Starts a node of generation 8 and its REST server from an accounts file, with the genesis time of the recordings.
 *
 * @param change makes another genesis document of it
 */
export async function startGoNode8(
	program: string,
	folder: string,
	accountsFile: string,
	change: (genesis: string) => string = (genesis) => genesis,
): Promise<GoNode> {
	const home = join(folder, 'reference8')
	runGo(program, ['init', 'localnet', '--chain-id', 'chain-localnet', '--home', home])
	runGo(program, ['genesis', accountsFile, '--secret', validatorSecret, '--home', home])
	const genesisFile = join(home, 'config', 'genesis.json')
	writeFileSync(genesisFile, change(readFileSync(genesisFile, 'utf8')))
	const [rpcPort = 0, p2pPort = 0, restPort = 0] = await freePorts(3)
	setToml(join(home, 'config', 'config.toml'), [
		['', 'priv_validator_state_file', signedFile],
		['rpc', 'laddr', `"tcp://127.0.0.1:${rpcPort}"`],
		['', 'prof_laddr', '""'],
		['p2p', 'laddr', `"tcp://127.0.0.1:${p2pPort}"`],
		['consensus', 'timeout_commit', blockTime],
	])
	const start = ['start', '--home', home, '--minimum-gas-prices', '0.01uchain', '--pruning', 'nothing']
	const rest = ['rest-server', '--home', home, '--chain-id', 'chain-localnet', '--trust-node']
	rest.push('--node', `tcp://127.0.0.1:${rpcPort}`, '--laddr', `tcp://127.0.0.1:${restPort}`)
	const log = join(home, 'node.log')
	const launch = () => [
		startGo(program, [...start, '--log_level', '*:error'], log),
		startGo(program, rest, join(home, 'rest.log')),
	]
	return startPlan({ home, rpcPort, restPort, log, launch })
}

async function startPlan({ home, rpcPort, restPort, log, launch }: Plan): Promise<GoNode> {
	mkdirSync(join(home, signedFolder))
	writeFileSync(join(home, signedFolder, 'priv_validator_state.json'), '{}')
	const programs = launch()
	const height = async (): Promise<number> => {
		const reply = await fetch(`http://127.0.0.1:${rpcPort}/status`, { signal: AbortSignal.timeout(5000) })
		const status = (await reply.json()) as { result: { sync_info: { latest_block_height: string } } }
		return Number(status.result.sync_info.latest_block_height)
	}
	const stop = async (): Promise<void> => {
		for (const running of programs) await running.stop()
	}
	const ready = until(async () => {
		const reply = await fetch(`http://127.0.0.1:${restPort}/node_info`, { signal: AbortSignal.timeout(5000) })
		return reply.ok && (await height()) > 0 ? true : undefined
	}, `the reference; its log is in ${home}`)
	try {
		await ready
	} catch (error) {
		await stop()
		throw error
	}
	return {
		restPort,
		rpcPort,
		height,
		async freeze() {
			// Not by a new start: the state that transactions are checked against has no header before the first block.
			rmSync(join(home, signedFolder), { recursive: true })
			// Its validator cannot sign any more, which ends the consensus.
			await until(
				async () => (/CONSENSUS FAILURE/.test(readFileSync(log, 'utf8')) ? true : undefined),
				`the end of the consensus; the log is ${log}`,
			)
			return height()
		},
		stop,
	}
}
