import { availableParallelism, homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { AminoBrand } from '../codec/ChainSettings.ts'
import { spanText } from '../codec/goJson/JsonScanner.ts'
import { parseDatabaseUrl } from '../endpoints/storage/parseDatabaseUrl.ts'
import { UserError } from '../errors/UserError.ts'
import { openFileSource } from '../migrate/genesisFiles.ts'
import { type GenesisOutline, outlineGenesis } from '../migrate/outlineGenesis.ts'
import { allowedOrigins } from '../serve/allowedOrigins.ts'
import { parseDuration } from '../util/parseDuration.ts'
import type { ListenerName } from '../wire/AdminSchema.ts'
import { readHomeConfig } from './home/home.ts'
import type { Listener, NetworkConfig, NodeConfig } from './NodeConfig.ts'
import { type Setting, type SettingName, type SettingValues, settings } from './settings.ts'

/** A node's configuration of flags, environment, config.json and defaults, in this order. @throws {UserError} */
export function resolveNodeConfig(
	flags: SettingValues,
	env: Readonly<Record<string, string | undefined>>,
): NetworkConfig {
	if (flags.home === '') {
		throw new UserError('--home cannot be "".', { next: 'Give a folder, or leave --home out for the usual one.' })
	}
	const home = resolve(flags.home ?? nonEmpty(env.CHAIN_TUI_HOME) ?? defaultHome(env))
	const stored = readHomeConfig(home)
	const { values, asked } = mergeSettings(flags, env, stored)
	const genesis = values.genesis === undefined ? undefined : readGenesisFile(values.genesis)
	Object.assign(
		values,
		namesOfFile(genesis, (name) => asked.has(name) || stored[name] !== undefined),
	)
	const text = (name: SettingName): string => values[name] ?? ''
	const denom = text('denom')
	const listener = (name: ListenerName | 'manage' | 'metrics') =>
		parseListener(name, text(name), asked.has(name), stored[name] !== undefined)
	const count = (name: SettingName, least = 0) => parseCount(name, text(name), least)
	return {
		home,
		...(genesis?.text === undefined ? {} : { genesis: genesis.text }),
		...(genesis === undefined || genesis.text !== undefined ? {} : { genesisFile: resolve(values.genesis!) }),
		chainId: text('chainId'),
		chainIdAsked: asked.has('chainId'),
		...(values.evmChainId === undefined ? {} : { evmChainId: parseEvmChainId(values.evmChainId) }),
		settings: {
			prefix: text('prefix'),
			denom,
			coinType: parseCoinType(text('coinType')),
			aminoBrand: text('aminoBrand') as AminoBrand,
		},
		minimumGasPrices: values.minimumGasPrices ?? `0.01${denom}`,
		blockMode: text('blockMode') as NodeConfig['blockMode'],
		blockIntervalMs: flagMs('--block-interval', text('blockInterval')),
		emptyBlocksMs: parseEmptyBlocks(text('emptyBlocks')),
		keepBlocks: parseKeepBlocks(text('keepBlocks')),
		pruning:
			text('pruning') === 'custom'
				? { keepRecent: count('pruningKeepRecent'), keepEvery: 0, interval: count('pruningInterval', 1) }
				: (text('pruning') as 'default'),
		minRetainBlocks: count('minRetainBlocks'),
		snapshotInterval: count('snapshotInterval'),
		snapshotKeep: count('snapshotKeep', 1),
		haltHeight: count('haltHeight'),
		haltTime: count('haltTime'),
		listeners: {
			rpc: listener('rpc'),
			grpc: listener('grpc'),
			rest: listener('rest'),
			legacy8: listener('legacy8'),
			endpoints: listener('endpoints'),
			eth: listener('eth'),
		},
		manage: listener('manage'),
		metrics: listener('metrics'),
		ethCompat: text('ethCompat') as NonNullable<NodeConfig['ethCompat']>,
		readyWithinMs: flagMs('--ready-within', text('readyWithin')),
		threads: parseThreads(text('threads')),
		admin: ['on', 'true', '1'].includes(text('admin')),
		allowedOrigins: checkedOrigins(text('allowedOrigins')),
		...(values.database === undefined ? {} : { database: checkedDatabase(values.database) }),
	}
}

/** Refuses a wrong URL before anything starts. @throws {UserError} for a wrong URL. */
function checkedDatabase(url: string): string {
	parseDatabaseUrl(url)
	return url
}

/** Default home: the platform's data folder. `XDG_DATA_HOME` counts only if absolute (XDG Base Directory). */
export function defaultHome(env: Readonly<Record<string, string | undefined>>): string {
	if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'chain-tui')
	if (process.platform === 'win32') return join(nonEmpty(env.LOCALAPPDATA) ?? homedir(), 'chain-tui')
	const data = env.XDG_DATA_HOME ?? ''
	return join(isAbsolute(data) ? data : join(homedir(), '.local', 'share'), 'chain-tui')
}

