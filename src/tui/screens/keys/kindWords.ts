import type { KeyInfo } from '../../../client/index.ts'

const words = { local: 'signs', watch: 'watch only', multi: 'multisig' } as const

/** The kind of a key in the words of its user. */
export function kindWords({ kind, algo }: Pick<KeyInfo, 'kind' | 'algo'>): string {
	return algo === 'eth_secp256k1' ? 'ethereum' : words[kind]
}
