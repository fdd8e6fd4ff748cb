import { hexToHash } from '../../../crypto/hexAddress.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { address, bytes, hash, text } from '../args/valueParams.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'
import { number } from './chainPowerMethods.ts'
import type { EthPowers } from './EthPowers.ts'

/**
 * Changes accounts outside the chain's rules, with the method names of hardhat and anvil. Each change is a block of its
 * own, so that the app hash includes it.
 */
export function statePowerMethods(powers: EthPowers, impersonated: Set<string>): EthMethods {
	const nothing = new Uint8Array(0)
	const change = (
		who: Uint8Array,
		wanted: { readonly balance?: bigint; readonly nonce?: bigint; readonly codeHash?: Uint8Array },
	): Promise<void> =>
		powers.edit((ctx, keeper) => {
			const before = keeper.getAccount(ctx, who) ?? { balance: 0n, nonce: 0n, codeHash: keccak256(nothing) }
			keeper.setAccount(ctx, who, { ...before, ...wanted })
		})
	const done = async (work: Promise<void>): Promise<null> => {
		await work
		return null
	}
	const setBalance = defineEthMethod([address, number], (who, balance) => done(change(who, { balance })))
	const setNonce = defineEthMethod([address, number], (who, nonce) => done(change(who, { nonce })))
	const setCode = defineEthMethod([address, bytes], (who, code) =>
		done(
			powers.edit((ctx, keeper) => {
				const codeHash = keccak256(code)
				const before = keeper.getAccount(ctx, who) ?? { balance: 0n, nonce: 0n }
				if (code.length > 0) keeper.setCode(ctx, codeHash, code)
				keeper.setAccount(ctx, who, { ...before, codeHash })
			}),
		),
	)
	const setStorageAt = defineEthMethod([address, text, hash], async (who, slot, value) => {
		await powers.edit((ctx, keeper) => keeper.setState(ctx, who, hexToHash(slot), value))
		return true
	})
	const impersonate = defineEthMethod([address], (who) => {
		impersonated.add(hexBytes(who))
		return null
	})
	const stop = defineEthMethod([address], (who) => {
		impersonated.delete(hexBytes(who))
		return null
	})
	const setNextBaseFee = defineEthMethod([number], (fee) =>
		done(
			powers.edit((ctx, { deps: { feeMarket } }) => {
				const params = feeMarket.getParams(ctx)
				feeMarket.setParams(ctx, { ...params, baseFee: feeBeforeFall(fee, BigInt(params.baseFeeChangeDenominator)) })
			}),
		),
	)
	return {
		anvil_setNextBlockBaseFeePerGas: setNextBaseFee,
		hardhat_setNextBlockBaseFeePerGas: setNextBaseFee,
		anvil_setBalance: setBalance,
		hardhat_setBalance: setBalance,
		tenderly_setBalance: setBalance,
		anvil_setNonce: setNonce,
		hardhat_setNonce: setNonce,
		evm_setAccountNonce: setNonce,
		anvil_setCode: setCode,
		hardhat_setCode: setCode,
		anvil_setStorageAt: setStorageAt,
		hardhat_setStorageAt: setStorageAt,
		anvil_impersonateAccount: impersonate,
		hardhat_impersonateAccount: impersonate,
		anvil_stopImpersonatingAccount: stop,
		hardhat_stopImpersonatingAccount: stop,
	}
}

/** The base fee that an empty block must have for the next block to have `fee` (EIP-1559: it falls by a part of itself). */
function feeBeforeFall(fee: bigint, denominator: bigint): bigint {
	if (denominator <= 1n) return fee
	let before = (fee * denominator) / (denominator - 1n)
	while (before - before / denominator < fee) before++
	return before
}
