import type { LegacyQuerier } from '../../app/AppModule.ts'
import { legacyAnswer, readLegacyTexts } from '../../app/legacyJson.ts'
import { quoteJson } from '../../codec/goJson/quoteJson.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { ParamsKeeper } from './ParamsKeeper.ts'
import { unknownSubspace } from './queries.ts'

/** Answers `custom/params/params` (framework: x/params/keeper/querier.go). */
export function createParamsLegacyQuerier(keeper: ParamsKeeper): LegacyQuerier {
	return (ctx, path, data) => {
		if (path[0] !== 'params') throw sdkErrors.unknownRequest.wrap(`unknown query path: ${path[0] ?? ''}`)
		const { Subspace: subspace, Key: key } = readLegacyTexts(data, 'Subspace', 'Key')
		const space = keeper.getSubspace(subspace)
		if (space === undefined) throw unknownSubspace.wrap(subspace)
		const value = space.getIfExists(ctx, key) ?? ''
		return legacyAnswer(`{"Subspace":${quoteJson(subspace)},"Key":${quoteJson(key)},"Value":${quoteJson(value)}}`)
	}
}
