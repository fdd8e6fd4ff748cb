import type { Message } from '@bufbuild/protobuf'
import { addressToText } from '../../../codec/address/address.ts'
import { generation8AddressFromText } from '../../../codec/address/generation8Address.ts'
import { account8Json } from '../../../codec/legacy/account8Json.ts'
import type { CoinText } from '../../../codec/legacy/accountParts.ts'
import { fromUtf8, utf8 } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { askedHeight, queryValues } from '../formValues.ts'
import { answerAt, type LegacyAnswer, type LegacyParts, orFault } from '../LegacyAnswer.ts'
import { findAccount, moduleQuery, moduleQueryAt } from '../legacyQuery.ts'

/**
 * `GET /auth/accounts/{address}`: the account with its coins at the same height; an unknown one has no address
 * (cosmos-sdk v0.39.2 x/auth/client/rest/query.go).
 */
export async function accountAnswer8(parts: LegacyParts, request: RestRequest, text: string): Promise<LegacyAnswer> {
	const { prefix } = parts.settings
	const address = orFault(500, () => generation8AddressFromText(text, prefix))
	const height = askedHeight(queryValues(request))
	const found = address.length === 0 ? undefined : await findAccount(parts, address, height)
	if (found === undefined) return answerAt(0n, shown(parts, undefined, []))
	const coins = await balancesOf(parts, addressToText(address, prefix), found.height)
	return answerAt(found.height, shown(parts, found.account, coins))
}

function shown({ registry, settings }: LegacyParts, account: Message | undefined, coins: readonly CoinText[]): string {
	return account8Json(account, coins, { registry, brand: settings.aminoBrand })
}

/** The balances of an address at a height, 0 for the newest. @throws {LegacyFault} 500 for a height that is gone. */
export async function balancesOf(parts: LegacyParts, address: string, height: bigint): Promise<readonly CoinText[]> {
	const { value } = await moduleQueryAt(parts, 'custom/bank/all_balances', utf8(`{"address":"${address}"}`), height)
	return JSON.parse(fromUtf8(value)) as readonly CoinText[]
}

/** `GET /bank/balances/{address}`: always all of them, indented (cosmos-sdk v0.39.2 x/bank/client/rest/query.go). */
export async function balancesAnswer8(parts: LegacyParts, request: RestRequest, text: string): Promise<LegacyAnswer> {
	const { prefix } = parts.settings
	const address = orFault(500, () => generation8AddressFromText(text, prefix))
	const coinsOf = (owner: Uint8Array) =>
		moduleQuery(parts, 'custom/bank/all_balances', utf8(`{"address":"${addressToText(owner, prefix)}"}`), request)
	// The empty address has no coins. Another address is queried only for the height.
	if (address.length === 0) return answerAt((await coinsOf(new Uint8Array(20))).height, '[]')
	const { value, height } = await coinsOf(address)
	return answerAt(height, fromUtf8(value))
}
