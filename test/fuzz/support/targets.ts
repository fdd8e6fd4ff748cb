import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { create } from '@bufbuild/protobuf'
import { LockedApplication } from '../../../src/abci/LockedApplication.ts'
import { abciFrames } from '../../../src/abciSocket/abciFrames.ts'
import { answerRequest } from '../../../src/abciSocket/answerRequest.ts'
import { httpReply } from '../../../src/api/rpc/httpReply.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import { SnapshotFolder } from '../../../src/app/snapshots/SnapshotFolder.ts'
import { StateSnapshots } from '../../../src/app/snapshots/StateSnapshots.ts'
import { snapshotItems } from '../../../src/app/snapshots/snapshotItems.ts'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { readLegacyTx } from '../../../src/codec/legacy/readLegacyTx.ts'
import { decodeMessage } from '../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { parseEndpointsConfig } from '../../../src/endpoints/readEndpointsConfig.ts'
import { formatValidatorKey, generateValidatorKey, parseValidatorKey } from '../../../src/engine/validatorKey.ts'
import { MetadataSchema } from '../../../src/gen/cosmos/base/snapshots/v1beta1/snapshot_pb.js'
import { RequestSchema } from '../../../src/gen/tendermint/abci/types_pb.js'
import { InputDecoder } from '../../../src/tui/kit/terminal/InputDecoder.ts'
import { fromUtf8, joinBytes, utf8 } from '../../../src/util/bytes.ts'
import { FrameReader, frameOf } from '../../../src/util/FrameReader.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { startNode } from '../../support/startNode.ts'
import { genesisState, greetTx, makeBlock, openApp, startChain } from '../../unit/app/testChain.ts'

/** A listener that strangers' bytes come in by. */
export interface Target {
	readonly name: string
	/** How many of a thousand inputs it gets. */
	readonly share: number
	readonly seeds: readonly Uint8Array[]
	/** Takes an input. A throw must be one of the documented errors. */
	take(input: Uint8Array): unknown
}

const golden = new URL('../../golden/', import.meta.url)

