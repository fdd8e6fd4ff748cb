import { hexToHash } from '../../../crypto/hexAddress.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import type { EvmAccount } from '../../../modules/evm/state/EvmStore.ts'
import { emptyCodeHash } from '../../../modules/evm/state/StateObject.ts'
import { address, bytes, number, text, word } from '../args/valueParams.ts'
import { definePower } from './definePower.ts'
import type { EthPowers } from './EthPowers.ts'

/**
 * Changes accounts outside the chain's rules, with the method names of hardhat and anvil. Each change is a block of its
 * own, so that the app hash includes it.
 */
export const statePowerMethods = [
	definePower({
		name: 'anvil_setBalance',
		aliases: ['hardhat_setBalance', 'tenderly_setBalance'],
		params: [address, number],
		run: ([who, balance], powers) => change(who, powers, () => ({ balance })),
	}),
	definePower({
		name: 'anvil_addBalance',
		aliases: ['tenderly_addBalance'],
		params: [address, number],
		run: ([who, more], powers) => change(who, powers, ({ balance }) => ({ balance: balance + more })),
	}),
	definePower({
		name: 'anvil_setNonce',
		aliases: ['hardhat_setNonce', 'evm_setAccountNonce'],
		params: [address, number],
		run: ([who, nonce], powers) => change(who, powers, () => ({ nonce })),
	}),
	definePower({
		name: 'anvil_setCode',
		aliases: ['hardhat_setCode'],
		params: [address, bytes],
		run: ([who, code], powers) =>
			change(who, powers, (_, ctx, keeper) => {
				const codeHash = keccak256(code)
				if (code.length > 0) keeper.setCode(ctx, codeHash, code)
				return { codeHash }
			}),
	}),
	definePower({
		name: 'anvil_setStorageAt',
		aliases: ['hardhat_setStorageAt'],
		params: [address, text, word],
		run: async ([who, slot, value], powers) => {
			await powers.edit((ctx, keeper) => keeper.setState(ctx, who, hexToHash(slot), value))
			return true
		},
	}),
	definePower({
		name: 'anvil_impersonateAccount',
		aliases: ['hardhat_impersonateAccount'],
		params: [address],
		run: ([who], _, { keys }) => {
			keys.impersonate(who, true)
			return null
		},
	}),
	definePower({
		name: 'anvil_stopImpersonatingAccount',
		aliases: ['hardhat_stopImpersonatingAccount'],
		params: [address],
		run: ([who], _, { keys }) => {
			keys.impersonate(who, false)
			return null
		},
	}),
	definePower({
		name: 'anvil_setNextBlockBaseFeePerGas',
		aliases: ['hardhat_setNextBlockBaseFeePerGas'],
		params: [number],
		run: async ([fee], powers) => {
			await powers.edit((ctx, { deps: { feeMarket } }) => {
				const params = feeMarket.getParams(ctx)
				feeMarket.setParams(ctx, { ...params, baseFee: feeBeforeFall(fee, BigInt(params.baseFeeChangeDenominator)) })
			})
			return null
		},
	}),
]

async function change(
	who: Uint8Array,
	powers: EthPowers,
	wanted: (before: EvmAccount, ...state: Parameters<Parameters<EthPowers['edit']>[0]>) => Partial<EvmAccount>,
): Promise<null> {
	await powers.edit((ctx, keeper) => {
		const before = keeper.getAccount(ctx, who) ?? { balance: 0n, nonce: 0n, codeHash: emptyCodeHash }
		keeper.setAccount(ctx, who, { ...before, ...wanted(before, ctx, keeper) })
	})
	return null
}

/** The base fee that an empty block must have for the next block to have `fee` (EIP-1559: it falls by a part of itself). */
function feeBeforeFall(fee: bigint, denominator: bigint): bigint {
	if (denominator <= 1n) return fee
	// For fee = q·(d - 1) + r this is q·d + r, which falls by q.
	return (fee * denominator) / (denominator - 1n)
}
