import { fromHex, toHex } from '../../util/bytes.ts'

/** JSON of a record with amounts (`12n`) and bytes (`xff`); its other texts must not look like either. */
export function stateJson(value: unknown): string {
	return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, member: unknown) {
		if (typeof member === 'bigint') return `${member}n`
		// A Buffer has made an object of itself before this is called.
		const own = this[key]
		return own instanceof Uint8Array ? `x${toHex(own)}` : member
	})
}

/** Reads what `stateJson` wrote. */
export function parseStateJson(text: string): unknown {
	return JSON.parse(text, (_key, member: unknown) => {
		if (typeof member !== 'string') return member
		if (/^-?\d+n$/.test(member)) return BigInt(member.slice(0, -1))
		return member.startsWith('x') ? (fromHex(member.slice(1)) ?? member) : member
	})
}
