import { addressFromText } from '../../../../../codec/address/address.ts'
import { toHex } from '../../../../../util/bytes.ts'
import type { TuiApp } from '../../../../app/TuiApp.ts'
import { parseJson } from '../../../../kit/text/jsonRows.ts'
import type { TryMethod } from './tryMethods.ts'

/** Parameters of each method in the console: working defaults until the user changes them. */
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

	/** Remembers the block hash of a reply, for methods that need one. */
	seen({ name }: TryMethod, body: unknown): void {
		const result = (body as { readonly result?: { readonly hash?: unknown } | null } | null)?.result
		if (name.startsWith('eth_getBlockBy') && typeof result?.hash === 'string') this.#seenHash = result.hash
	}

	/** The current key's address in the spelling of Ethereum; zeros without one. */
	get #address(): string {
		const { keys, current } = this.#app.state
		const key = keys.find(({ name }) => name === current)
		try {
			return `0x${toHex(addressFromText(key?.address ?? '', this.#app.prefix))}`
		} catch {
			return `0x${'0'.repeat(40)}`
		}
	}
}

/** Parses a JSON array; undefined for any other text. */
export function parametersOf(text: string): readonly unknown[] | undefined {
	const value = parseJson(text)
	return Array.isArray(value) ? value : undefined
}
