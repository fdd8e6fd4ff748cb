import { type KeyInfo, readPreferences } from '../../client/index.ts'
import { parseLabels, tidyLabel } from '../../codec/address/labels.ts'
import type { CommandContext } from '../CommandContext.ts'
import { checkBech32 } from './checkAddress.ts'
import { homeConfig, openKeys } from './home.ts'

/**
 * The bech32 address a text names: the key of that name, the label, a 0x address or a bech32 one.
 *
 * @throws {UsageError} for a text that is none of them.
 */
export async function namedAddress(context: CommandContext, text: string): Promise<string> {
	const { home, settings } = homeConfig(context)
	const key = (await namedKeys(context)).find(({ name }) => name === text)
	if (key !== undefined) return key.address
	const wanted = tidyLabel(text).toLowerCase()
	const labelled = [...readLabels(home)].find(([, label]) => label.toLowerCase() === wanted)
	return labelled?.[0] ?? checkBech32(text, settings.prefix)
}

/** The keys of the home by name and address; where they are kept is not told, for nothing is signed. */
export async function namedKeys(context: CommandContext): Promise<readonly KeyInfo[]> {
	return (await openKeys({ ...context, io: { ...context.io, stderr: () => {} } })).list()
}

/** The labels of a home by address. */
export function readLabels(home: string): ReadonlyMap<string, string> {
	const lines = readPreferences(home).get('labels')
	return parseLabels(Array.isArray(lines) ? lines.map(String) : [])
}
