/** An account someone pasted, in the shape of a REST reply. */
export interface PastedAccount {
	readonly generation: 8 | 9
	/** `{height, result}` as JSON text. */
	readonly text: string
	/** As the document tells it: text of strangers, perhaps empty. */
	readonly address: string
}

/**
 * Reads the JSON of an account: a whole REST reply, the `{type, value}` in it or only the value. Which generation it is
 * of is told by its form: generation 8 embeds the coins. Undefined for anything else.
 */
export function readPastedAccount(text: string): PastedAccount | undefined {
	const document = parsed(text)
	const reply = member(document, 'result') === undefined ? { height: '0', result: document } : document
	const result = member(reply, 'result')
	const account = member(result, 'value') === undefined ? { type: '', value: result } : result
	const value = member(account, 'value')
	const type = String(member(account, 'type') ?? '')
	const base = member(member(value, 'base_vesting_account'), 'base_account') ?? value
	const address = member(base, 'address')
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
	if (typeof address !== 'string' && !/Account$/.test(type)) return undefined
	const isGeneration8 = member(value, 'coins') !== undefined || /\/Account$/.test(type)
	return {
		generation: isGeneration8 ? 8 : 9,
		text: JSON.stringify(account === result ? reply : { height: '0', result: account }),
		address: typeof address === 'string' ? address : '',
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown
	} catch {
		return undefined
	}
}

function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
