import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'
import { type KeyringBackend, keyringBackends } from '../../keyring/keyringBackends.ts'
import { hasEngine } from '../../node/home/home.ts'
import { readRunningNode } from '../../node/home/runningNode.ts'
import type { NetworkConfig, NodeConfig } from '../../node/NodeConfig.ts'
import { resolveNodeConfig } from '../../node/resolveNodeConfig.ts'
import { type SettingName, type SettingValues, settings } from '../../node/settings.ts'
import type { CommandContext, Flags } from '../CommandContext.ts'
import type { CliIo } from '../processIo.ts'

/** A home that never exists, to check flags without stored values. */
const nowhere = '/nonexistent/chain-tui'

/** The node settings among the given flags; flags without a value are `on`. */
export function settingFlags(flags: Flags): SettingValues {
	const values: SettingValues = {}
	for (const { name } of settings) {
		const value = flags[name]
		if (typeof value === 'string') values[name as SettingName] = value
		else if (value === true) values[name as SettingName] = 'on'
	}
	return values
}

/**
 * The home and settings of a command. Chain settings given as flags apply to this command alone, even if the home has
 * others, because the node of `--node` may be of another chain.
 * @throws {UserError} for a bad value.
 */
export function homeConfig(context: {
	readonly flags: Flags
	readonly io: CliIo
}): NodeConfig & { readonly home: string } {
	const flags = settingFlags(context.flags)
	const { chainId, prefix, denom, coinType, aminoBrand, ...rest } = flags
	const config = resolveNodeConfig(rest, context.io.env)
	const named = resolveNodeConfig(
		{ ...(coinType ? { coinType } : {}), ...(aminoBrand ? { aminoBrand } : {}), home: nowhere },
		{},
	)
	return {
		...config,
		home: config.home ?? '',
		chainId: chainId ?? config.chainId,
		settings: {
			prefix: prefix ?? config.settings.prefix,
			denom: denom ?? config.settings.denom,
			coinType: coinType === undefined ? config.settings.coinType : named.settings.coinType,
			aminoBrand: aminoBrand === undefined ? config.settings.aminoBrand : named.settings.aminoBrand,
		},
	}
}

/** Flag that names the store of keys. */
export const keyringFlag = {
	flag: '--keyring-backend <name>',
	description: 'where keys are kept',
	choices: keyringBackends,
} as const

/** Which keys the flags name: `--keyring-backend`, `--keyring-dir`, else the home's. */
export function keyringPlace(
	flags: Flags,
	home: string,
): { readonly folder: string; readonly backend?: KeyringBackend } {
	const { keyringDir, keyringBackend } = flags
	return {
		folder: typeof keyringDir === 'string' ? resolve(keyringDir) : join(home, 'keyring'),
		...(keyringBackend === undefined ? {} : { backend: keyringBackend as KeyringBackend }),
	}
}

/** The home's keyring, locked. A note on stderr says if a fallback backend is in use. */
export async function openKeys(context: CommandContext) {
	const { openKeyring } = await import('../../keyring/openKeyring.ts')
	const config = homeConfig(context)
	const keyring = await openKeyring({ ...keyringPlace(context.flags, config.home), settings: config.settings })
	if (keyring.notice !== '') context.io.stderr(`${keyring.notice}\n`)
	return keyring
}

/** The key of a name or address. @throws {UserError} if there is none. */
export async function neededKey(keyring: Keyring, name: string): Promise<KeyInfo> {
	const key = await keyring.get(name)
	if (key !== undefined) return key
	throw new UserError(`${name}: key not found`, { next: 'See the names with `chain-tui keys list`.' })
}

/** The configuration of a node of this home, flags included. @throws {UserError} for a bad value. */
export function nodeConfig(context: CommandContext): NetworkConfig & { readonly home: string } {
	const config = resolveNodeConfig(settingFlags(context.flags), context.io.env)
	return { ...config, home: config.home ?? '' }
}

/** Opens the chain of a home for a command alone: nobody hears of its blocks, and nothing is logged. */
export async function openHomeChain(config: NodeConfig & { readonly home: string }) {
	const { openChain } = await import('../../node/openChain.ts')
	const { systemClock } = await import('../../util/Clock.ts')
	const { silentLog } = await import('../../util/Log.ts')
	return openChain(config, systemClock, silentLog, () => {})
}

/** Whether a home has a chain. */
export function hasChain(home: string): boolean {
	return existsSync(join(home, 'data', 'CURRENT'))
}

/** Two processes cannot open one database. @throws {UserError} while a node runs on the home. */
export function refuseWhileRunning(home: string): void {
	const node = readRunningNode(home)
	if (!node) return
	throw new UserError(`A node runs on ${home} (process ${node.pid}).`, {
		next: hasEngine(home)
			? 'Stop both of its programs first, the engine before the application.'
			: 'Stop it first, or do this on its Node screen in the app.',
	})
}

/** Checks that the home has a chain. @throws {UserError} if it has none. */
export function needChain(home: string): void {
	if (hasChain(home)) return
	throw new UserError(`There is no chain in ${home}.`, {
		next: 'Make one with `chain-tui init`, or choose another folder with --home.',
	})
}
