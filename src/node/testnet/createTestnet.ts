import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseGenesis } from '../../chain/parseGenesis.ts'
import { evmChainIdOf } from '../../codec/evmChainId.ts'
import { formatValidatorKey, generateValidatorKey, nodeIdOf, type ValidatorKey } from '../../engine/validatorKey.ts'
import { UserError } from '../../errors/UserError.ts'
import { toBase64, toHexUpper } from '../../util/bytes.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { genesisFor } from '../genesisFor.ts'
import { readHomeConfig, writeHomeConfig } from '../home.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { writeNetworkHome } from '../networkHome.ts'
import { prepareHome } from '../prepareHome.ts'
import { composeFile } from './composeFile.ts'
import { engineConfig } from './engineConfig.ts'
import { freePorts } from './freePorts.ts'
import { type Testnet, type TestnetNode, testnetPaths } from './Testnet.ts'

/** Options of a network. */
export interface TestnetOptions {
	/** From 1 to 64. */
	readonly validators: number
	/** A folder that is empty or does not exist yet. */
	readonly folder: string
	readonly snapshotInterval: number
	/** ISO 8601 in UTC: the genesis time. */
	readonly time: string
}

/** Power of each validator. */
const power = 10

/** Ports a node listens on; one more for the EVM of a chain that has one. */
const portNames = ['abci', 'rpc', 'p2p', 'rest', 'grpc'] as const

/**
 * Creates the folder of a network of real engines: for each node a home of the engine (keys, config.toml, genesis) and
 * one of the application, with free ports of this machine, and a compose file.
 *
 * @throws {UserError} for an invalid number of validators, and for a folder that is not empty.
 */
export async function createTestnet(config: NodeConfig, options: TestnetOptions): Promise<Testnet> {
	const { validators, folder, snapshotInterval, time } = options
	if (!Number.isInteger(validators) || validators < 1 || validators > 64) {
		throw new UserError(`A network cannot have ${validators} validators.`, { next: 'Give a number from 1 to 64.' })
	}
	if (existsSync(folder) && readdirSync(folder).length > 0) {
		throw new UserError(`${folder} is not empty.`, { next: 'Give --output a folder that is not there yet.' })
	}
	const evmChainId = config.evmChainId ?? evmChainIdOf(chainIdOf(config))
	const perNode = portNames.length + (evmChainId === undefined ? 0 : 1)
	const ports = await freePorts(validators * perNode)
	const keys = Array.from({ length: validators }, () => ({
		validator: generateValidatorKey(),
		node: generateValidatorKey(),
	}))
	const genesis = testnetGenesis(
		config,
		time,
		keys.map(({ validator }) => validator),
	)
	const testnet: Testnet = {
		format: 1,
		chainId: parseGenesis(genesis).chainId,
		blockIntervalMs: config.blockIntervalMs,
		snapshotInterval,
		nodes: keys.map(({ node }, index) => ({
			name: `node${index}`,
			id: nodeIdOf(node),
			ports: portsOf(ports.slice(index * perNode, (index + 1) * perNode)),
		})),
	}
	for (const [index, node] of testnet.nodes.entries()) {
		const { validator, node: nodeKey } = keys[index]!
		writeEngine(testnetPaths(folder).engine(node.name), engineConfig(testnet, node), genesis, validator, nodeKey)
		// The application alone reads no genesis: its home tells that the chain has an EVM.
		const home = testnetPaths(folder).app(node.name)
		prepareHome(evmChainId === undefined ? config : { ...config, evmChainId }, home)
		const { minimumGasPrices, pruning } = config
		writeHomeConfig(home, { ...readHomeConfig(home), minimumGasPrices, pruning })
		writeNetworkHome(home, { engineUrl: `http://127.0.0.1:${node.ports.rpc}`, engineHome: '../engine' })
	}
	const paths = testnetPaths(folder)
	writeFileAtomic(paths.compose, composeFile(testnet), { access: 'open' })
	// Written last, so that a folder with this file is complete.
	writeFileAtomic(paths.file, `${JSON.stringify(testnet, null, 2)}\n`, { access: 'open' })
	return testnet
}

/** The chain id of the genesis file, else the configured one. */
function chainIdOf({ genesis, chainId }: NodeConfig): string {
	return genesis === undefined ? chainId : parseGenesis(genesis).chainId
}

function portsOf(numbers: readonly number[]): TestnetNode['ports'] {
	const [abci = 0, rpc = 0, p2p = 0, rest = 0, grpc = 0, eth] = numbers
	return { abci, rpc, p2p, rest, grpc, ...(eth === undefined ? {} : { eth }) }
}

/** The chain's genesis with all validators, and a block time step well below the block interval. */
function testnetGenesis(config: NodeConfig, time: string, validators: readonly ValidatorKey[]): string {
	const document = JSON.parse(genesisFor(config, () => validators[0]!, time)) as {
		consensus_params: { block: { time_iota_ms: string } }
		validators: unknown
	}
	// A step longer than the interval lets block time run ahead of the clock (see README of the 0.34 line on time_iota_ms).
	document.consensus_params.block.time_iota_ms = String(Math.max(1, Math.floor(config.blockIntervalMs / 10)))
	document.validators = validators.map((key, index) => ({
		address: toHexUpper(key.address),
		pub_key: { type: 'tendermint/PubKeyEd25519', value: toBase64(key.pubKey) },
		power: String(power),
		name: `node${index}`,
	}))
	return JSON.stringify(document, null, 2)
}

function writeEngine(home: string, config: string, genesis: string, validator: ValidatorKey, node: ValidatorKey): void {
	mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 })
	writeFileAtomic(join(home, 'config', 'config.toml'), config, { access: 'open' })
	writeFileAtomic(join(home, 'config', 'genesis.json'), `${genesis}\n`, { access: 'open', check: parseGenesis })
	writeFileAtomic(join(home, 'config', 'priv_validator_key.json'), formatValidatorKey(validator))
	writeFileAtomic(join(home, 'config', 'node_key.json'), formatValidatorKey(node))
	const signed = { height: '0', round: 0, step: 0 }
	writeFileAtomic(join(home, 'data', 'priv_validator_state.json'), `${JSON.stringify(signed, null, 2)}\n`)
}
