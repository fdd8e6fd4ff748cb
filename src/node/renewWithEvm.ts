import { evmChainIdOf } from '../codec/evmChainId.ts'
import { UserError } from '../errors/UserError.ts'
import { forgetChain } from './forgetChain.ts'
import { readHomeConfig, writeHomeConfig } from './home.ts'
import type { NodeConfig } from './NodeConfig.ts'

/** Number by EIP-155 of a chain that is begun with an EVM by one key. */
const evmNumber = 2222

/**
 * The chain id of the chain with an EVM that may follow the present one of a home.
 *
 * @throws {UserError} where there cannot be one: it has an EVM already, no home, or a chain id that was named by hand.
 */
export function chainIdWithEvm({ home, chainId, chainIdAsked, evmChainId, settings }: NodeConfig): string {
	if (home === undefined) {
		throw new UserError('A chain in memory cannot be begun anew with an EVM.', {
			next: `Start one with --chain-id ${evmName(settings.prefix)}.`,
		})
	}
	if (evmChainId !== undefined || evmChainIdOf(chainId) !== undefined) {
		throw new UserError('This chain has an EVM already.')
	}
	if (chainIdAsked) {
		throw new UserError(`The program was started for the chain ${chainId}, which has no EVM.`, {
			next: `Start it without --chain-id, or on another folder with --chain-id ${evmName(settings.prefix)}.`,
		})
	}
	return evmName(settings.prefix)
}

/** Forgets the chain of a home that is closed, and has its next start begin one of that id; keys and settings stay. */
export function renewWithEvm(home: string, chainId: string): void {
	// The old chain goes first: a home whose name is not that of its chain does not open.
	forgetChain(home)
	writeHomeConfig(home, { ...readHomeConfig(home), chainId })
}

function evmName(prefix: string): string {
	return `${/^[a-z]{1,30}$/.test(prefix) ? prefix : 'chain'}_${evmNumber}-1`
}
