import type { KeyInfo } from '../../client/index.ts'
import { readPreferences } from '../../client/preferencesFile.ts'
import { addressFromText } from '../../codec/address/address.ts'
import { bech32OfAny } from '../../codec/address/anyAddress.ts'
import { decodeBech32 } from '../../codec/address/bech32.ts'
import { parseLabels, tidyLabel } from '../../codec/address/labels.ts'
import { ChainError, inOtherWords } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, UsageError } from '../CommandContext.ts'

import { homeConfig, openKeys } from '../support/home.ts'

/** The bech32 address of a key name, a label, a 0x or a bech32 address. @throws {UserError} for any other text. */
export async function namedAddress(context: CommandContext, text: string): Promise<string> {
	const named = await addressOfName(context, text)
	if (named !== undefined) return named
	if (isMeantAsName(text)) {
		throw new UserError(`There is no key and no label ${text} in this home, and it is no address.`, {
			next: 'See the names with `chain-tui keys list` and `chain-tui label list`.',
		})
	}
	return checkBech32(text, homeConfig(context).settings.prefix)
}

/** As `namedAddress`, but any other text is refused in the framework's words. */
export async function addressOrName(context: CommandContext, text: string): Promise<string> {
	return checkBech32((await addressOfName(context, text)) ?? text, homeConfig(context).settings.prefix)
}

/** The bech32 address of a key name or a label; undefined where neither is there, and for every address. */
export async function addressOfName(context: CommandContext, text: string): Promise<string | undefined> {
	// No key and no label has the form of an address, so that most calls need not open the keyring.
	if (isHex(text) || isBech32(text)) return undefined
	const key = (await namedKeys(context)).find(({ name }) => name === text)
	if (key !== undefined) return key.address
	const wanted = tidyLabel(text).toLowerCase()
	return [...readLabels(homeConfig(context).home)].find(([, label]) => label.toLowerCase() === wanted)?.[0]
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

/** Checks an address of this chain; 0x becomes bech32. @throws {UsageError} with the framework's text for others. */
export function checkAddress(text: string, prefix: string, where: string): string {
	if (isHex(text)) return ofHex(text, prefix)
	const next = `An address of this chain starts with ${prefix}1 or 0x.`
	inOtherWords(
		() => addressFromText(text, prefix),
		(cause) => new UsageError(`must provide a valid Bech32 address ${where}: ${cause.log}`, { next, cause }),
	)
	return text
}

/** Checks a bech32 address of any chain; 0x becomes bech32. @throws {UsageError} with the framework's text. */
export function checkBech32(text: string, prefix: string): string {
	if (isHex(text)) return ofHex(text, prefix)
	inOtherWords(
		() => decodeBech32(text),
		(cause) => new UsageError(cause.log, { next: nextOfAddress(text), cause }),
	)
	return text
}

/** What to do about a text that is neither an address nor a name of this home. */
export function nextOfAddress(text: string): string {
	return isMeantAsName(text)
		? `No key and no label of this home is called ${text}: see \`chain-tui keys list\` and \`chain-tui label list\`.`
		: 'Check the address: copy it again, whole.'
}

function isBech32(text: string): boolean {
	try {
		decodeBech32(text)
		return true
	} catch (error) {
		if (error instanceof ChainError) return false
		throw error
	}
}

/** A bech32 text has its separator; anything without one was meant as a name. */
function isMeantAsName(text: string): boolean {
	return !isHex(text) && !text.includes('1')
}

function isHex(text: string): boolean {
	return /^0x/i.test(text)
}

function ofHex(text: string, prefix: string): string {
	return inOtherWords(
		() => bech32OfAny(text, prefix),
		(cause) => new UsageError(`"${text}" is not an address: ${cause.log}`, { next: 'Copy it again, whole.', cause }),
	)
}
