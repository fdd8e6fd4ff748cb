import { type KeyInfo, readPreferences } from '../../client/index.ts'
import { parseLabels, tidyLabel } from '../../codec/address/labels.ts'
import { UserError } from '../../errors/UserError.ts'
import type { CommandContext } from '../CommandContext.ts'
import { checkBech32 } from './checkAddress.ts'
import { homeConfig, openKeys } from './home.ts'

/**
 * Resolves a key name, a label, a 0x or a bech32 address to a bech32 address.
 *
 * @throws {UserError} for any other text.
 */
export async function namedAddress(context: CommandContext, text: string): Promise<string> {
	const { home, settings } = homeConfig(context)
	const key = (await namedKeys(context)).find(({ name }) => name === text)
	if (key !== undefined) return key.address
	const wanted = tidyLabel(text).toLowerCase()
	const labelled = [...readLabels(home)].find(([, label]) => label.toLowerCase() === wanted)
	if (labelled !== undefined) return labelled[0]
	// A bech32 text has its separator; anything without one was meant as a name.
	if (!/^0x/i.test(text) && !text.includes('1')) {
		throw new UserError(`There is no key and no label ${text} in this home, and it is no address.`, {
			next: 'See the names with `chain-tui keys list` and `chain-tui label list`.',
		})
	}
	return checkBech32(text, settings.prefix)
}

/** The keys of the home by name and address, without a notice about the backend, because nothing is signed. */
export async function namedKeys(context: CommandContext): Promise<readonly KeyInfo[]> {
	return (await openKeys({ ...context, io: { ...context.io, stderr: () => {} } })).list()
}

/** The labels of a home by address. */
export function readLabels(home: string): ReadonlyMap<string, string> {
	const lines = readPreferences(home).get('labels')
	return parseLabels(Array.isArray(lines) ? lines.map(String) : [])
}
