import type { NodeConfig } from '../../node/NodeConfig.ts'
import { resolveNodeConfig } from '../../node/resolveNodeConfig.ts'
import { type SettingName, type SettingValues, settings } from '../../node/settings.ts'
import type { CliIo } from '../CliIo.ts'
import type { CommandContext, Flags } from '../CommandContext.ts'

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
 *
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
	choices: ['os', 'file', 'memory'],
} as const

/** The home's keyring, locked. A note on stderr says if a fallback backend is in use. */
export async function openKeys(context: CommandContext) {
	const { openKeyring } = await import('../../keyring/openKeyring.ts')
	const { homePaths } = await import('../../node/home.ts')
	const config = homeConfig(context)
	const backend = context.flags.keyringBackend as 'os' | 'file' | 'memory' | undefined
	const keyring = await openKeyring({
		folder: homePaths(config.home).keyring,
		settings: config.settings,
		...(backend === undefined ? {} : { backend }),
	})
	if (keyring.notice !== '') context.io.stderr(`${keyring.notice}\n`)
	return keyring
}
