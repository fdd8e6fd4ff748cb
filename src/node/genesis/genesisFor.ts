import { create } from '@bufbuild/protobuf'
import { parseGenesis } from '../../chain/parseGenesis.ts'
import { addressToText, moduleAddress } from '../../codec/address/address.ts'
import { evmChainIdOf } from '../../codec/ChainSettings.ts'
import { evmDenomOf } from '../../codec/coins/evmAmount.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { hexToAddress } from '../../crypto/hexAddress.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import type { ValidatorKey } from '../../engine/validatorKey.ts'
import { UserError } from '../../errors/UserError.ts'
import { GenesisAccountSchema } from '../../gen/ethermint/evm/v1/genesis_pb.js'
import { defaultEvmParams, evmGenesisToJson } from '../../modules/evm/genesis.ts'
import { defaultFeeMarketParams } from '../../modules/feemarket/feeMarketParams.ts'
import { feeMarketGenesisToJson } from '../../modules/feemarket/genesis.ts'
import { toBase64, toHex, toHexUpper } from '../../util/bytes.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { defaultGenesis, faucetBalance } from './defaultGenesis.ts'
import { devAccounts, devBalance } from './devAccounts.ts'
import { faucetAddress } from './faucet.ts'
import { type PresetContract, presetContracts } from './presetContracts.ts'

/**
 * The genesis document of a new chain: the given one, or the built-in one with this validator and a funded faucet.
 * @param ownValidator the home's block-signing key
 * @param time ISO 8601 in UTC, of the built-in document
 * @throws {UserError} if the document's chain id differs from the one the user named.
 */
export function genesisFor(config: NodeConfig, ownValidator: () => ValidatorKey, time: string): string {
	if (config.genesisFile !== undefined) {
		throw new UserError(`The genesis file ${config.genesisFile} is too large for this.`, {
			why: 'Here a genesis is read into memory.',
			next: 'Begin a chain of one node with it: chain-tui start --genesis FILE.',
		})
	}
	if (config.genesis === undefined) {
		const validator = ownValidator()
		// The recorded node begins without contracts.
		const contracts = config.ethCompat === 'ethermint' ? [] : presetContracts()
		const evm = evmGenesisState(config, contracts)
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
			contracts:
				evm === undefined
					? []
					: contracts.map(({ address, code }) => ({
							address: addressToText(hexToAddress(address), config.settings.prefix),
							codeHash: `0x${toHex(keccak256(Buffer.from(code, 'hex')))}`,
						})),
		})
	}
	const { chainId, appState } = parseGenesis(config.genesis)
	refuseOtherChain(config, chainId)
	refuseWithoutEvm(config, chainId, () => modulesIn(appState))
	return config.genesis
}

/** The modules that a genesis state has something of. */
export function modulesIn(appState: string): ReadonlySet<string> {
	const state = (JSON.parse(appState) ?? {}) as Readonly<Record<string, unknown>>
	return new Set(Object.keys(state).filter((name) => state[name] != null))
}

/**
 * Refuses a genesis without the state of modules that its chain has: they find no parameters at the first block.
 * @throws {UserError} for such.
 */
export function refuseWithoutEvm(config: NodeConfig, chainId: string, modules: () => ReadonlySet<string>): void {
	if ((config.evmChainId ?? evmChainIdOf(chainId)) === undefined) return
	const given = modules()
	const missing = ['evm', 'feemarket'].filter((module) => !given.has(module))
	if (missing.length === 0) return
	throw new UserError(`The genesis has no state of ${missing.join(' and ')}.`, {
		why:
			config.evmChainId === undefined
				? `The id ${chainId} carries a number, so that the chain has an EVM.`
				: 'With --evm-chain-id the chain has an EVM.',
		next: 'Give the chain an id without a number, as chain-1 is (`migrate --chain-id` writes one), or add that state.',
	})
}

/** Refuses a genesis of another chain than the one that is asked for. @throws {UserError} for such. */
export function refuseOtherChain(config: NodeConfig, chainId: string): void {
	if (!config.chainIdAsked || chainId === config.chainId) return
	throw new UserError(`The genesis file is of chain ${chainId}, not ${config.chainId}.`, {
		next: 'Leave --chain-id out, or give the genesis file of that chain.',
	})
}

/**
 * app_state of the EVM's modules in the built-in genesis: the rules that current compilers expect, accounts that stay
 * BaseAccounts until they get code, and an initial base fee of 10^9. Undefined if the configuration has no EVM.
 */
function evmGenesisState(
	{ chainId, evmChainId, settings }: NodeConfig,
	contracts: readonly PresetContract[],
): Readonly<Record<string, unknown>> | undefined {
	if ((evmChainId ?? evmChainIdOf(chainId)) === undefined) return undefined
	const registry = createRegistry({ evm: true })
	const accounts = contracts.map(({ address, code }) => create(GenesisAccountSchema, { address, code, storage: [] }))
	return {
		evm: evmGenesisToJson({ accounts, params: defaultEvmParams(evmDenomOf(settings.denom)) }, registry),
		feemarket: feeMarketGenesisToJson({ params: defaultFeeMarketParams, blockGas: 0n }, registry),
		evmutil: { accounts: [], account_rule: 'base' },
	}
}
