import { makeHome, readHomeConfig, writeHomeConfig } from './home.ts'
import type { NodeConfig } from './NodeConfig.ts'

/**
 * Creates the home. In a new home it stores the settings that the chain is created with.
 *
 * @throws {UserError} if the home is refused or not writable.
 */
export function prepareHome(config: NodeConfig, home: string): void {
	makeHome(home)
	const stored = readHomeConfig(home)
	if (stored.prefix !== undefined) return
	const { prefix, denom, coinType, aminoBrand } = config.settings
	const evm = config.evmChainId === undefined ? {} : { evmChainId: String(config.evmChainId) }
	writeHomeConfig(home, { ...stored, prefix, denom, coinType: String(coinType), aminoBrand, ...evm })
}
