import { UserError } from '../../errors/UserError.ts'
import { nodeUrl } from '../rpc/remoteConnection.ts'

/** A place one can talk to besides the own chain: a node, or another provider's endpoint. */
export interface Place {
	/** Unique among the saved places. */
	readonly name: string
	/** Without a slash at its end. */
	readonly url: string
	/** The chain it was on when it was saved; empty when it did not answer then. */
	readonly chainId: string
	/** Reads go there when the place in use fails. At most one is. */
	readonly standBy: boolean
}

/** Reads places from the lines of the preferences, `name<tab>url<tab>chain<tab>stand-by`; older lines end after the URL. */
export function parsePlaces(lines: readonly string[]): readonly Place[] {
	return lines.flatMap((line) => {
		const [name = '', url = '', chainId = '', standBy = ''] = line.split('\t')
		return name === '' || url === '' ? [] : [{ name, url, chainId, standBy: standBy === 'stand-by' }]
	})
}

/** The lines of places in the preferences. */
export function placeLines(places: readonly Place[]): readonly string[] {
	return places.map(({ name, url, chainId, standBy }) =>
		[name, url, chainId, standBy ? 'stand-by' : ''].join('\t').trimEnd(),
	)
}

/** Makes one place the stand-by, or none. */
export function withStandBy(places: readonly Place[], name: string | undefined): readonly Place[] {
	return places.map((place) => ({ ...place, standBy: place.name === name }))
}

/** What is wrong with a name for a place; undefined if nothing is. */
export function placeNameFault(name: string, others: readonly Place[]): string | undefined {
	const tidy = name.trim()
	if (tidy === '') return 'a name is needed'
	if (tidy === 'own') return '“own” is the name of your own chain'
	if (/[\u0000-\u001f\u007f]/.test(tidy) || tidy.length > 40) return 'a name has up to 40 printable characters'
	if (/[:/]/.test(tidy)) return 'a name has no : and no /, which addresses have'
	return others.some((place) => place.name === tidy) ? 'there is a place of that name' : undefined
}

/**
 * The URL of a place as it is kept.
 *
 * @throws {UserError} if the text is no address, or contains a password, which would be kept in clear.
 */
export function placeUrl(text: string): string {
	const url = nodeUrl(text.trim())
	if (url.username !== '' || url.password !== '') {
		throw new UserError('The address contains a user name or a password.', {
			why: 'The list of places is a file that is not encrypted.',
			next: 'Give the address without them.',
		})
	}
	return url.href.replace(/\/+$/, '')
}

/**
 * The saved place of a name.
 *
 * @throws {UserError} if there is none.
 */
export function placeNamed(places: readonly Place[], name: string): Place {
	const place = places.find((other) => other.name === name)
	if (place !== undefined) return place
	const names = places.map((other) => other.name)
	throw new UserError(`No place is named ${JSON.stringify(name)}.`, {
		next: names.length === 0 ? 'Save one: chain-tui rpc add NAME URL.' : `Saved are: ${names.join(', ')}.`,
	})
}
