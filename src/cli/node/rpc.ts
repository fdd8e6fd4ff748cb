import type { Place, PlaceBeat, PlaceReport } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import type { CommandContext } from '../CommandContext.ts'
import { isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'
import { apiKeyOfHome, keepPreference, runningPlace, savedPlaces } from '../support/savedPlaces.ts'

const keyFlag = {
	flag: '--key',
	description: 'ask for its API key (x-api-key), which the keyring keeps; without a terminal it is read from stdin',
} as const

/** `rpc add` */
export const rpcAdd: CommandSpec = {
	name: 'add',
	args: '[name] [url]',
	count: exactly(2),
	description: 'save a place to talk to: another node, a REST or EVM server, or another provider’s private endpoint',
	details:
		'The place is asked first, and what it is and offers is printed. One that does not answer is saved all the same. An API key is kept in the keyring, never in a file in clear, and is sent to that address only.',
	examples: ['rpc add staging http://127.0.0.1:26657'],
	flags: [keyFlag],
	run: async (context, [name = '', url = '']) => {
		const { placeNameFault, placeUrl, probePlace } = await import('../../client/index.ts')
		const places = await readPlaces(context)
		const fault = placeNameFault(name, places)
		if (fault !== undefined) throw new UserError(`${JSON.stringify(name)} cannot be the name.`, { why: `${fault}.` })
		const address = placeUrl(url)
		refuseSaved(address, places)
		const key = isSet(context, 'key') ? await readKey(context) : undefined
		const report = await probePlace(address, { key })
		if (key !== undefined) await keepKey(context, address, key)
		await writePlaces(context, [
			...places,
			placeOfReport({ name: name.trim(), url: address, standBy: false, keyed: key !== undefined }, report),
		])
		context.io.stderr(`${name.trim()} is saved.\n`)
		await printResult(context, reportJson(name.trim(), report))
	},
}

/** `rpc list` */
export const rpcList: CommandSpec = {
	name: 'list',
	description:
		'print the own chain if it runs and the saved places, each with its newest block and how far it is behind',
	examples: ['rpc list', 'rpc list --output json'],
	run: async (context) => {
		const { isOwn } = await import('../../client/index.ts')
		const used = await usedUrl(context)
		const own = await ownPlace(context)
		const places = await Promise.all(
			[...(own === undefined ? [] : [own]), ...(await readPlaces(context))].map(async (place) => ({
				place,
				beat: await beatOf(context, place),
			})),
		)
		const beats = places.flatMap(({ beat }) => (typeof beat === 'string' ? [] : [beat]))
		const highest = (chain: string): number =>
			Math.max(...beats.filter(({ chainId }) => chainId === chain).map(({ height }) => height))
		const rows = places.map(({ place: { name, url, chainId, standBy, keyed, speaks }, beat }) => ({
			name,
			url,
			kind: name === 'own' || isOwn(url) ? 'own chain' : keyed ? 'private endpoint' : speaks,
			...(typeof beat === 'string'
				? { chain_id: chainId, answers: false, why: beat }
				: {
						chain_id: beat.chainId,
						answers: true,
						height: String(beat.height),
						behind: String(highest(beat.chainId) - beat.height),
						ms: Math.round(beat.ms),
					}),
			in_use: name === 'own' ? used === '' : url === used,
			stand_by: standBy,
		}))
		await printResult(context, { places: rows })
	},
}

/** `rpc test` */
export const rpcTest: CommandSpec = {
	name: 'test',
	args: '[name]',
	count: exactly(1),
	description:
		'ask a place, or own, in every protocol: what works, how fast, which old heights, certificate and rate limits',
	details: 'Exits with 1 when nothing answers.',
	examples: ['rpc test staging'],
	run: async (context, [name = '']) => {
		const { probePlace } = await import('../../client/index.ts')
		const place = await placeOf(context, name)
		const report = await probePlace(place.url, { key: await keyOf(context, place), beside: place })
		await printResult(context, reportJson(name, report))
		return report.fault === '' ? undefined : 1
	},
}

/** `rpc edit` */
export const rpcEdit: CommandSpec = {
	name: 'edit',
	args: '[name]',
	count: exactly(1),
	description: 'change name, address or API key of a saved place, or make it the stand-by',
	details: 'Reads of the app go to the stand-by when the place in use fails.',
	examples: ['rpc edit staging --url http://127.0.0.1:36657', 'rpc edit staging --stand-by yes'],
	flags: [
		{ flag: '--url <url>', description: 'its new address' },
		{ flag: '--name <name>', description: 'its new name' },
		keyFlag,
		{ flag: '--no-key', description: 'forget its API key' },
		{ flag: '--stand-by <yes|no>', description: 'whether it stands in', choices: ['yes', 'no'] },
	],
	run: async (context, [name = '']) => {
		const { isOwn, placeNamed, placeNameFault, placeUrl, probePlace, withStandBy } = await import(
			'../../client/index.ts'
		)
		const places = await readPlaces(context)
		const place = placeNamed(places, name)
		const [url, newName, standBy] = ['url', 'name', 'standBy'].map((flag) => textFlag(context, flag))
		const { key: keyWish } = context.flags
		if ((url ?? newName ?? standBy ?? keyWish) === undefined) {
			throw new UserError('Nothing to change is given.', { next: 'Give --url, --name, --key or --stand-by.' })
		}
		if (isOwn(place.url) && (url ?? keyWish ?? standBy) !== undefined) {
			throw new UserError(`${name} is an own chain.`, { next: 'Its name can be changed: --name.' })
		}
		const others = places.filter((other) => other !== place)
		const fault = newName === undefined ? undefined : placeNameFault(newName, others)
		if (fault !== undefined) throw new UserError(`${JSON.stringify(newName)} cannot be the name.`, { why: `${fault}.` })
		const address = url === undefined ? place.url : placeUrl(url)
		if (url !== undefined) refuseSaved(address, others)
		// A key stays with its address: another address needs it given again.
		const stays = keyWish === undefined && address === place.url
		const key = keyWish === true ? await readKey(context) : stays ? await keyOf(context, place) : undefined
		if (place.keyed && !stays) await keepKey(context, place.url, undefined)
		if (keyWish === true) await keepKey(context, address, key)
		const renamed = {
			...{ ...place, name: newName?.trim() ?? place.name, url: address, keyed: key !== undefined },
			standBy: place.standBy && standBy !== 'no',
		}
		const isAsked = url !== undefined || keyWish !== undefined
		const beside = address === place.url ? place : undefined
		const report = isAsked ? await probePlace(address, { key, beside }) : undefined
		// A place that does not answer now is on the chain where it was.
		const isKnown = report !== undefined && (report.fault === '' || address !== place.url)
		const changed = isKnown ? placeOfReport(renamed, report) : renamed
		const all = places.map((other) => (other === place ? changed : other))
		await writePlaces(context, standBy === 'yes' ? withStandBy(all, changed.name) : all)
		if (place.url === (await usedUrl(context))) await keepPreference(context, 'node', address)
		context.io.stderr(`${changed.name} is changed.\n`)
	},
}

/** `rpc remove` */
export const rpcRemove: CommandSpec = {
	name: 'remove',
	args: '[name]',
	count: exactly(1),
	description: 'take a place from the list',
	examples: ['rpc remove staging'],
	run: async (context, [name = '']) => {
		const { placeNamed } = await import('../../client/index.ts')
		const places = await readPlaces(context)
		const place = placeNamed(places, name)
		if (place.url === (await usedUrl(context))) {
			throw new UserError(`${name} is what the app uses.`, { next: 'Use another first: chain-tui rpc use own.' })
		}
		if (place.keyed) await keepKey(context, place.url, undefined)
		await writePlaces(
			context,
			places.filter((other) => other !== place),
		)
		context.io.stderr(`${name} is removed.\n`)
	},
}

/** `rpc use` */
export const rpcUse: CommandSpec = {
	name: 'use',
	args: '[name]',
	count: exactly(1),
	description: 'let the app begin with a place the next time; own is the own chain',
	details: 'A place that does not answer, or is on another chain than when it was saved, is refused.',
	examples: ['rpc use staging', 'rpc use own'],
	run: async (context, [name = '']) => {
		const { isOwn, isSameChain, placeNamed } = await import('../../client/index.ts')
		if (name === 'own') {
			await keepPreference(context, 'node', '')
			context.io.stderr('The app begins with the own chain.\n')
			return
		}
		const place = placeNamed(await readPlaces(context), name)
		// The app starts an own chain itself.
		const beat = isOwn(place.url) ? { chainId: place.chainId } : await beatOf(context, place)
		if (typeof beat === 'string') {
			throw new UserError(`${name} does not answer.`, { why: `${beat}.`, next: `chain-tui rpc test ${name}` })
		}
		if (place.chainId !== '' && !isSameChain(beat.chainId, place.chainId)) {
			throw new UserError(`${name} is on the chain ${beat.chainId}.`, {
				why: `When it was saved, it was on ${place.chainId}.`,
				next: `Save its new chain: chain-tui rpc edit ${name} --url ${place.url}.`,
			})
		}
		await keepPreference(context, 'node', place.url)
		context.io.stderr(`The app begins with ${name}.\n`)
	},
}

/** `rpc compare` */
export const rpcCompare: CommandSpec = {
	name: 'compare',
	args: '[name] [other]',
	count: exactly(2),
	description:
		'compare two places, or one with own: the same chain, the same app hash at a height both have, who is behind',
	details: 'Exits with 1 when chain or app hash differ.',
	examples: ['rpc compare staging backup'],
	run: async (context, names) => {
		const { comparePlaces, probePlace } = await import('../../client/index.ts')
		const reports = await Promise.all(
			names.map(async (name) => {
				const place = await placeOf(context, name)
				const key = await keyOf(context, place)
				const report = await probePlace(place.url, { key })
				if (report.fault === '') return { ...report, key }
				throw new UserError(`${name} does not answer.`, { why: `${report.fault}.`, next: `chain-tui rpc test ${name}` })
			}),
		)
		const { sameChain, height, appHashes, ahead } = await comparePlaces(reports[0]!, reports[1]!)
		const sameAppHash = appHashes.includes('') ? null : appHashes[0] === appHashes[1]
		await printResult(context, {
			same_chain: sameChain,
			height: String(height),
			app_hashes: appHashes,
			same_app_hash: sameAppHash,
			ahead: String(ahead),
		})
		return sameChain && sameAppHash !== false ? undefined : 1
	},
}

/** Keys belong to addresses, so that one has one place. @throws {UserError} for an address of another place. */
function refuseSaved(address: string, others: readonly Place[]): void {
	const same = others.find(({ url }) => url === address)
	if (same !== undefined) throw new UserError(`${address} is saved already, as ${same.name}.`)
}

function reportJson(
	name: string,
	{ checks, chainId, height, offers, kind, fault, needsKey, prefix, denom }: PlaceReport,
): object {
	return {
		name,
		kind,
		chain_id: chainId,
		height: String(height),
		prefix,
		denom,
		offers,
		...(fault === '' ? {} : { fault }),
		needs_key: needsKey,
		checks: checks.map(({ ms, ...check }) => ({ ...check, ms: Math.round(ms) })),
	}
}

/** A place with what a probe found of it. */
function placeOfReport(place: Omit<Place, 'chainId' | 'speaks'> & Partial<Place>, report: PlaceReport): Place {
	const { rest: _rest, evm: _evm, ...named } = place
	return {
		...named,
		chainId: report.chainId,
		speaks: report.speaks,
		...(report.rest === undefined ? {} : { rest: report.rest }),
		...(report.evm === undefined ? {} : { evm: report.evm }),
	}
}

function readPlaces(context: CommandContext): Promise<readonly Place[]> {
	return savedPlaces(homeConfig(context).home)
}

/** The node that runs on the home, as a place; undefined where none does. */
async function ownPlace(context: CommandContext): Promise<(Place & { readonly grpc?: string }) | undefined> {
	const { answeringNode } = await import('../support/openClient.ts')
	const running = await answeringNode(homeConfig(context).home)
	if (running?.rpc === undefined) return undefined
	const { rpc: url, rest, eth: evm, grpc, chainId } = running
	const place = { name: 'own', url, chainId, standBy: false, keyed: false, speaks: 'rpc' } as const
	return { ...place, ...(rest && { rest }), ...(evm && { evm }), ...(grpc && { grpc }) }
}

async function placeOf(context: CommandContext, name: string): Promise<Place & { readonly grpc?: string }> {
	const { placeNamed } = await import('../../client/index.ts')
	const { home } = homeConfig(context)
	if (name !== 'own') return runningPlace(home, placeNamed(await readPlaces(context), name))
	const own = await ownPlace(context)
	if (own !== undefined) return own
	throw new UserError('Your own chain does not run.', {
		why: `own is the node of the home ${home}.`,
		next: 'Open the app, or start it: chain-tui start.',
	})
}

/** The newest block of a place; why, where it does not answer. */
async function beatOf(context: CommandContext, place: Place): Promise<PlaceBeat | string> {
	const { placeBeat } = await import('../../client/index.ts')
	try {
		const { url } = await runningPlace(homeConfig(context).home, place)
		return await placeBeat(url, { key: await keyOf(context, place) })
	} catch (error) {
		if (error instanceof UserError) return error.message.replace(/\.$/, '')
		throw error
	}
}

/** The API key of a place; undefined for one without. */
async function keyOf(context: CommandContext, place: Place): Promise<string | undefined> {
	return apiKeyOfHome(place, context)?.()
}

/** Keeps the key of an address in the keyring of the home, or forgets it. */
async function keepKey(context: CommandContext, url: string, key: string | undefined): Promise<void> {
	const [{ openKeys }, { unlock }] = await Promise.all([import('../support/home.ts'), import('../keys/unlock.ts')])
	const keyring = await openKeys(context)
	await unlock(keyring, context.io)
	await keyring.setApiKey(url, key)
}

/** Reads an API key, hidden on a terminal, else from stdin, never from a command line. @throws {UserError} if none. */
async function readKey({ io }: CommandContext): Promise<string> {
	const { apiKeyFault } = await import('../../client/index.ts')
	const key = (io.interactive ? await io.prompt('API key: ', { hidden: true }) : await io.readStdin()).trim()
	const fault = key === '' ? 'it is empty' : apiKeyFault(key)
	if (fault === undefined) return key
	throw new UserError('That is no API key.', { why: `${fault}.`, next: 'Give it on stdin or at the prompt.' })
}

async function usedUrl(context: CommandContext): Promise<string> {
	const { readPreferences } = await import('../../client/index.ts')
	return String(readPreferences(homeConfig(context).home).get('node') ?? '')
}

async function writePlaces(context: CommandContext, places: readonly Place[]): Promise<void> {
	const { placeLines } = await import('../../client/index.ts')
	await keepPreference(context, 'nodes', placeLines(places))
}
