import { blockHashContract } from '../../modules/evm/state/blockHashContract.ts'
import multicall3 from './multicall3.json' with { type: 'json' }

/** A contract that a new chain has from its first block on. */
export interface PresetContract {
	/** As 0x hex with the case of EIP-55. */
	readonly address: string
	/** Hex without 0x, as deployed. */
	readonly code: string
}

/**
 * Contracts that tools expect on every chain at the same address: the deployer for CREATE2 of forge, hardhat and Safe
 * (github.com/Arachnid/deterministic-deployment-proxy), and Multicall3, by which viem and wallets read in one call
 * (github.com/mds1/multicall, MIT). Where EIP-2935 wants it is the one that keeps block hashes.
 */
export function presetContracts(): readonly PresetContract[] {
	return [
		{
			address: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
			code: '7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
		},
		{ address: '0xcA11bde05977b3631167028862bE2a173976CA11', code: multicall3.code },
		blockHashContract,
	]
}
