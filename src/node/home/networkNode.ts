import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { generateValidatorKey, parseValidatorKey } from '../../engine/validatorKey.ts'
import { EngineClient } from '../../engineRpc/EngineClient.ts'
import { UserError } from '../../errors/UserError.ts'
import { toHexUpper } from '../../util/bytes.ts'
import { folderBytes } from '../history/NodeHistory.ts'
import { logFiles } from '../logFile.ts'
import { writeEngineKeys } from '../testnet/createTestnet.ts'
import { homePaths } from './home.ts'
import { readNetworkHome } from './networkHome.ts'
import { readRunningNode } from './runningNode.ts'

/** A node of a network on this machine: both of its homes, and where others are. */
export interface NetworkNode {
	/** Home of the application. */
	readonly home: string
	/** Home of the engine. */
	readonly engine: string
	readonly client: EngineClient
	/** RPC of other nodes of the network, where they are known. */
	readonly others: readonly string[]
}

/** The node whose application has this home, or whose folder holds `app` and `engine`. @throws {UserError} if none */
export function networkNodeOf(folder: string): NetworkNode {
	const inner = join(folder, 'app')
	const home = existsSync(homePaths(inner).network) ? inner : folder
	const { engineHome, engineUrl, others = [] } = readNetworkHome(home) ?? {}
	if (engineHome === undefined || engineUrl === undefined) {
		throw new UserError(`${folder} is not the home of a node of a network.`, {
			why: 'It says nothing of an engine that makes its blocks.',
			next: 'Choose its folder with --home; `chain-tui status`, `logs` and `reset` are for a node alone.',
		})
	}
	return {
		home,
		engine: resolve(engineHome),
		client: new EngineClient(engineUrl),
		others: [...others, ...beside(home, engineUrl)],
	}
}

/** RPC of the other nodes of a network on this machine. */
function beside(home: string, own: string): readonly string[] {
	const network = resolve(home, '..', '..')
	const names = existsSync(join(network, 'testnet.json')) ? readdirSync(network) : []
	return names.flatMap((name) => {
		const other = join(network, name, 'app')
		if (!existsSync(homePaths(other).network)) return []
		const { engineUrl } = readNetworkHome(other) ?? {}
		return engineUrl === undefined || engineUrl === own ? [] : [engineUrl]
	})
}

/** The log of the application and that of the engine, older files first. A systemd unit logs to the journal instead. */
export function nodeLogs({ home }: NetworkNode): {
	readonly app: readonly string[]
	readonly engine: readonly string[]
} {
	const engine = join(dirname(home), 'engine.log')
	return { app: logFiles(home), engine: [`${engine}.1`, engine] }
}

/** How long an engine may take to tell of itself. */
const patienceMs = 5_000

const signedFile = (engine: string) => join(engine, 'data', 'priv_validator_state.json')

/** State of a node: what it does now as far as its programs answer, what it signed last, what it takes on disk. */
export async function nodeStatus(node: NetworkNode, now: number) {
	const { home, engine, client } = node
	const [status, peers] = await Promise.all([
		client.call('status', {}, patienceMs).catch(() => undefined),
		client.call('net_info', {}, patienceMs).catch(() => undefined),
	])
	const signed = JSON.parse(readFileSync(signedFile(engine), 'utf8')) as {
		readonly height?: string
		readonly round?: number
	}
	const { state, blocks, ...disk } = await diskOf(home, engine)
	return {
		...(status === undefined
			? {}
			: {
					chain_id: status.node_info.network,
					id: status.node_info.id,
					height: status.sync_info.latest_block_height,
					block_age_seconds: Math.max(0, Math.round((now - Date.parse(status.sync_info.latest_block_time)) / 100) / 10),
					catching_up: status.sync_info.catching_up,
					peers: Number(peers?.n_peers ?? 0),
					voting_power: status.validator_info.voting_power,
				}),
		application: readRunningNode(home) === undefined ? 'does not run' : 'runs',
		engine: status === undefined ? 'does not answer' : 'answers',
		last_signed:
			signed.height === undefined || signed.height === '0'
				? 'nothing yet'
				: `height ${signed.height}, round ${signed.round ?? 0}`,
		disk_bytes: { state, blocks, ...disk },
	}
}

async function diskOf(home: string, engine: string) {
	const paths = homePaths(home)
	const logs = nodeLogs({ home } as NetworkNode).engine.map(
		(file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
	)
	return {
		state: await folderBytes(paths.data),
		snapshots: await folderBytes(paths.snapshots),
		blocks: await folderBytes(join(engine, 'data')),
		logs: logs.reduce((sum, bytes) => sum + bytes, await folderBytes(paths.logs)),
	}
}

/** Refuses to change files that a program has open. @throws {UserError} while the application or the engine runs. */
export async function refuseRunningNode({ home, client }: NetworkNode): Promise<void> {
	const app = readRunningNode(home)
	const answers = await client.call('health', {}, 2_000).then(
		() => true,
		() => false,
	)
	if (app === undefined && !answers) return
	throw new UserError(`The node of ${home} runs.`, {
		why: app === undefined ? `Its engine answers at ${client.url}.` : `Its application is process ${app.pid}.`,
		next: 'Stop both programs first, the engine before the application.',
	})
}

/** The validator that a node's key is in the present set, as the others of its network tell; undefined for none. */
export async function ownValidator({ engine, others }: NetworkNode) {
	const file = join(engine, 'config', 'priv_validator_key.json')
	const address = toHexUpper(parseValidatorKey(readFileSync(file, 'utf8'), file).address)
	for (const url of others) {
		const reply = await new EngineClient(url).call('validators', { per_page: '100' }, patienceMs).catch(() => undefined)
		if (reply === undefined) continue
		const found = reply.validators.find((validator) => validator.address === address)
		const total = reply.validators.reduce((sum, { voting_power }) => sum + BigInt(voting_power), 0n)
		return found && { address, power: BigInt(found.voting_power), total }
	}
	return undefined
}

/**
 * Forgets the state and the blocks of a node, so that it takes them from the others again.
 * @param keepKeys whether its keys stay, with the note of what the validator's has signed; otherwise it gets new ones,
 * and is no validator
 */
export function resetNode({ home, engine }: NetworkNode, keepKeys: boolean): void {
	const { data, mark, tables, snapshots } = homePaths(home)
	for (const path of [data, mark, tables, snapshots]) rmSync(path, { recursive: true, force: true })
	const folder = join(engine, 'data')
	for (const name of readdirSync(folder)) {
		// Without it a validator could sign a height twice.
		if (name !== 'priv_validator_state.json') rmSync(join(folder, name), { recursive: true })
	}
	if (!keepKeys) writeEngineKeys(engine, generateValidatorKey(), generateValidatorKey())
}

/** Removes both homes of a node and its logs; with `keepKeys` the key files stay, and what the validator's has signed. */
export function removeNode({ home, engine }: NetworkNode, keepKeys: boolean): void {
	if (keepKeys) {
		for (const name of readdirSync(join(engine, 'config'))) {
			if (!name.endsWith('_key.json')) rmSync(join(engine, 'config', name), { recursive: true })
		}
		for (const name of readdirSync(join(engine, 'data'))) {
			if (join(engine, 'data', name) !== signedFile(engine)) rmSync(join(engine, 'data', name), { recursive: true })
		}
	} else rmSync(engine, { recursive: true })
	for (const file of nodeLogs({ home } as NetworkNode).engine) rmSync(file, { force: true })
	rmSync(join(dirname(home), 'app.log'), { force: true })
	rmSync(home, { recursive: true })
}
