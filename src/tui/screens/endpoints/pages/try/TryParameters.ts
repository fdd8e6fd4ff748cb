import { addressFromText } from '../../../../../codec/address/address.ts'
import { toHex } from '../../../../../util/bytes.ts'
import type { TuiApp } from '../../../../app/TuiApp.ts'
import { parseJson } from '../../../../kit/text/jsonRows.ts'
import type { TryMethod } from './tryMethods.ts'

/** The parameters each method of the console is called with: some that give an answer, until they are changed by hand. */
export class TryParameters {
	readonly #app: TuiApp
	readonly #edited = new Map<string, string>()
	#seenHash: string | undefined

	constructor(app: TuiApp) {
		this.#app = app
	}

	/** JSON text of the parameters of a method. */
	text({ name, params }: TryMethod): string {
		const hash = this.#seenHash ?? `0x${'0'.repeat(64)}`
		return this.#edited.get(name) ?? params.replaceAll('{address}', this.#address).replaceAll('{hash}', hash)
	}

	/** The parameters of a method. */
	of(method: TryMethod): readonly unknown[] {
		return parametersOf(this.text(method)) ?? []
	}

	/** Takes over what was typed. */
	edit({ name }: TryMethod, text: string): void {
		this.#edited.set(name, text)
	}

	/** Notes the hash of a block that came in a reply, for methods that ask for one. */
	seen({ name }: TryMethod, body: unknown): void {
		const result = (body as { readonly result?: { readonly hash?: unknown } | null } | null)?.result
		if (name.startsWith('eth_getBlockBy') && typeof result?.hash === 'string') this.#seenHash = result.hash
	}

	/** The current key's address in the spelling of Ethereum; zeros without one. */
	get #address(): string {
		const { keys, current, status } = this.#app.state
		const key = keys.find(({ name }) => name === current)
		try {
			return `0x${toHex(addressFromText(key?.address ?? '', status?.settings.prefix ?? 'chain'))}`
		} catch {
			return `0x${'0'.repeat(40)}`
		}
	}
}

/** The JSON array of a text; undefined when it is none. */
export function parametersOf(text: string): readonly unknown[] | undefined {
	const value = parseJson(text)
	return Array.isArray(value) ? value : undefined
}
