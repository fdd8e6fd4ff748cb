import type { DecCoin } from './decCoins.ts'

const unit = 10n ** 18n

/** The fee that a node with this minimum price requires: ceil(price x gas) (cosmos-sdk v0.44.5 x/auth/ante/fee.go). */
export function requiredFee(price: DecCoin, gas: bigint): bigint {
	return (price.scaled * gas + unit - 1n) / unit
}