function mergeSettings(
	flags: SettingValues,
	env: Readonly<Record<string, string | undefined>>,
	stored: SettingValues,
): { values: SettingValues; asked: Set<SettingName> } {
	const values: SettingValues = {}
	const asked = new Set<SettingName>()
	for (const setting of settings as readonly Setting[]) {
		const name = setting.name as SettingName
		const given = flags[name] ?? nonEmpty(env[setting.env])
		const value = given ?? stored[name] ?? setting.default
		if (value === undefined) continue
		if (given !== undefined) asked.add(name)
		if (setting.choices && !setting.choices.includes(value)) {
			throw new UserError(`${setting.flag.split(' ')[0]} cannot be "${value}".`, {
				next: `Use one of: ${setting.choices.join(', ')}.`,
			})
		}
		if (setting.fixed && given !== undefined && stored[name] !== undefined && stored[name] !== given) {
			throw new UserError(`This home was made with ${name} ${stored[name]}, not ${given}.`, {
				why: 'A chain keeps the names it was born with.',
				next: `Leave ${setting.flag.split(' ')[0]} out, or choose another folder with --home.`,
			})
		}
		values[name] = value
	}
	return { values, asked }
}

function nonEmpty(text: string | undefined): string | undefined {
	return text === '' ? undefined : text
}

function parseListener(name: string, text: string, asked: boolean, kept: boolean): Listener {
	if (text === 'off') return { on: false }
	const match = /^(?:tcp:\/\/|http:\/\/)?(\[[0-9a-fA-F:]+\]|[^:]*):(\d{1,5})$/.exec(text)
	const port = Number(match?.[2])
	if (!match || port > 65_535) {
		throw new UserError(`--${name} cannot be "${text}".`, {
			next: `Give an address and a port, such as --${name} 127.0.0.1:26657, or --${name} off.`,
		})
	}
	return { on: true, host: (match[1] || '127.0.0.1').replace(/^\[|\]$/g, ''), port, asked, kept }
}

function checkedOrigins(text: string): string {
	allowedOrigins(text)
	return text
}

function parseEvmChainId(text: string): bigint {
	if (/^[1-9]\d{0,17}$/.test(text)) return BigInt(text)
	throw new UserError(`--evm-chain-id cannot be "${text}".`, { next: 'Give a number above 0, such as 2222.' })
}

/** Milliseconds of a flag's text. */
function flagMs(flag: string, text: string): number {
	const value = parseDuration(text)
	if (value !== undefined) return value
	throw new UserError(`${flag} cannot be "${text}".`, { next: 'Give a time with its unit, such as 500ms, 1s or 1m.' })
}

/** Time without a block after which an empty one is made, in milliseconds. */
function parseEmptyBlocks(text: string): number {
	if (text === 'on') return 0
	return text === 'off' ? Number.POSITIVE_INFINITY : flagMs('--empty-blocks', text)
}

function parseKeepBlocks(text: string): number {
	if (text === 'all') return 0
	const value = Number(text)
	if (/^\d{1,15}$/.test(text) && value >= 1) return value
	throw new UserError(`--keep-blocks cannot be "${text}".`, { next: 'Give a number of blocks from 1 on, or all.' })
}

/** A whole number of a setting, from the least on. */
function parseCount(name: SettingName, text: string, least: number): number {
	const value = Number(text)
	if (/^\d{1,15}$/.test(text) && value >= least) return value
	const flag = (settings as readonly Setting[]).find((setting) => setting.name === name)!.flag.split(' ')[0]
	throw new UserError(`${flag} cannot be "${text}".`, { next: `Give a whole number from ${least} on.` })
}

/** Most useful threads: one for the blocks and one for each kind of listener. */
const mostThreads = 7

function parseThreads(text: string): number {
	// On two cores, one thread for blocks and one for clients was fastest. More threads share the clients.
	if (text === 'auto') return Math.min(availableParallelism(), 2)
	const value = Number(text)
	if (/^\d$/.test(text) && value >= 1 && value <= mostThreads) return value
	throw new UserError(`--threads cannot be "${text}".`, { next: `Give a number from 1 to ${mostThreads}, or auto.` })
}

function parseCoinType(text: string): number {
	const value = Number(text)
	if (/^\d{1,10}$/.test(text) && value < 2 ** 31) return value
	throw new UserError(`--coin-type cannot be "${text}".`, { next: 'Give a SLIP-44 number, such as 118.' })
}

/** Size of a genesis file, in bytes, from which on it is not read into memory. */
export const largeGenesis = 32 * 1024 * 1024

/** The text is undefined for a large file. */
function readGenesisFile(file: string): GenesisOutline & { readonly text: string | undefined } {
	const source = openFileSource(file, 'Check the path given to --genesis.')
	try {
		const outline = outlineGenesis(source)
		if (outline.generation === 8) throw new OldGenesisError(file)
		return {
			...outline,
			text: source.size > largeGenesis ? undefined : spanText(source, { start: 0, end: source.size }),
		}
	} finally {
		source.close()
	}
}

/** A chain from a file has the names of the file, unless others are named. */
export function namesOfFile(
	file: GenesisOutline | undefined,
	isNamed: (name: 'prefix' | 'denom') => boolean,
): { readonly prefix?: string; readonly denom?: string } {
	return {
		...(file?.prefix === undefined || isNamed('prefix') ? {} : { prefix: file.prefix }),
		...(file?.denom === undefined || isNamed('denom') ? {} : { denom: file.denom }),
	}
}

/** A chain cannot begin with a genesis of generation 8; it can be migrated first. */
export class OldGenesisError extends UserError {
	/** Path of the genesis. */
	readonly file: string
	/** Path for the migrated one, beside it. */
	readonly target: string

	constructor(file: string) {
		const target = `${file.replace(/\.json$/, '')}.generation-9.json`
		super(`The genesis file ${file} is of generation 8.`, {
			why: 'This program runs generation 9.',
			next: `Migrate it: chain-tui migrate ${file} --output-document ${target}\nThen start with --genesis ${target}`,
		})
		this.file = file
		this.target = target
	}
}
