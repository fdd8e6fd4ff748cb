import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { UserError } from '../../errors/UserError.ts'
import { hostRoles } from './hosts.ts'

const port = z.int().min(1).max(65_535)

const host = z.string().min(1)

const nodeSchema = z.object({
	/** Name of its folder: `node0`. */
	name: z.string().regex(/^[\w-]+$/),
	/** The engine's p2p id: hex of its node key's address. */
	id: z.string(),
	/** Ports by what they are for; `eth` of a chain with an EVM. */
	ports: z.object({
		...{ abci: port, rpc: port, p2p: port, rest: port, grpc: port, eth: port.optional() },
		...{ engineMetrics: port.optional(), metrics: port.optional() },
	}),
	/** Of a node on a host of its own: its role, where others reach it, and the address that each port listens on. */
	host: z.object({ role: z.enum(hostRoles), address: host, listen: z.record(z.string(), host) }).optional(),
})

const testnetSchema = z.object({
	/** Format of the file. */
	format: z.literal(2),
	chainId: z.string(),
	/** Time an engine waits after a block, in milliseconds. */
	blockIntervalMs: z.int().min(10),
	/** Heights between two snapshots that new nodes may begin from; 0 takes none. */
	snapshotInterval: z.int().min(0),
	nodes: z.array(nodeSchema).min(1),
})

/** A network of real engines, on one machine or on hosts of their own, as `testnet.json` in its folder describes it. */
export type Testnet = z.infer<typeof testnetSchema>

/** One node of the network. */
export type TestnetNode = Testnet['nodes'][number]

/** Paths inside a network's folder. */
export function testnetPaths(folder: string) {
	return {
		file: join(folder, 'testnet.json'),
		compose: join(folder, 'docker-compose.yml'),
		/** What to do on each host. */
		page: join(folder, 'README.md'),
		/** Process ids of the programs of the present start. */
		running: join(folder, 'running.json'),
		app: (name: string) => join(folder, name, 'app'),
		engine: (name: string) => join(folder, name, 'engine'),
		/** What the operator of a host needs beside the homes. */
		host: (name: string) => join(folder, name),
		log: (name: string, program: 'app' | 'engine') => join(folder, name, `${program}.log`),
	} as const
}

/** Reads a network's description. @throws {UserError} if the folder has none. */
export function readTestnet(folder: string): Testnet {
	const { file } = testnetPaths(folder)
	let text: string
	try {
		text = readFileSync(file, 'utf8')
	} catch (cause) {
		throw new UserError(`There is no network in ${folder}.`, {
			why: (cause as Error).message,
			next: 'Make one with `chain-tui testnet init --validators 4 --output-dir DIR`.',
			cause,
		})
	}
	try {
		return testnetSchema.parse(JSON.parse(text))
	} catch (cause) {
		throw new UserError(`${file} cannot be read.`, {
			why: cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message,
			next: 'Make the network again in another folder.',
			cause,
		})
	}
}
