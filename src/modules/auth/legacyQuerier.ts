import type { LegacyQuerier } from '../../app/AppModule.ts'
import { legacyAnswer, readLegacyTexts } from '../../app/legacyJson.ts'
import { addressFromText } from '../../codec/address/address.ts'
import { encodeAminoJson } from '../../codec/amino/encodeAminoJson.ts'
import type { AminoBrand } from '../../codec/ChainSettings.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { AuthKeeper } from './AuthKeeper.ts'
import { accountToMessage } from './accountMessages.ts'

/** Answers `custom/auth/account` and `custom/auth/params` (framework: x/auth/keeper/querier.go). */
export function createAuthLegacyQuerier(keeper: AuthKeeper, registry: Registry, brand: AminoBrand): LegacyQuerier {
	return (ctx, path, data) => {
		switch (path[0]) {
			case 'account': {
				const { address } = readLegacyTexts(data, 'address')
				const account = keeper.getAccount(ctx, addressFromText(address, keeper.prefix))
				if (account === undefined) throw sdkErrors.unknownAddress.wrap(`account ${address} does not exist`)
				return legacyAnswer(encodeAminoJson(accountToMessage(account).message, { registry, brand }))
			}
			case 'params': {
				const params = keeper.getParams(ctx)
				return legacyAnswer(
					JSON.stringify({
						max_memo_characters: `${params.maxMemoCharacters}`,
						tx_sig_limit: `${params.txSigLimit}`,
						tx_size_cost_per_byte: `${params.txSizeCostPerByte}`,
						sig_verify_cost_ed25519: `${params.sigVerifyCostEd25519}`,
						sig_verify_cost_secp256k1: `${params.sigVerifyCostSecp256k1}`,
					}),
				)
			}
			default:
				throw sdkErrors.unknownRequest.wrap(`unknown query path: ${path[0] ?? ''}`)
		}
	}
}
