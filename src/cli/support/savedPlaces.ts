import type { ApiKeySource, Place } from '../../client/index.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import type { CommandContext, Flags } from '../CommandContext.ts'
import type { CliIo } from '../processIo.ts'

/** The places that a home has saved. */
export async function savedPlaces(home: string): Promise<readonly Place[]> {
	const { parsePlaces, readPreferences } = await import('../../client/index.ts')
	const lines = readPreferences(home).get('nodes')
	return parsePlaces(Array.isArray(lines) ? lines.filter((line): line is string => typeof line === 'string') : [])
}

/** The saved place of an address; undefined if none is saved. */
export async function placeAt(home: string, url: string): Promise<Place | undefined> {
	const address = url.replace(/\/+$/, '')
	return (await savedPlaces(home)).find((place) => place.url === address)
}

/**
 * The flags with the addresses of the saved places whose names stand in `--node`, `--rest-url` and `--eth-url`; `--node own`
 * is the home's own node. Other values stay as they are.
 */
export async function withNamedNode(flags: Flags, io: CliIo): Promise<Flags> {
	const { node, restUrl, ethUrl } = flags
	if (![node, restUrl, ethUrl].some(isName)) return flags
	const { homeConfig } = await import('./home.ts')
	const places = await savedPlaces(homeConfig({ flags, io }).home)
	const named = (text: unknown): Place | undefined =>
		isName(text) ? places.find(({ name }) => name === text) : undefined
	const { node: _node, ...others } = flags
	const place = named(node)
	const rest = restOf(named(restUrl)) ?? restUrl ?? restOf(place)
	const evm = evmOf(named(ethUrl)) ?? ethUrl ?? evmOf(place)
	return {
		...others,
		...(node === undefined || node === 'own' ? {} : { node: place?.url ?? node }),
		...(rest === undefined ? {} : { restUrl: rest }),
		...(evm === undefined ? {} : { ethUrl: evm }),
	}
}

/** A name has no colon and no slash, unlike nearly every address. */
function isName(text: unknown): text is string {
	return typeof text === 'string' && !/[:/]/.test(text)
}

function restOf(place: Place | undefined): string | undefined {
	return place?.speaks.startsWith('rest') === true ? place.url : place?.rest
}

function evmOf(place: Place | undefined): string | undefined {
	return place?.speaks === 'evm' ? place.url : place?.evm
}

/** Reads the key of a place from a keyring; undefined for a place without one. */
export function apiKeyOf(place: Pick<Place, 'keyed' | 'url'> | undefined, keyring: () => Promise<Keyring>) {
	if (place?.keyed !== true) return undefined
	let known: string | undefined
	const source: ApiKeySource = async () => {
		known ??= await (await keyring()).apiKey(place.url)
		return known
	}
	return source
}

/** The key of a place from the home's keyring, which the passphrase of the environment or the prompt unlocks. */
export function apiKeyOfHome(place: Place | undefined, context: CommandContext) {
	let opened: Promise<Keyring> | undefined
	const open = async (): Promise<Keyring> => {
		const [{ openKeys }, { unlock }] = await Promise.all([import('./home.ts'), import('../keys/unlock.ts')])
		const keyring = await openKeys(context)
		await unlock(keyring, context.io)
		return keyring
	}
	return apiKeyOf(place, () => {
		opened ??= open()
		return opened
	})
}
