import type { Message } from '@bufbuild/protobuf'
import { type AminoJsonInput, encodeAminoJson } from '../amino/encodeAminoJson.ts'
import { quoteJson } from '../goJson/quoteJson.ts'
import { type AccountParts, accountParts, type CoinText } from './accountParts.ts'

/**
 * An account in the JSON of generation 8, compact: its coins are inside, vesting accounts are flat, nothing is left out
 * (cosmos-sdk v0.39.2 x/auth/types/account.go, x/auth/vesting/types, x/supply/internal/types/account.go). A permanently
 * locked account, which that generation did not have, is shown as the account without vesting it was there.
 * @param message undefined is an unknown account
 */
export function account8Json(message: Message | undefined, coins: readonly CoinText[], input: AminoJsonInput): string {
	const prefix = input.brand === 'chain' ? 'chain-sdk' : 'cosmos-sdk'
	if (message === undefined) return wrap(prefix, 'Account', `${baseMembers('', [], 'null', 0n, 0n)}`)
	const { base, vesting, startTime, periods, module } = accountParts(message)
	const key = base.pubKey === undefined ? 'null' : encodeAminoJson(input.registry.unpack(base.pubKey, 'pubKey'), input)
	const members = baseMembers(base.address, coins, module === undefined ? key : '""', base.accountNumber, base.sequence)
	if (module !== undefined) {
		const { permissions } = module
		const list = permissions.length === 0 ? 'null' : `[${permissions.map(quoteJson).join(',')}]`
		return wrap(prefix, 'ModuleAccount', `${members},"name":${quoteJson(module.name)},"permissions":${list}`)
	}
	const kind = message.$typeName.split('.').at(-1) ?? ''
	if (vesting === undefined || kind === 'PermanentLockedAccount') return wrap(prefix, 'Account', members)
	const flat =
		`${members},"original_vesting":${coinsJson(vesting.originalVesting)},"delegated_free":${coinsJson(vesting.delegatedFree)},` +
		`"delegated_vesting":${coinsJson(vesting.delegatedVesting)},"end_time":"${vesting.endTime}"`
	if (startTime === undefined) return wrap(prefix, kind, flat)
	const withStart = `${flat},"start_time":"${startTime}"`
	return wrap(
		prefix,
		kind,
		periods === undefined ? withStart : `${withStart},"vesting_periods":${periodsJson(periods)}`,
	)
}

function wrap(prefix: string, name: string, members: string): string {
	return `{"type":"${prefix}/${name}","value":{${members}}}`
}

function baseMembers(
	address: string,
	coins: readonly CoinText[],
	key: string,
	number: bigint,
	sequence: bigint,
): string {
	return (
		`"address":"${address}","coins":${coinsJson(coins)},"public_key":${key},` +
		`"account_number":"${number}","sequence":"${sequence}"`
	)
}

/** Coins in JSON: no coins are an empty list. */
export function coinsJson(coins: readonly CoinText[]): string {
	return `[${coins.map(({ denom, amount }) => `{"denom":${quoteJson(denom)},"amount":"${amount}"}`).join(',')}]`
}

function periodsJson(periods: NonNullable<AccountParts['periods']>): string {
	if (periods.length === 0) return 'null'
	return `[${periods.map(({ length, amount }) => `{"length":"${length}","amount":${coinsJson(amount)}}`).join(',')}]`
}
