import { parseDecimal } from '../../codec/coins/decCoins.ts'
import type { EndpointUpstream } from '../EndpointUpstream.ts'

/** The lowest price of a unit of gas in wei: 0.01 of a micro-unit is 10^10 wei. 0 when the denomination is free. */
export function gasPrice({ minimumGasPrices, denom }: EndpointUpstream): bigint {
	for (const price of minimumGasPrices.split(',')) {
		const match = /^\s*([0-9.]+)\s*(\S+?)\s*$/.exec(price)
		// Decimals are scaled by 10^18 and a micro-unit is 10^12 wei.
		if (match?.[1] !== undefined && match[2] === denom) return parseDecimal(match[1]) / 10n ** 6n
	}
	return 0n
}
