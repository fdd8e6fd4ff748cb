import { setTimeout as pause } from 'node:timers/promises'
import {
	type ChainClient,
	checkChain,
	detectSettings,
	loadChainClient,
	type Place,
	type PlaceConnectionOptions,
	type PlaceSpeech,
	placeConnection,
	remoteConnection,
} from '../../client/index.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import { openKeyring } from '../../keyring/openKeyring.ts'
import { homePaths, ownChainHome } from '../../node/home/home.ts'
import { type RunningNode, readRunningNode } from '../../node/home/runningNode.ts'
import { resolveNodeConfig } from '../../node/resolveNodeConfig.ts'
import { settings as everySetting } from '../../node/settings.ts'
import { spawnNodeWorker } from '../../node/spawnNodeWorker.ts'
import type { Flags } from '../CommandContext.ts'
import { passphraseVariable } from '../keys/unlock.ts'
import type { CliIo } from '../processIo.ts'
import { announcedIn, nodeFlag, refuseOtherChain } from './connect.ts'
import { homeConfig, keyringPlace, settingFlags } from './home.ts'
import { apiKeyOf, placeAt } from './savedPlaces.ts'

/** The keyring that the clients of a run share, so that it is unlocked once; empty before the first client. */
export interface SharedKeyring {
	keyring?: Keyring
}

/** Which client, besides what the flags say. */
interface OpenOptions {
	readonly shared?: SharedKeyring
	/** What named the node of `--node`: the flag, or a saved node of the app. */
	readonly chosenBy?: string
	/** Chain id of another own chain of the home than its first. It has its own folder, and the home's keys. */
	readonly chain?: string | undefined
}

/**
 * Creates the app's client: of the node of `--node`, of the node that already runs on the home, or of a new one in a
 * worker.
 * @throws {UserError} if the node cannot be reached or started.
 */
export async function openClient(
	flags: Flags,
	io: CliIo,
	workerUrl: URL,
	{ shared = {}, chosenBy = nodeFlag, chain: beside }: OpenOptions = {},
): Promise<ChainClient> {
	const { connectEmbedded, connectRemote } = await loadChainClient()
	const { home, settings, minimumGasPrices } = homeConfig({ flags, io })
	const keysOf = async (chain: ChainSettings) => {
		shared.keyring ??= await openKeyring({ ...keyringPlace(flags, home), settings: chain }).then((opened) =>
			unlockByEnvironment(opened, io),
		)
		return shared.keyring.withSettings(chain)
	}
	const withKeys = async (chain: ChainSettings) => optionsOf(chain, await keysOf(chain))
	const optionsOf = (chain: ChainSettings, keyring: Keyring) => ({
		keyring,
		settings: chain,
		abiFolder: homePaths(home).abis,
		gasPrices: chain.denom === settings.denom ? minimumGasPrices : `0.01${chain.denom}`,
	})
	const wanted = typeof flags.chainId === 'string' && beside === undefined ? { expects: flags.chainId } : {}
	if (typeof flags.node === 'string' && beside === undefined) {
		const rest = {
			...(typeof flags.restUrl === 'string' ? { rest: flags.restUrl } : {}),
			...(typeof flags.ethUrl === 'string' ? { eth: flags.ethUrl } : {}),
		}
		const named = flags.prefix !== undefined || flags.denom !== undefined
		const place = await placeAt(home, flags.node)
		const apiKey = apiKeyOf(place, () => keysOf(settings))
		const parts = { speaks: place?.speaks ?? 'rpc', chosenBy, ...(apiKey === undefined ? {} : { apiKey }) }
		if (wanted.expects !== undefined) {
			await refuseOtherChain(placeConnection({ url: flags.node, speaks: parts.speaks }, parts), wanted.expects)
		}
		const chain = named ? settings : await settingsOf(flags.node, settings, parts)
		return connectRemote(flags.node, { ...(await withKeys(chain)), ...besidesOf(place), ...rest, ...parts, ...wanted })
	}
	const own = beside === undefined ? { home, flags: settingFlags(flags), env: io.env } : ownChain(flags, io, beside)
	const options = { ...(await withKeys(settings)), endpointsHome: own.home }
	const running = await answeringNode(own.home)
	if (running?.rpc !== undefined) {
		const { pid: _pid, chainId, rpc, grpc: _grpc, metrics: _metrics, ...others } = running
		checkChain(rpc, chainId, wanted.expects)
		return connectRemote(rpc, { ...options, ...wanted, ...others, chosenBy: announcedIn(own.home) })
	}
	const config = resolveNodeConfig(own.flags, own.env)
	return connectEmbedded(await spawnNodeWorker(config, workerUrl), options)
}

/** Settings that belong to one chain, or one listener: another own chain does not take them over. */
const ofOneChain = [
	'genesis',
	'evmChainId',
	'rpc',
	'grpc',
	'rest',
	'legacy8',
	'endpoints',
	'eth',
	'metrics',
	'database',
]

/** Folder and settings of another own chain: those of the program, but for what belongs to its first chain alone. */
export function ownChain(flags: Flags, io: CliIo, chainId: string) {
	const {
		home: first,
		settings: { prefix, denom, coinType, aminoBrand },
	} = homeConfig({ flags, io })
	const home = ownChainHome(first, chainId)
	const env = { ...io.env }
	for (const { name, env: variable } of everySetting) if (ofOneChain.includes(name)) delete env[variable]
	const given = Object.entries(settingFlags(flags)).filter(([name]) => !ofOneChain.includes(name))
	return {
		home,
		flags: { ...Object.fromEntries(given), prefix, denom, coinType: String(coinType), aminoBrand, home, chainId },
		env,
	}
}

/** Reads the chain settings of another node, before the keyring shows an address. */
async function settingsOf(
	url: string,
	given: ChainSettings,
	{ speaks, ...options }: PlaceConnectionOptions & { readonly speaks: PlaceSpeech },
): Promise<ChainSettings> {
	const connection = placeConnection({ url, speaks }, options)
	try {
		return await detectSettings(connection, given)
	} finally {
		connection.close()
	}
}

/** Longest wait for an announced node that does not answer, in milliseconds. */
const patience = 5_000
const betweenTries = 100

/**
 * Finds the node that runs on a home, once it answers; undefined if there is none. A node that is stopping, as after a
 * closed and reopened window, is still announced but does not answer: this waits for its end.
 */
export async function answeringNode(home: string): Promise<RunningNode | undefined> {
	const deadline = performance.now() + patience
	for (;;) {
		const running = readRunningNode(home)
		if (running?.rpc === undefined || performance.now() > deadline) return running
		const connection = remoteConnection(running.rpc)
		try {
			await connection.call('health')
			return running
		} catch {
			await pause(betweenTries)
		} finally {
			connection.close()
		}
	}
}

/** REST and EVM of a place where they have addresses of their own. */
function besidesOf(place: Place | undefined): { readonly rest?: string; readonly eth?: string } {
	return {
		...(place?.rest === undefined ? {} : { rest: place.rest }),
		...(place?.evm === undefined ? {} : { eth: place.evm }),
	}
}

/** Unlocks a keyring by the passphrase of the environment. With a wrong one it stays locked, and the app asks. */
async function unlockByEnvironment(keyring: Keyring, io: CliIo): Promise<Keyring> {
	const given = io.env[passphraseVariable]
	if (!given || !keyring.isLocked()) return keyring
	try {
		await keyring.unlock(given)
	} catch (error) {
		if (!(error instanceof UserError)) throw error
	}
	return keyring
}
