import { makeHome, readHomeConfig, writeHomeConfig } from './home.ts'
import type { NodeConfig } from './NodeConfig.ts'

/**
 * Makes the home and, when it is new, keeps the names its chain was born with.
 *
 * @throws {UserError}
 */
export function prepareHome(config: NodeConfig, home: string): void {
	makeHome(home)
	const stored = readHomeConfig(home)
	if (stored.prefix !== undefined) return
	const { prefix, denom, coinType, aminoBrand } = config.settings
	const evm = config.evmChainId === undefined ? {} : { evmChainId: String(config.evmChainId) }
	writeHomeConfig(home, { ...stored, prefix, denom, coinType: String(coinType), aminoBrand, ...evm })
}
