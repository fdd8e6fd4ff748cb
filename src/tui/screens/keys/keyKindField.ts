import type { KeyInfo } from '../../../client/index.ts'
import type { FieldOptions } from '../../kit/models/FormField.ts'

/** Kind of a key that signs; undefined for the chain's own. */
type KeyAlgo = KeyInfo['algo']

/** The choice between the chain's own kind of key and Ethereum's. */
export function keyKindField(visible: () => boolean = () => true): FieldOptions {
	return {
		id: 'kind',
		label: 'kind',
		kind: 'choice',
		visible,
		choices: [
			{ value: 'own', label: "the chain's own" },
			{ value: 'eth', label: 'Ethereum' },
		],
		hint: (value) =>
			value === 'eth' ? 'signs for contracts too, as wallets of Ethereum do (needs a chain with an EVM)' : '',
	}
}

/** The kind that was chosen. */
export function chosenKind(value: string | undefined): { readonly algo?: NonNullable<KeyAlgo> } {
	return value === 'eth' ? { algo: 'eth_secp256k1' } : {}
}
