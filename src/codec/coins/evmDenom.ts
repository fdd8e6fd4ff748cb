/** Denomination of the EVM's unit, 10^12 to one micro-unit: `achain` for `uchain`. */
export function evmDenomOf(denom: string): string {
	return `a${denom.startsWith('u') ? denom.slice(1) : denom}`
}
