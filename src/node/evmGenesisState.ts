import { evmDenomOf } from '../codec/coins/evmAmount.ts'
import { evmChainIdOf } from '../codec/evmChainId.ts'
import { createRegistry } from '../codec/registry/createRegistry.ts'
import { defaultEvmParams, evmGenesisToJson } from '../modules/evm/genesis.ts'
import type { NodeConfig } from './NodeConfig.ts'

/**
 * app_state of the EVM's modules in the built-in genesis: the rules that current compilers expect, accounts that stay
 * BaseAccounts until they get code, and an initial base fee of 10^9. Undefined if the configuration has no EVM.
 */
export function evmGenesisState({
	chainId,
	evmChainId,
	settings,
}: NodeConfig): Readonly<Record<string, unknown>> | undefined {
	if ((evmChainId ?? evmChainIdOf(chainId)) === undefined) return undefined
	const registry = createRegistry({ evm: true })
	return {
		evm: evmGenesisToJson({ accounts: [], params: defaultEvmParams(evmDenomOf(settings.denom)) }, registry),
		feemarket: {
			params: {
				no_base_fee: false,
				base_fee_change_denominator: 8,
				elasticity_multiplier: 2,
				enable_height: '0',
				base_fee: '1000000000',
			},
			block_gas: '0',
		},
		evmutil: { accounts: [], account_rule: 'base' },
	}
}
