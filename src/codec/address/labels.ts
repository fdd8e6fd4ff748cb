/** Labels of addresses by their bech32 texts: what a user calls an address that is no key's. */
export type Labels = ReadonlyMap<string, string>

/** Mark before every shown label, so that a label is never taken for the name of a key. */
export const labelSign = '◇'

/** Longest label, in characters. */
const longest = 40

/** Labels as they are kept: each `address<tab>label`; what is no such line is left out. */
export function parseLabels(lines: readonly string[]): Labels {
	return new Map(
		lines.flatMap((line) => {
			const [address = '', label = ''] = line.split('\t')
			return address === '' || label === '' ? [] : [[address, label] as const]
		}),
	)
}

/** The lines of labels: see `parseLabels`. */
export function labelLines(labels: Labels): readonly string[] {
	return [...labels].map(([address, label]) => `${address}\t${label}`)
}

/** A label as it is kept: no sign before it, no blanks around it. */
export function tidyLabel(text: string): string {
	return text.trim().replace(new RegExp(`^${labelSign}\\s*`), '')
}

/** Why a text cannot be a label; undefined if it can. @param taken names of keys, known accounts and other labels */
export function labelFault(text: string, taken: Iterable<string>): string | undefined {
	const label = tidyLabel(text)
	if (label === '') return 'a label has at least one character'
	if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(label)) return 'a label has no control characters'
	if (/^[a-z]{1,83}1[a-z0-9]{20,}$/i.test(label) || /^0x[0-9a-f]{6,}/i.test(label)) return 'a label is no address'
	if ([...label].length > longest) return `a label has at most ${longest} characters`
	for (const name of taken) {
		if (name.toLowerCase() === label.toLowerCase()) return `“${name}” already means somebody else`
	}
	return undefined
}
