import { UserError } from '../../errors/UserError.ts'
import { nodeUrl } from '../rpc/remoteConnection.ts'

/** The protocol in which a place is asked: of all it speaks, the one that offers most. */
export type PlaceSpeech = 'rpc' | 'rest 9' | 'rest 8' | 'evm'

/** A place one can talk to besides the own chain: a node, or another provider's private endpoint. */
export interface Place {
	/** Unique among the saved places. */
	readonly name: string
	/** Without a slash at its end. */
	readonly url: string
	/** The chain it was on when it was saved; empty when it did not answer then. */
	readonly chainId: string
	/** Reads go there when the place in use fails. At most one is. */
	readonly standBy: boolean
	/** The keyring has an API key for its address. */
	readonly keyed: boolean
	readonly speaks: PlaceSpeech
	/** REST and EVM JSON-RPC where they have another address than `url`. */
	readonly rest?: string
	readonly evm?: string
}

/** Start of the address of an own chain besides the first one of the home. */
const ownScheme = 'own:'

/** The address of another own chain, whose home is `chains/<chain id>` in the home: `own:chain_2222-1`. */
export function ownUrl(chainId: string): string {
	return `${ownScheme}${chainId}`
}

/** Chain id of an own chain besides the first one of the home; undefined for any other address. */
export function ownChainOf(url: string): string | undefined {
	return url.startsWith(ownScheme) ? url.slice(ownScheme.length) : undefined
}

/** Whether an address is that of an own chain, which this program runs; the first one's is empty. */
export function isOwn(url: string): boolean {
	return url === '' || ownChainOf(url) !== undefined
}

/** Chain id of an own chain with an EVM, whose EIP-155 number is 2222 */
export function evmChainName(prefix: string): string {
	return `${/^[a-z]{1,30}$/.test(prefix) ? prefix : 'chain'}_2222-1`
}

/** What is wrong with the chain id of an own chain, which is the name of its folder too; undefined if nothing is. */
export function ownChainFault(chainId: string): string | undefined {
	return /^[a-zA-Z0-9][\w.-]{0,47}$/.test(chainId.trim())
		? undefined
		: 'up to 48 letters, digits and - . _, a letter or digit first'
}

const speeches: readonly PlaceSpeech[] = ['rpc', 'rest 9', 'rest 8', 'evm']

/** Reads places from the lines of the preferences: `name<tab>url<tab>chain`, then `word` or `word=value` in any order. */
export function parsePlaces(lines: readonly string[]): readonly Place[] {
	return lines.flatMap((line) => {
		const [name = '', url = '', chainId = '', ...words] = line.split('\t')
		if (name === '' || url === '') return []
		const value = (word: string): string | undefined =>
			words.find((text) => text.startsWith(`${word}=`))?.slice(word.length + 1)
		const [rest, evm] = [value('rest'), value('evm')]
		return [
			{
				name,
				url,
				chainId,
				standBy: words.includes('stand-by'),
				keyed: words.includes('keyed'),
				speaks: speeches.find((speech) => speech === value('speaks')) ?? 'rpc',
				...(rest === undefined ? {} : { rest }),
				...(evm === undefined ? {} : { evm }),
			},
		]
	})
}

/** The lines of places in the preferences. They have no secret: API keys are in the keyring. */
export function placeLines(places: readonly Place[]): readonly string[] {
	return places.map(({ name, url, chainId, standBy, keyed, speaks, rest, evm }) =>
		[
			name,
			url,
			chainId,
			...(standBy ? ['stand-by'] : []),
			...(keyed ? ['keyed'] : []),
			...(speaks === 'rpc' ? [] : [`speaks=${speaks}`]),
			...(rest === undefined ? [] : [`rest=${rest}`]),
			...(evm === undefined ? [] : [`evm=${evm}`]),
		]
			.join('\t')
			.trimEnd(),
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

/** Names of query parameters in which providers take keys. */
const keyParameters = /^(api[-_]?key|key|token|access[-_]?token|auth)$/i

/** The URL of a place as it is kept. @throws {UserError} for no address, or one with a password or key in clear. */
export function placeUrl(text: string): string {
	const url = nodeUrl(text.trim())
	if (url.username !== '' || url.password !== '') {
		throw new UserError('The address contains a user name or a password.', {
			why: 'The list of places is a file that is not encrypted.',
			next: 'Give the address without them.',
		})
	}
	if ([...url.searchParams.keys()].some((name) => keyParameters.test(name))) {
		throw new UserError('The address contains a key.', {
			why: 'The list of places is a file that is not encrypted.',
			next: 'Give the address without it, and the key as x-api-key, which the keyring keeps.',
		})
	}
	return url.href.replace(/\/+$/, '')
}

/** What is wrong with an API key; undefined if nothing. A header takes visible ASCII only. @param key may be empty */
export function apiKeyFault(key: string): string | undefined {
	return /^[\x21-\x7e]{0,500}$/.test(key.trim())
		? undefined
		: 'a key has up to 500 letters, digits and signs, no blanks'
}

/** The saved place of a name. @throws {UserError} if there is none. */
export function placeNamed(places: readonly Place[], name: string): Place {
	const place = places.find((other) => other.name === name)
	if (place !== undefined) return place
	const names = places.map((other) => other.name)
	throw new UserError(`No place is named ${JSON.stringify(name)}.`, {
		next: names.length === 0 ? 'Save one: chain-tui rpc add NAME URL.' : `Saved are: ${names.join(', ')}.`,
	})
}

/**
 * Whether two chain ids are of one chain: the same, or one of them the number by which the EVM of the other is known.
 * An empty one is of none.
 */
export function isSameChain(first: string, second: string): boolean {
	const numberIn = (chainId: string): string | undefined => /^[^_]+_(\d+)-\d+$/.exec(chainId)?.[1]
	return (first !== '' && first === second) || numberIn(first) === second || numberIn(second) === first
}
