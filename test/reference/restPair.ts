import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { golden, startLegacyNode } from '../wire/legacy/legacyNode.ts'
import { setUpRequests } from './baseRequests.ts'
import { startGoNode8, startGoNode9 } from './GoNode.ts'
import { until } from './goProgram.ts'
import type { FuzzRequest } from './mutateRequest.ts'
import { sendRest } from './RestReply.ts'

/** Transactions by the block they are in, and the height at which the state stands still. */
export interface SetUp {
	readonly txs: readonly { readonly height: number; readonly request: FuzzRequest }[]
	readonly height: number
}

/** A node of the reference and one of ours with the same state, in which no more blocks are made. */
export interface RestPair {
	readonly theirs: number
	readonly ours: number
	/** Ports of their JSON-RPC. */
	readonly rpc: { readonly theirs: number; readonly ours: number }
	readonly setUp: SetUp
	close(): Promise<void>
}

/** Starts both nodes of a generation and brings them to the same state. */
export async function startRestPair(program: string, generation: 8 | 9): Promise<RestPair> {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-rest-'))
	const go =
		generation === 9
			? await startGoNode9(program, folder, golden('localnet-genesis.json'))
			: await startGoNode8(program, folder, fileURLToPath(new URL('../golden/legacy/accounts.json', import.meta.url)))
	const txs: { height: number; request: FuzzRequest }[] = []
	for (const request of setUpRequests(generation)) {
		const before = await go.height()
		await until(async () => ((await go.height()) > before ? true : undefined), 'a block')
		const reply = await sendRest(go.restPort, {
			...request,
			body: request.body?.replace('"mode":"sync"', '"mode":"block"') ?? '',
		})
		const { height, code } = JSON.parse(reply.body) as { height?: string; code?: number }
		if (height === undefined || code !== undefined) throw new Error(`a transaction was refused: ${reply.body}`)
		txs.push({ height: Number(height), request })
	}
	const setUp = { txs, height: await go.freeze() }
	const own = await startOwn(generation, setUp)
	return {
		theirs: go.restPort,
		ours: own.port,
		rpc: { theirs: go.rpcPort, ours: own.rpcPort },
		setUp,
		async close() {
			await own.close()
			await go.stop()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

/** Starts one of our nodes with the state of a set-up, in which no more blocks are made. */
export async function startOwn(generation: 8 | 9, setUp: SetUp) {
	const genesis = golden(generation === 9 ? 'localnet-genesis.json' : 'legacy/accounts-8-9.genesis9.json')
	const legacy = await startLegacyNode(genesis, { flags: { rpc: '127.0.0.1:0' } })
	const port = generation === 9 ? legacy.port9 : legacy.port8
	for (const { height, request } of setUp.txs) {
		await legacy.mineTo(height - 1)
		const reply = await sendRest(port, request)
		if (/"code"/.test(reply.body)) throw new Error(`a transaction was refused: ${reply.body}`)
		await legacy.mineTo(height)
	}
	await legacy.mineTo(setUp.height)
	const rpcPort = Number(new URL(legacy.node.addresses.rpc ?? '').port)
	return { port, rpcPort, close: () => legacy.close() }
}
