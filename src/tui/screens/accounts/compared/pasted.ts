import type { Coin } from '../../../../client/index.ts'
import { accountForms } from '../../../../codec/legacy/forms/convertAccountForm.ts'
import { createRegistry } from '../../../../codec/registry/createRegistry.ts'

/** A pasted account and the reply of the other generation. */
export interface PastedAccount {
	readonly generation: 8 | 9
	/** The reply as given. */
	readonly text: string
	/** The same account in the other generation. */
	readonly other: string
	/** Balance of the account, if the form contains it. */
	readonly coins: readonly Coin[]
	/** Address in the document: untrusted text, may be empty. */
	readonly address: string
}

/** Parses an account's JSON of either generation, a REST reply or its result. @throws {UserError} for other text. */
export function readPastedAccount(text: string): PastedAccount {
	const { generation, body8, body9, coins } = accountForms(text, registry)
	const given = generation === 8 ? body8 : body9
	const isBare = !/"result"\s*:/.test(given)
	return {
		generation,
		text: isBare ? `{"height":"0","result":${given.trim()}}` : given,
		other: generation === 8 ? body9 : body8,
		coins: coins ?? [],
		address: /"address"\s*:\s*"([^"\\]{1,300})"/.exec(given)?.[1] ?? '',
	}
}

const registry = createRegistry()
