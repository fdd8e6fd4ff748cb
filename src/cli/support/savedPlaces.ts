import type { ApiKeySource, Place } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
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
	const { home } = homeConfig({ flags, io })
	const places = await savedPlaces(home)
	const named = (text: unknown) =>
		runningPlace(
			home,
			places.find(({ name }) => name === text),
		)
	const [place, restPlace, ethPlace] = await Promise.all([node, restUrl, ethUrl].map(named))
	const { node: _node, ...others } = flags
	const rest = restOf(restPlace) ?? restUrl ?? restOf(place)
	const evm = evmOf(ethPlace) ?? ethUrl ?? evmOf(place)
	return {
		...others,
		...(node === undefined || node === 'own' ? {} : { node: place?.url ?? node }),
		...(rest === undefined ? {} : { restUrl: rest }),
		...(evm === undefined ? {} : { ethUrl: evm }),
	}
}

/**
 * A saved place with the addresses at which it answers: those of an own chain are told by its running node.
 * @throws {UserError} for an own chain that does not run.
 */
export async function runningPlace<P extends Place | undefined>(home: string, place: P): Promise<P> {
	const { ownChainOf } = await import('../../client/index.ts')
	if (place === undefined) return place
	const chainId = ownChainOf(place.url)
	if (chainId === undefined) return place
	const [{ readRunningNode }, { ownChainHome }] = await Promise.all([
		import('../../node/home/runningNode.ts'),
		import('../../node/home/home.ts'),
	])
	const folder = ownChainHome(home, chainId)
	const { rpc, rest, eth } = readRunningNode(folder) ?? {}
	if (rpc !== undefined) {
		return { ...place, url: rpc, ...(rest === undefined ? {} : { rest }), ...(eth === undefined ? {} : { evm: eth }) }
	}
	throw new UserError(`The own chain ${place.name} does not run.`, {
		next: `Use it in the app, or start it: chain-tui start --home ${folder}.`,
	})
}

/** A name has no colon and no slash, unlike nearly every address. */
function isName(text: unknown): text is string {
	return typeof text === 'string' && !/[:/]/.test(text)
}

function restOf(place: Place | undefined): string | undefined {
	return place?.speaks.startsWith('rest') ? place.url : place?.rest
}

function evmOf(place: Place | undefined): string | undefined {
	return place?.speaks === 'evm' ? place.url : place?.evm
}

/** Reads the key of a place from a keyring; undefined for a place without one. */
export function apiKeyOf(place: Pick<Place, 'keyed' | 'url'> | undefined, keyring: () => Promise<Keyring>) {
	if (!place?.keyed) return undefined
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

/** Writes one of the home's preferences, which the app shares. @throws {UserError} if the disk refuses. */
export async function keepPreference(context: CommandContext, name: string, value: unknown): Promise<void> {
	const { writePreferences } = await import('../../client/index.ts')
	const { homeConfig } = await import('./home.ts')
	const { home } = homeConfig(context)
	try {
		await writePreferences(home, new Map([[name, value]]))
	} catch (cause) {
		throw new UserError(`The preferences of ${home} cannot be written.`, {
			because: cause,
			next: 'Check the folder and the room on its disk.',
		})
	}
}
