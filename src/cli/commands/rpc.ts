import type { Place, PlaceReport } from '../../client/index.ts'
import { thrownText } from '../../errors/thrownText.ts'
import { UserError } from '../../errors/UserError.ts'
import type { CommandContext } from '../CommandContext.ts'
import { textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'
import { textLines } from '../support/namedNode.ts'

/** `rpc add` */
export const rpcAdd: CommandSpec = {
	name: 'add',
	args: '[name] [url]',
	count: exactly(2),
	description: 'save a place to talk to: another node, or a REST or EVM server',
	details:
		'The place is asked first, and what it is and offers is printed. One that does not answer is saved all the same.',
	examples: ['rpc add staging http://127.0.0.1:26657'],
	run: async (context, [name = '', url = '']) => {
		const { placeNameFault, placeUrl, probePlace } = await import('../../client/index.ts')
		const places = await readPlaces(context)
		const fault = placeNameFault(name, places)
		if (fault !== undefined) throw new UserError(`${JSON.stringify(name)} cannot be the name.`, { why: `${fault}.` })
		const address = placeUrl(url)
		const same = places.find((place) => place.url === address)
		if (same !== undefined) throw new UserError(`${address} is saved already, as ${same.name}.`)
		const report = await probePlace(address)
		await writePlaces(context, [
			...places,
			{ name: name.trim(), url: address, chainId: report.chainId, standBy: false },
		])
		context.io.stderr(`${name.trim()} is saved.\n`)
		await printResult(context, reportJson(name.trim(), report))
		return undefined
	},
}

/** `rpc list` */
export const rpcList: CommandSpec = {
	name: 'list',
	description: 'print the saved places, each with its newest block and how far it is behind',
	examples: ['rpc list', 'rpc list --output json'],
	run: async (context) => {
		const { placeBeat } = await import('../../client/index.ts')
		const used = await usedUrl(context)
		const places = await Promise.all(
			(await readPlaces(context)).map(async (place) => ({ place, beat: await placeBeat(place.url) })),
		)
		const highest = (chain: string): number =>
			Math.max(...places.map(({ beat }) => (typeof beat !== 'string' && beat.chainId === chain ? beat.height : 0)))
		const rows = places.map(({ place: { name, url, chainId, standBy }, beat }) => ({
			name,
			url,
			...(typeof beat === 'string'
				? { chain_id: chainId, answers: false, why: beat }
				: {
						chain_id: beat.chainId,
						answers: true,
						height: String(beat.height),
						behind: String(highest(beat.chainId) - beat.height),
						ms: Math.round(beat.ms),
					}),
			in_use: url === used,
			stand_by: standBy,
		}))
		await printResult(context, { places: rows })
		return undefined
	},
}

/** `rpc test` */
export const rpcTest: CommandSpec = {
	name: 'test',
	args: '[name]',
	count: exactly(1),
	description: 'ask a place in every protocol: what works, how fast, and which old heights it answers',
	details: 'Exits with 1 when nothing answers.',
	examples: ['rpc test staging'],
	run: async (context, [name = '']) => {
		const { placeNamed, probePlace } = await import('../../client/index.ts')
		const report = await probePlace(placeNamed(await readPlaces(context), name).url)
		await printResult(context, reportJson(name, report))
		return report.fault === '' ? undefined : 1
	},
}

/** `rpc edit` */
export const rpcEdit: CommandSpec = {
	name: 'edit',
	args: '[name]',
	count: exactly(1),
	description: 'change name or address of a saved place, or make it the stand-by',
	details: 'Reads of the app go to the stand-by when the place in use fails.',
	examples: ['rpc edit staging --url http://127.0.0.1:36657', 'rpc edit staging --stand-by yes'],
	flags: [
		{ flag: '--url <url>', description: 'its new address' },
		{ flag: '--name <name>', description: 'its new name' },
		{ flag: '--stand-by <yes|no>', description: 'whether it stands in', choices: ['yes', 'no'] },
	],
	run: async (context, [name = '']) => {
		const { placeNamed, placeNameFault, placeUrl, probePlace, withStandBy } = await import('../../client/index.ts')
		const places = await readPlaces(context)
		const place = placeNamed(places, name)
		const [url, newName, standBy] = ['url', 'name', 'standBy'].map((flag) => textFlag(context, flag))
		if (url === undefined && newName === undefined && standBy === undefined) {
			throw new UserError('Nothing to change is given.', { next: 'Give --url, --name or --stand-by.' })
		}
		const others = places.filter((other) => other !== place)
		const fault = newName === undefined ? undefined : placeNameFault(newName, others)
		if (fault !== undefined) throw new UserError(`${JSON.stringify(newName)} cannot be the name.`, { why: `${fault}.` })
		const address = url === undefined ? place.url : placeUrl(url)
		const chainId = url === undefined ? place.chainId : (await probePlace(address)).chainId
		const changed: Place = { ...place, name: newName?.trim() ?? place.name, url: address, chainId }
		const all = places.map((other) => (other === place ? changed : other))
		await writePlaces(
			context,
			standBy === undefined
				? all
				: standBy === 'yes'
					? withStandBy(all, changed.name)
					: all.map((other) => (other === changed ? { ...changed, standBy: false } : other)),
		)
		context.io.stderr(`${changed.name} is changed.\n`)
		return undefined
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
		await writePlaces(
			context,
			places.filter((other) => other !== place),
		)
		context.io.stderr(`${name} is removed.\n`)
		return undefined
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
		const { placeBeat, placeNamed } = await import('../../client/index.ts')
		if (name !== 'own') {
			const place = placeNamed(await readPlaces(context), name)
			const beat = await placeBeat(place.url)
			if (typeof beat === 'string') {
				throw new UserError(`${name} does not answer.`, { why: `${beat}.`, next: `chain-tui rpc test ${name}` })
			}
			if (place.chainId !== '' && beat.chainId !== place.chainId) {
				throw new UserError(`${name} is on the chain ${beat.chainId}.`, {
					why: `When it was saved, it was on ${place.chainId}.`,
					next: `Save its new chain: chain-tui rpc edit ${name} --url ${place.url}.`,
				})
			}
			await write(context, 'node', place.url)
		} else await write(context, 'node', '')
		context.io.stderr(name === 'own' ? 'The app begins with the own chain.\n' : `The app begins with ${name}.\n`)
		return undefined
	},
}

/** `rpc compare` */
export const rpcCompare: CommandSpec = {
	name: 'compare',
	args: '[name] [other]',
	count: exactly(2),
	description: 'compare two places: the same chain, the same app hash at a height both have, who is behind',
	details: 'Exits with 1 when chain or app hash differ.',
	examples: ['rpc compare staging backup'],
	run: async (context, names) => {
		const { comparePlaces, placeNamed, probePlace } = await import('../../client/index.ts')
		const places = await readPlaces(context)
		const reports = await Promise.all(
			names.map(async (name) => {
				const report = await probePlace(placeNamed(places, name).url)
				if (report.fault === '') return report
				throw new UserError(`${name} does not answer.`, { why: `${report.fault}.`, next: `chain-tui rpc test ${name}` })
			}),
		)
		const { sameChain, height, appHashes, ahead } = await comparePlaces(reports[0]!, reports[1]!)
		const isKnown = appHashes.every((hash) => hash !== '')
		await printResult(context, {
			same_chain: sameChain,
			height: String(height),
			app_hashes: appHashes,
			same_app_hash: isKnown ? appHashes[0] === appHashes[1] : null,
			ahead: String(ahead),
		})
		return sameChain && (!isKnown || appHashes[0] === appHashes[1]) ? undefined : 1
	},
}

function reportJson(name: string, { checks, chainId, height, offers, kind, fault, needsKey }: PlaceReport): object {
	return {
		name,
		kind,
		chain_id: chainId,
		height: String(height),
		offers,
		...(fault === '' ? {} : { fault }),
		needs_key: needsKey,
		checks: checks.map(({ ms, ...check }) => ({ ...check, ms: Math.round(ms) })),
	}
}

async function readPlaces(context: CommandContext): Promise<readonly Place[]> {
	const { parsePlaces, readPreferences } = await import('../../client/index.ts')
	return parsePlaces(textLines(readPreferences(homeConfig(context).home).get('nodes')))
}

async function usedUrl(context: CommandContext): Promise<string> {
	const { readPreferences } = await import('../../client/index.ts')
	return String(readPreferences(homeConfig(context).home).get('node') ?? '')
}

async function writePlaces(context: CommandContext, places: readonly Place[]): Promise<void> {
	const { placeLines } = await import('../../client/index.ts')
	await write(context, 'nodes', placeLines(places))
}

async function write(context: CommandContext, name: string, value: unknown): Promise<void> {
	const { writePreferences } = await import('../../client/index.ts')
	const { home } = homeConfig(context)
	try {
		await writePreferences(home, new Map([[name, value]]))
	} catch (cause) {
		throw new UserError(`The preferences of ${home} cannot be written.`, {
			why: thrownText(cause),
			next: 'Check the folder and the room on its disk.',
			cause,
		})
	}
}
