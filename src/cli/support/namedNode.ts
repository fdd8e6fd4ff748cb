import type { CliIo } from '../CliIo.ts'
import type { Flags } from '../CommandContext.ts'

/**
 * The flags with the URL of the saved place whose name `--node` gives; `--node own` is the home's own node. Other values
 * stay as they are.
 */
export async function withNamedNode(flags: Flags, io: CliIo): Promise<Flags> {
	const { node } = flags
	// A name has no colon and no slash, unlike nearly every address.
	if (typeof node !== 'string' || /[:/]/.test(node)) return flags
	if (node === 'own') {
		const { node: _node, ...others } = flags
		return others
	}
	const { homeConfig } = await import('./home.ts')
	const { parsePlaces, readPreferences } = await import('../../client/index.ts')
	const place = parsePlaces(textLines(readPreferences(homeConfig({ flags, io }).home).get('nodes'))).find(
		({ name }) => name === node,
	)
	return place === undefined ? flags : { ...flags, node: place.url }
}

/** The texts of a list in the preferences; none for anything else. */
export function textLines(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter((line): line is string => typeof line === 'string') : []
}
