import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timeToMs } from '../../../src/chain/blockTime.ts'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { formatValidatorKey, validatorKeyFromSeed } from '../../../src/engine/validatorKey.ts'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import type { NodeConfig } from '../../../src/node/NodeConfig.ts'
import { fromBase64, utf8 } from '../../../src/util/bytes.ts'
import { readRecording } from '../replay/compareReplay.ts'

const golden = new URL('../../golden-evm/', import.meta.url)

/** What was sent to the recorded node and what it answered. */
export interface Exchange {
	readonly name: string
	readonly request: {
		readonly method: string
		readonly path: string
		readonly headers: Readonly<Record<string, string>>
		readonly body?:
			| string
			| { readonly prefix: string; readonly repeat: string; readonly times: number; readonly suffix: string }
	}
	readonly response: {
		readonly status: number
		readonly headers: Readonly<Record<string, string>>
		readonly body: string
	}
}

/** The transactions of the recorded chain by block, and the hashes of its blocks. */
export interface Listing {
	readonly blocks: Readonly<
		Record<string, readonly { readonly name: string; readonly raw?: string; readonly tx?: string }[]>
	>
	readonly last_height: number
	readonly block_hashes: Readonly<Record<string, string>>
}

/** The exchanges of a group of the JSON-RPC: `state`, `blocks`, … */
export function exchangesOf(group: string): readonly Exchange[] {
	return goldenExchanges(`rpc-eth-${group}`)
}

/** The exchanges of a recording. */
export function goldenExchanges(name: string): readonly Exchange[] {
	return JSON.parse(readRecording(new URL(`${name}.json.gz`, golden))) as Exchange[]
}

/** The list of the recorded chain. */
export const listing = (exchangesOf('chain') as unknown as Listing[])[0]!

/** A node of the recorded chain, before its first block: the same genesis and validator, a clock that steps a second a block. */
export interface RecordedNode {
	readonly node: Node
	readonly ethUrl: string
	/** Makes the next block. */
	mine(): Promise<void>
	/** Sends one of the recorded transactions. */
	send(tx: { readonly raw?: string; readonly tx?: string }): Promise<void>
	close(): Promise<void>
}

/**
 * Starts such a node on the genesis of the recordings.
 *
 * @param edit changes the text of the genesis document
 */
export async function startRecordedNode(
	config: Partial<NodeConfig> = {},
	edit: (genesis: string) => string = (genesis) => genesis,
): Promise<RecordedNode> {
	const home = mkdtempSync(join(tmpdir(), 'recorded-'))
	const genesis = edit(readRecording(new URL('localnet-genesis.json.gz', golden)))
	const key = validatorKeyFromSeed(sha256(utf8('throw-away localnet validator')))
	const { validatorKey } = homePaths(home)
	mkdirSync(join(validatorKey, '..'), { recursive: true })
	writeFileSync(validatorKey, formatValidatorKey(key))
	const document = parseGenesis(genesis)
	const begin = timeToMs(document.genesisTime)
	let height = 0
	const anywhere = { on: true, host: '127.0.0.1', port: 0, asked: false } as const
	const node = await createNode(
		{
			home,
			genesis,
			chainId: document.chainId,
			chainIdAsked: false,
			settings: { ...defaultChainSettings, aminoBrand: 'cosmos' },
			minimumGasPrices: '0.01uchain',
			blockMode: 'manual',
			blockIntervalMs: 1_000,
			pruning: 'nothing',
			listeners: {
				rpc: anywhere,
				rest: anywhere,
				grpc: { on: false },
				legacy8: { on: false },
				endpoints: { on: false },
				eth: anywhere,
			},
			admin: false,
			...config,
		},
		{ log: () => undefined, clock: { now: () => begin + height * 1000 } },
	)
	const ethUrl = node.addresses.eth!
	return {
		node,
		ethUrl,
		async mine() {
			height = node.engine.height
			await node.engine.mine(1)
		},
		async send({ raw, tx }) {
			if (raw === undefined) await node.engine.broadcastTxSync(fromBase64(tx!)!)
			else {
				const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] })
				const reply = await fetch(ethUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
				const { error } = (await reply.json()) as { error?: { message: string } }
				if (error !== undefined) throw new Error(error.message)
			}
		},
		async close() {
			await node.close()
			rmSync(home, { recursive: true, force: true })
		},
	}
}