/** All listeners, over one chain in memory; `close` ends it. */
export async function openTargets(): Promise<{ readonly targets: readonly Target[]; close(): Promise<void> }> {
	const app = openApp()
	startChain(app)
	await makeBlock(app, greetTx())
	const node = await startNode({ on: ['rest'], flags: { blockMode: 'interval' } })
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-fuzz-'))
	const registry = createRegistry()
	const rest = node.addresses.rest!
	const rpcHost = '127.0.0.1'
	const key = formatValidatorKey(generateValidatorKey())
	const genesis = readFileSync(new URL('localnet-genesis.json', golden))
	const items = [...snapshotItems(app.store.exportVersion(1))]
	const targets: Target[] = [
		{
			name: 'ABCI frames',
			share: 150,
			seeds: abciSeeds(),
			take: async (input) => {
				const driven = new LockedApplication<BaseApp>(() => app)
				try {
					for (const frame of new FrameReader(abciFrames).push(input)) {
						await answerRequest({ application: driven }, decodeMessage(RequestSchema, frame))
					}
				} finally {
					app.discardBlock()
				}
			},
		},
		{
			name: 'transaction bytes',
			share: 250,
			seeds: [greetTx({ sequence: 1n }), greetTx({ sequence: 1n, gas: 1n }), ...recordedTxs()],
			take: (input) => app.checkTx({ tx: input, type: 'new' }),
		},
		{
			name: 'amino JSON',
			share: 200,
			seeds: legacySeeds(),
			take: (input) => readLegacyTx(fromUtf8(input), { registry, brand: 'cosmos' }),
		},
		{
			name: 'JSON-RPC',
			share: 130,
			seeds: rpcSeeds,
			take: (input) =>
				httpReply(
					node.rpc,
					{
						method: 'POST',
						path: '/',
						query: '',
						host: rpcHost,
						ownMachine: () => false,
						contentType: 'application/json',
						body: input,
					},
					async (job) => job(),
				),
		},
		{
			name: 'REST paths and queries',
			share: 60,
			seeds: restSeeds,
			take: async (input) => {
				const path = fromUtf8(input).replace(/[\u0000-\u0020#]/g, (char) => encodeURIComponent(char))
				const reply = await fetch(`${rest}/${path}`.slice(0, 8_000))
				await reply.arrayBuffer()
				if (reply.status >= 600) throw new TypeError(`status ${reply.status}`)
			},
		},
		{
			name: 'genesis documents',
			share: 90,
			seeds: [new Uint8Array(genesis)],
			take: (input) => parseGenesis(fromUtf8(input)),
		},
		{
			name: 'key files',
			share: 50,
			seeds: [utf8(key)],
			take: (input) => parseValidatorKey(fromUtf8(input), 'key.json'),
		},
		{
			name: 'configuration files',
			share: 50,
			seeds: [utf8('{"publicUrl":"https://example.org","github":{"clientId":"x"},"oidc":[{"issuer":"https://a"}]}')],
			take: (input) => {
				let json: unknown
				try {
					json = JSON.parse(fromUtf8(input))
				} catch {
					// The file's reader says that it is no JSON.
					return
				}
				parseEndpointsConfig(json)
			},
		},
		{
			name: "snapshots' chunks",
			share: 10,
			seeds: [joinBytes(items), joinBytes(items.slice(0, 4)), joinBytes(items.slice(1))],
			take: async (input) => {
				const chunk = deflateSync(input)
				const hashes = [sha256(chunk)]
				const metadata = encodeMessage(MetadataSchema, create(MetadataSchema, { chunkHashes: hashes }))
				const store = openApp().store
				const where = new SnapshotFolder(folder)
				const sync = new StateSnapshots({
					store,
					folder: where,
					interval: 0,
					keep: 1,
					onRestored: () => {},
					log: silentLog,
				})
				const snapshot = { height: 2, format: 1, chunks: 1, hash: sha256(chunk), metadata }
				await sync.offer(snapshot, app.info().lastBlockAppHash)
				const { result } = await sync.apply(0, new Uint8Array(chunk), 'peer')
				if (result !== 'accept' && result !== 'rejectSnapshot') throw new TypeError(result)
			},
		},
		{
			name: 'terminal input',
			share: 100,
			seeds: terminalSeeds,
			take: (input) => {
				const decoder = new InputDecoder(() => undefined)
				const text = Buffer.from(input).toString('latin1')
				for (let at = 0; at < text.length; at += 7) decoder.push(text.slice(at, at + 7))
				decoder.push(fromUtf8(input))
			},
		},
	]
	return {
		targets,
		async close() {
			await node.close()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

function abciSeeds(): Uint8Array[] {
	const request = (value: Parameters<typeof create<typeof RequestSchema>>[1]) =>
		frameOf(encodeMessage(RequestSchema, create(RequestSchema, value)), abciFrames)
	return [
		request({ value: { case: 'info', value: { version: '0.34' } } }),
		request({ value: { case: 'checkTx', value: { tx: greetTx() } } }),
		request({
			value: { case: 'query', value: { path: '/cosmos.auth.v1beta1.Query/Params', height: 1n, prove: true } },
		}),
		request({ value: { case: 'query', value: { path: '/store/bank/key', data: utf8('x'), prove: true } } }),
		request({
			value: { case: 'initChain', value: { chainId: 'c', appStateBytes: utf8(genesisState()), initialHeight: 1n } },
		}),
		request({ value: { case: 'beginBlock', value: { header: { height: 2n, chainId: 'chain-test' } } } }),
		request({ value: { case: 'deliverTx', value: { tx: greetTx() } } }),
		request({ value: { case: 'endBlock', value: { height: 2n } } }),
		request({ value: { case: 'listSnapshots', value: {} } }),
		request({ value: { case: 'offerSnapshot', value: { snapshot: { height: 5n, format: 1, chunks: 1 } } } }),
	]
}

function recordedTxs(): Uint8Array[] {
	const script = JSON.parse(readFileSync(new URL('replay-errors.json', golden), 'utf8')) as {
		steps: { op: string; tx?: string }[]
	}
	const txs = script.steps.flatMap(({ op, tx }) => (op === 'deliver' && tx !== undefined ? [tx] : []))
	return txs.slice(0, 60).map((tx) => new Uint8Array(Buffer.from(tx, 'base64')))
}

function legacySeeds(): Uint8Array[] {
	const folder = new URL('legacy/', golden)
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
	const texts = files.map((name) => readFileSync(new URL(name, folder)).subarray(0, 8_000))
	const own = utf8(
		'{"type":"cosmos-sdk/StdTx","value":{"msg":[{"type":"cosmos-sdk/MsgSend","value":{"from_address":"chain13x896apvc6yt4ucaq6lnrxp07ft3p6sssvsu0l","to_address":"chain13x896apvc6yt4ucaq6lnrxp07ft3p6sssvsu0l","amount":[{"denom":"uchain","amount":"1"}]}}],"fee":{"amount":[],"gas":"200000"},"signatures":[{"pub_key":{"type":"tendermint/PubKeySecp256k1","value":"AtQaCqFnshaZQp6rIkvAPyzThvCvXSDO+9AzbxVErqJP"},"signature":"AA=="}],"memo":"x"}}',
	)
	return [own, own, own, ...texts.map((text) => new Uint8Array(text))]
}

const rpcSeeds = [
	'{"jsonrpc":"2.0","id":1,"method":"status","params":{}}',
	'{"jsonrpc":"2.0","id":"a","method":"block","params":{"height":"1"}}',
	'[{"jsonrpc":"2.0","id":1,"method":"health"},{"jsonrpc":"2.0","id":2,"method":"abci_query","params":["/app/version","","0",false]}]',
	'{"jsonrpc":"2.0","id":1,"method":"tx_search","params":{"query":"tx.height>0 AND message.sender=\'a\'","page":"1","per_page":"5"}}',
	'{"jsonrpc":"2.0","id":1,"method":"block_search","params":{"query":"block.height>=1"}}',
	'{"jsonrpc":"2.0","id":1,"method":"broadcast_tx_sync","params":{"tx":"AAEC"}}',
	'{"jsonrpc":"2.0","id":1,"method":"chain_blocks","params":{"from":1,"to":5}}',
].map(utf8)

const restSeeds = [
	'cosmos/auth/v1beta1/accounts/chain13x896apvc6yt4ucaq6lnrxp07ft3p6sssvsu0l',
	'cosmos/bank/v1beta1/balances/chain13x896apvc6yt4ucaq6lnrxp07ft3p6sssvsu0l?pagination.limit=1&pagination.key=AA==',
	'cosmos/tx/v1beta1/txs?events=tx.height%3E0&pagination.offset=3',
	'cosmos/base/tendermint/v1beta1/blocks/1',
	'chain/swap/v1beta1/greetings?pagination.count_total=true',
	'txs?message.action=send&page=1&limit=5',
	'auth/accounts/chain13x896apvc6yt4ucaq6lnrxp07ft3p6sssvsu0l?height=1',
	'validatorsets/latest?page=1&limit=2',
	'blocks/latest',
].map(utf8)

const terminalSeeds = [
	'hello\r\t\u007f\u0003',
	'\u001b[A\u001b[1;5C\u001bOP\u001b[15~\u001b[<0;10;20M\u001b[<0;10;20m',
	'\u001b[200~pasted text\u001b[201~\u001b]11;rgb:ffff/ffff/ffff\u001b\\',
	'\u001b[I\u001b[O\u001b\u001b[B\u{1f600}',
].map(utf8)
