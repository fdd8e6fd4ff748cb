import { parseGenesis } from '../chain/parseGenesis.ts'
import { addressToText, moduleAddress } from '../codec/address/address.ts'
import type { ValidatorKey } from '../engine/validatorKey.ts'
import { UserError } from '../errors/UserError.ts'
import { toBase64, toHexUpper } from '../util/bytes.ts'
import { defaultGenesis, faucetBalance } from './defaultGenesis.ts'
import { devAccounts, devBalance } from './devAccounts.ts'
import { evmGenesisState } from './evmGenesisState.ts'
import { faucetAddress } from './faucet.ts'
import type { NodeConfig } from './NodeConfig.ts'

/**
 * The genesis document of a new chain: the given one, or the built-in one with this validator and a funded faucet.
 *
 * @param ownValidator the home's block-signing key
 * @param time ISO 8601 in UTC, of the built-in document
 * @throws {UserError} if the document's chain id differs from the one the user named.
 */
export function genesisFor(config: NodeConfig, ownValidator: () => ValidatorKey, time: string): string {
	if (config.genesis === undefined) {
		const validator = ownValidator()
		const evm = evmGenesisState(config)
		const dev =
			evm === undefined
				? []
				: devAccounts().map(({ address }) => ({
						address: addressToText(address, config.settings.prefix),
						amount: devBalance,
					}))
		return defaultGenesis({
			chainId: config.chainId,
			settings: config.settings,
			feeCollectorAddress: addressToText(moduleAddress('fee_collector'), config.settings.prefix),
			validator: { pubKey: toBase64(validator.pubKey), address: toHexUpper(validator.address) },
			time,
			funded: [{ address: faucetAddress(config.settings), amount: faucetBalance }, ...dev, ...(config.funded ?? [])],
			evm,
		})
	}
	const { chainId } = parseGenesis(config.genesis)
	if (config.chainIdAsked && chainId !== config.chainId) {
		throw new UserError(`The genesis file is of chain ${chainId}, not ${config.chainId}.`, {
			next: 'Leave --chain-id out, or give the genesis file of that chain.',
		})
	}
	return config.genesis
}
