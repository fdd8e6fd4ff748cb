import { evmChainIdOf } from '../../codec/ChainSettings.ts'
import { UserError } from '../../errors/UserError.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { forgetChain, readHomeConfig, writeHomeConfig } from './home.ts'

/** EIP-155 number of a chain that the app starts with an EVM. */
const evmNumber = 2222

/**
 * The chain id of the chain with an EVM that can replace the current one of a home.
 *
 * @throws {UserError} if the chain already has an EVM, has no home, or the user named its chain id.
 */
export function chainIdWithEvm({ home, chainId, chainIdAsked, evmChainId, settings }: NodeConfig): string {
	if (home === undefined) {
		throw new UserError('A chain in memory cannot be restarted with an EVM.', {
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

/** Deletes the chain of a closed home, so that its next start creates one with that id. Keys and settings stay. */
export function renewWithEvm(home: string, chainId: string): void {
	// The old chain is deleted first: a home whose name differs from its chain's does not open.
	forgetChain(home)
	writeHomeConfig(home, { ...readHomeConfig(home), chainId })
}

function evmName(prefix: string): string {
	return `${/^[a-z]{1,30}$/.test(prefix) ? prefix : 'chain'}_${evmNumber}-1`
}
