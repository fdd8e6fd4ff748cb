import { expect, test } from 'vitest'
import { httpReply } from '../../../../src/api/rpc/httpReply.ts'
import { paramUpdatesJson, validatorUpdatesJson } from '../../../../src/api/rpc/json/resultJson.ts'
import { createRpcHandler } from '../../../../src/api/rpc/RpcHandler.ts'
import { sourceOf } from '../../../../src/engine/sourceOf.ts'
import { identity } from '../../../flow/rpc/rpcServer.ts'
import { testEngine } from '../../engine/testEngine.ts'

const megabyte = 2 ** 20

/** Asks a node whose genesis has an application state of so many bytes, in a document with so many spaces. */
async function askWithGenesis(stateBytes: number, spaces: number, requests: readonly string[]) {
	const appState = `{"large":"${'x'.repeat(stateBytes)}"}`
	const source = sourceOf(await testEngine())
	const document = { ...(await source.chain.genesis()), appState, text: appState + ' '.repeat(spaces) }
	const chain = { genesis: async () => document } as typeof source.chain
	const handler = createRpcHandler({ ...source, chain }, { identity })
	const calls = requests.map((method, id) => ({ jsonrpc: '2.0', id, method }))
	const reply = await httpReply(
		handler,
		{
			method: 'POST',
			path: '/',
			query: '',
			host: 'localhost',
			ownMachine: () => true,
			contentType: 'application/json',
			body: Buffer.from(JSON.stringify(calls)),
		},
		async (work) => work(),
	)
	return { status: reply.status, body: JSON.parse(reply.body) }
}

test('a genesis is told whole up to 16 MiB without its spaces, and a larger one in chunks alone', async () => {
	const spaced = await askWithGenesis(10, 17 * megabyte, ['genesis'])
	expect(spaced.body).toMatchObject({ result: { genesis: { app_state: { large: 'x'.repeat(10) } } } })
	const large = await askWithGenesis(16 * megabyte, 0, ['genesis'])
	expect(large.body).toMatchObject({
		error: { data: 'genesis response is large, please use the genesis_chunked API instead' },
	})
})

test('the replies to a batch end at 20 MB, with what to do', async () => {
	const few = await askWithGenesis(megabyte, 0, Array(18).fill('genesis'))
	expect([few.status, few.body.length]).toEqual([200, 18])
	const many = await askWithGenesis(megabyte, 0, Array(20).fill('genesis'))
	expect(many).toEqual({
		status: 500,
		body: {
			jsonrpc: '2.0',
			error: {
				code: -32603,
				message: 'Internal error',
				data: 'the replies to a batch are more than 20000000 bytes; ask for less at a time',
			},
		},
	})
})

test('a validator that leaves has no power in a reply, as Go leaves out a zero', () => {
	const pubKey = Uint8Array.of(1, 2, 3)
	const pub_key = { Sum: { type: 'tendermint.crypto.PublicKey_Ed25519', value: { ed25519: 'AQID' } } }
	expect(
		validatorUpdatesJson([
			{ pubKey, power: 0n },
			{ pubKey, power: 1n },
			{ pubKey, power: 10n },
		]),
	).toEqual([
		{ pub_key, power: undefined },
		{ pub_key, power: '1' },
		{ pub_key, power: '10' },
	])
	expect([0n, 1n].map((appVersion) => paramUpdatesJson({ version: { appVersion } }).version)).toEqual([
		{ app_version: undefined },
		{ app_version: '1' },
	])
})

test('what an application does not tell of itself is left out of abci_info', async () => {
	const engine = await testEngine()
	const source = sourceOf(engine)
	const told = (info: object) => {
		const application = { ...source.application, info: async () => ({ ...nothing, ...info }) }
		return createRpcHandler({ ...source, application }, { identity }).callUrl('abci_info', new Map())
	}
	const nothing = { data: '', version: '', appVersion: 0n, lastBlockHeight: 0, lastBlockAppHash: new Uint8Array(0) }
	expect(JSON.stringify(await told({}))).toBe('{"result":{"response":{}}}')
	const all = { data: 'kv', version: '1.2', appVersion: 1n, lastBlockHeight: 1, lastBlockAppHash: Uint8Array.of(1) }
	expect(JSON.stringify(await told(all))).toBe(
		'{"result":{"response":{"data":"kv","version":"1.2","app_version":"1","last_block_height":"1","last_block_app_hash":"AQ=="}}}',
	)
})
