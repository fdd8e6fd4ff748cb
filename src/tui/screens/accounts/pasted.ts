import type { Coin } from '../../../client/index.ts'
import { accountForms } from '../../../codec/legacy/forms/convertAccountForm.ts'
import { createRegistry } from '../../../codec/registry/createRegistry.ts'

/** An account that came as text: what was given, and what the other generation would have answered. */
export interface PastedAccount {
	readonly generation: 8 | 9
	/** The reply as given. */
	readonly text: string
	/** The same account in the other generation, made from the given one. */
	readonly other: string
	/** What the account owns, where the form tells it. */
	readonly coins: readonly Coin[]
	/** As the document tells it: untrusted text, perhaps empty. */
	readonly address: string
}

/**
 * Reads the JSON of an account: a whole REST reply or only its result, of either generation.
 *
 * @throws {UserError} for a text that is none.
 */
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
