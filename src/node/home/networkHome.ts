import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { UserError } from '../../errors/UserError.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { engineBeside, homePaths } from './home.ts'

const networkHomeSchema = z.object({
	/** Where the application listens for the engine: `tcp://HOST:PORT` or `unix://PATH`. */
	address: z.string().optional(),
	/** The engine's RPC, such as `http://127.0.0.1:26657`. */
	engineUrl: z.string().optional(),
	/** Folder of the engine's own home, relative to this one. */
	engineHome: z.string().optional(),
	/** RPC of other nodes of the network. */
	others: z.array(z.string()).optional(),
})

/** What the home of an application knows of the real engine that makes its blocks. */
export type NetworkHome = z.infer<typeof networkHomeSchema>

/** What a home knows of its engine; undefined if this program makes its blocks. @throws {UserError} if unreadable. */
export function readNetworkHome(home: string): NetworkHome | undefined {
	const { network } = homePaths(home)
	const sibling = engineBeside(home)
	const beside = sibling === undefined ? undefined : { engineHome: sibling }
	try {
		const { engineHome, ...known } = storedIn(network)
		return { ...beside, ...known, ...(engineHome === undefined ? {} : { engineHome: resolve(home, engineHome) }) }
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') {
			throw new UserError(`${network} cannot be read.`, {
				because: cause,
				next: 'Remove the file; `chain-tui abci` writes it anew.',
			})
		}
	}
	return beside
}

/** Notes in a home that a real engine makes its blocks. What is not given stays as it was. */
export function writeNetworkHome(home: string, known: NetworkHome): void {
	const { network } = homePaths(home)
	const before = existsSync(network) ? storedIn(network) : undefined
	writeFileAtomic(network, `${JSON.stringify({ ...before, ...known }, null, 2)}\n`)
}

function storedIn(file: string): NetworkHome {
	return networkHomeSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Refuses work on blocks of a home whose blocks a real engine keeps.
 * @param what cannot be done, as the first sentence of the error
 * @param next what to do instead
 * @throws {UserError} for the home of a network's node.
 */
export function refuseNetworkHome(
	home: string,
	what = `${home} is the home of a node of a network.`,
	next = 'Run it with `chain-tui testnet start` or `chain-tui abci`, or choose another folder with --home.',
): void {
	if (readNetworkHome(home) === undefined) return
	throw new UserError(what, {
		why: 'A real engine makes and keeps its blocks; this home holds the state of its application alone.',
		next,
	})
}
