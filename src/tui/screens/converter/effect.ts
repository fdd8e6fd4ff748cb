import type { Coin } from '../../../client/index.ts'
import { items, member } from '../../../util/jsonParts.ts'
import type { AmountWords } from '../../app/format/Amounts.ts'
import { safeText } from '../../kit/text/safeText.ts'

/** Effect of sending a transaction, one line per message and for the fee; safe to print. */
export function effectOf(json: string, nameOf: (address: string) => string, amounts: AmountWords): readonly string[] {
	const tx = JSON.parse(json) as unknown
	const messages = items(member(member(tx, 'body'), 'messages'))
	const name = (value: unknown): string => safeText(nameOf(String(value)), 100)
	const coins = (value: unknown): string => amounts.coins(coinsOf(value))
	const lines = messages.map((message) => {
		const type = String(member(message, '@type'))
		const field = (key: string): unknown => member(message, key)
		if (type.endsWith('.MsgSend')) {
			return `Sends ${coins(field('amount'))} from ${name(field('from_address'))} to ${name(field('to_address'))}.`
		}
		if (type.endsWith('.MsgCreateGreet')) {
			return `Writes the greeting “${safeText(String(field('message') ?? ''), 200)}” of ${name(field('owner'))}.`
		}
		if (type.endsWith('.MsgMultiSend')) {
			const part = (key: string, word: string): string =>
				items(field(key))
					.map((item) => `${coins(member(item, 'coins'))} ${word} ${name(member(item, 'address'))}`)
					.join(', ')
			return `Takes ${part('inputs', 'of')}; gives ${part('outputs', 'to')}.`
		}
		return `Runs ${safeText(type, 120)}.`
	})
	const fee = member(member(tx, 'auth_info'), 'fee')
	return [...lines, `The fee is ${coins(member(fee, 'amount'))}. It cannot be taken back.`]
}

function coinsOf(value: unknown): readonly Coin[] {
	return items(value).flatMap((coin) => {
		const [denom, amount] = [member(coin, 'denom'), member(coin, 'amount')]
		return typeof denom === 'string' && /^\d{1,100}$/.test(String(amount))
			? [{ denom: safeText(denom, 60), amount: String(amount) }]
			: []
	})
}
