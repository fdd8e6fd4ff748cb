import { isDenom } from '../../codec/coins/coins.ts'
import { plainError } from '../../errors/plainError.ts'
import type { DenomUnit, Metadata } from '../../gen/cosmos/bank/v1beta1/bank_pb.js'
import { isGoBlank } from '../../util/goString.ts'

/**
 * Throws a plain error naming the first fault of a denomination's metadata: the base unit must come first with exponent
 * 0, the others in rising order, and the display unit must be among them.
 *
 * Source: cosmos-sdk v0.44.5 x/bank/types/metadata.go.
 */
export function validateMetadata(metadata: Metadata): void {
	const { name, symbol, base, display, denomUnits } = metadata
	if (isGoBlank(name)) throw plainError('name field cannot be blank')
	if (isGoBlank(symbol)) throw plainError('symbol field cannot be blank')
	if (!isDenom(base)) throw plainError(`invalid metadata base denom: invalid denom: ${base}`)
	if (!isDenom(display)) throw plainError(`invalid metadata display denom: invalid denom: ${display}`)
	const seen = new Set<string>()
	let exponent = 0
	denomUnits.forEach((unit, index) => {
		if (index === 0) assertBaseUnit(unit, base)
		else if (exponent >= unit.exponent) throw plainError('denom units should be sorted asc by exponent')
		exponent = unit.exponent
		if (seen.has(unit.denom)) throw plainError(`duplicate denomination unit ${unit.denom}`)
		validateUnit(unit)
		seen.add(unit.denom)
	})
	if (!seen.has(display)) {
		throw plainError(`metadata must contain a denomination unit with display denom '${display}'`)
	}
}

function assertBaseUnit(unit: DenomUnit, base: string): void {
	if (unit.denom !== base) {
		throw plainError(`metadata's first denomination unit must be the one with base denom '${base}'`)
	}
	if (unit.exponent !== 0) throw plainError(`the exponent for base denomination unit ${base} must be 0`)
}

function validateUnit({ denom, aliases }: DenomUnit): void {
	if (!isDenom(denom)) throw plainError(`invalid denom unit: invalid denom: ${denom}`)
	const seen = new Set<string>()
	for (const alias of aliases) {
		if (seen.has(alias)) throw plainError(`duplicate denomination unit alias ${alias}`)
		if (isGoBlank(alias)) throw plainError(`alias for denom unit ${denom} cannot be blank`)
		seen.add(alias)
	}
}
