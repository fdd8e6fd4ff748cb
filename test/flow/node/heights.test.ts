import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { afterEach, expect, test } from 'vitest'
import { addressFromText } from '../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { QueryBalanceRequestSchema, QueryBalanceResponseSchema } from '../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { faucetAddress } from '../../../src/node/genesis/faucet.ts'
import { toHex } from '../../../src/util/bytes.ts'
import { seededRandom } from '../../support/random.js'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../../support/until.ts'
import { GrpcClient } from '../support/grpcClient.ts'

/** What the chain held from a height on. */
interface Truth {
	readonly from: number
	readonly amount: string
	readonly sequence: number
}

type Answer = { readonly value: string } | { readonly refusal: string }

interface Ask {
	readonly wire: string
	readonly method: string
	ask(height: number): Promise<Answer>
	wanted(truth: Truth): string
}

const full = process.env.CHAIN_TUI_FULL === '1'
const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
const denom = defaultChainSettings.denom
const faucet = faucetAddress(defaultChainSettings)
const ethAddress = (address: string) => `0x${toHex(addressFromText(address, 'chain'))}`
const refused = /failed to load state at height \d+|historical state of height \d+ is not available/

let close = async (): Promise<void> => undefined
afterEach(() => close())

test.each([
	['default', 1_030],
	['nothing', 60],
	['everything', 75],
] as const)(
	'no wire tells a balance that was not there: --pruning %s, %i blocks, random heights',
	async (pruning, blocks) => {
		const { node, home } = await startPruned(pruning)
		const truths = await makeHistory(node, blocks)
		const asks = await asksOf(node, home)
		const random = seededRandom()
		const table: Record<string, { asked: number; equal: number; refused: number; wrong: number }> = {}
		const wrong: string[] = []
		for (const { wire, method, ask, wanted } of asks) {
			const row = { asked: 0, equal: 0, refused: 0, wrong: 0 }
			table[`${pruning} ${wire} ${method}`] = row
			for (const height of heightsOf(blocks, random, full ? 300 : 30)) {
				row.asked++
				const truth = truths.findLast(({ from }) => from <= height)!
				const answer = await ask(height)
				const isKept =
					pruning === 'nothing' || height > (pruning === 'default' ? blocks - 1_000 : blocks - (blocks % 10))
				if ('value' in answer && answer.value === wanted(truth)) row.equal++
				else if ('refusal' in answer && refused.test(answer.refusal) && !isKept) row.refused++
				else {
					row.wrong++
					wrong.push(`${wire} ${method} ${height}: ${JSON.stringify(answer)}, wanted ${wanted(truth)}`)
				}
			}
		}
		for (const [row, { asked, equal, refused: gone, wrong: bad }] of Object.entries(table)) {
			process.stdout.write(
				`${row.padEnd(46)} asked ${asked}, equal to the truth ${equal}, refused ${gone}, wrong ${bad}\n`,
			)
		}
		expect(Object.values(table)).not.toHaveLength(0)
		expect(Object.values(table).every((row) => row.asked > 0)).toBe(true)
		expect(wrong).toEqual([])
		if (pruning !== 'nothing') expect(Object.values(table).every((row) => row.refused > 0)).toBe(true)
	},
	120_000,
)

async function startPruned(pruning: string): Promise<{ node: TestNode; home: string }> {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-heights-'))
	const node = await startNode({ on: ['rpc', 'rest', 'grpc', 'legacy8', 'endpoints'], flags: { home, pruning } })
	close = async () => {
		await node.close()
		rmSync(home, { recursive: true, force: true })
		close = async () => undefined
	}
	return { node, home }
}

/** Sends to the receiver from time to time; what it then has is read at once, of the newest state. */
async function makeHistory(node: TestNode, blocks: number): Promise<readonly Truth[]> {
	const truths: Truth[] = [{ from: 1, amount: '0', sequence: 0 }]
	const height = async () => Number((await node.call('status')).sync_info.latest_block_height)
	for (let sent = 1; ; sent++) {
		const gap = Math.min(blocks - (await height()) - 1, Math.ceil(blocks / 25))
		if (gap < 1) break
		await node.engine.mine(gap)
		await node.call('admin_faucet', { address: receiver, amount: { denom, amount: String(sent) } })
		const amount = String((sent * (sent + 1)) / 2)
		truths.push({ from: await height(), amount, sequence: sent })
	}
	await until(
		async () => (await height()) >= blocks,
		() => node.engine.mine(1),
	)
	return truths
}

async function asksOf(node: TestNode, home: string): Promise<readonly Ask[]> {
	const { rpc, rest, legacy8, grpc, endpoints } = node.addresses
	const request = create(QueryBalanceRequestSchema, { address: receiver, denom })
	const requestBytes = toBinary(QueryBalanceRequestSchema, request)
	const amountOf = (bytes: Uint8Array) => fromBinary(QueryBalanceResponseSchema, bytes).balance?.amount ?? '0'
	const grpcClient = new GrpcClient(Number(new URL(`http://${grpc?.replace(/^\w+:\/\//, '')}`).port))
	const closeNode = close
	close = async () => {
		grpcClient.close()
		await closeNode()
	}

	const client = createEndpointsClient(endpoints ?? '', home)
	await client.signUp('team@example.com', 'correct horse battery')
	const project = await client.createProject({ name: 'project' })
	const made = await client.createApplication(project.id, { name: 'app', network: 'archival' })
	const eth = async (method: string, ...params: readonly unknown[]): Promise<Answer> => {
		const response = await fetch(made.application.url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': made.key.key },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		})
		const { result, error } = (await response.json()) as { result?: string; error?: { message: string } }
		return error === undefined ? { value: String(result) } : { refusal: error.message }
	}
	const http = async (url: string, value: (body: never) => string, headers = {}): Promise<Answer> => {
		const response = await fetch(url, { headers })
		const text = await response.text()
		return response.status === 200 ? { value: value(JSON.parse(text) as never) } : { refusal: text }
	}
	const query = async (path: string, data: string, height: number, value: (bytes: Uint8Array) => string) => {
		const response = await fetch(`${rpc?.replace(/^tcp/, 'http')}/`, {
			method: 'POST',
			body: JSON.stringify({
				jsonrpc: '2.0',
				id: 1,
				method: 'abci_query',
				params: { path, data, height: String(height) },
			}),
		})
		const reply = (
			(await response.json()) as { result: { response: { code: number; log: string; value: string | null } } }
		).result.response
		if (reply.code !== 0) return { refusal: reply.log }
		return { value: value(Buffer.from(reply.value ?? '', 'base64')) }
	}
	const hexOf = (text: string) => toHex(new TextEncoder().encode(text))
	const address = addressFromText(receiver, 'chain')
	const storeKey = `02${address.length.toString(16).padStart(2, '0')}${toHex(address)}${hexOf(denom)}`
	const block = (height: number) => `0x${height.toString(16)}`
	const amount = ({ amount: units }: Truth) => units
	const coins = ({ amount: units }: Truth) => (units === '0' ? '' : `${units}${denom}`)
	const text = (list: readonly { denom: string; amount: string }[]) =>
		list.map((coin) => `${coin.amount}${coin.denom}`).join(',')
	const wei = ({ amount: units }: Truth) => `0x${(BigInt(units) * 10n ** 12n).toString(16)}`
	const sequence = ({ sequence: count }: Truth) => String(count)
	return [
		{
			wire: 'endpoint',
			method: 'eth_getBalance',
			ask: (height) => eth('eth_getBalance', ethAddress(receiver), block(height)),
			wanted: wei,
		},
		{
			wire: 'endpoint',
			method: 'eth_getTransactionCount',
			ask: (height) => eth('eth_getTransactionCount', ethAddress(faucet), block(height)),
			wanted: ({ sequence: count }) => block(count),
		},
		{
			wire: 'endpoint',
			method: 'eth_getCode',
			ask: (height) => eth('eth_getCode', ethAddress(receiver), block(height)),
			wanted: () => '0x',
		},
		{
			wire: 'endpoint',
			method: 'eth_getStorageAt',
			ask: (height) => eth('eth_getStorageAt', ethAddress(receiver), '0x0', block(height)),
			wanted: () => `0x${'0'.repeat(64)}`,
		},
		{
			wire: 'rpc',
			method: 'abci_query of a module',
			ask: (height) => query('/cosmos.bank.v1beta1.Query/Balance', toHex(requestBytes), height, amountOf),
			wanted: amount,
		},
		{
			wire: 'rpc',
			method: 'abci_query of custom/bank',
			ask: (height) =>
				query('custom/bank/all_balances', hexOf(JSON.stringify({ address: receiver })), height, (bytes) =>
					text(JSON.parse(String(bytes))),
				),
			wanted: coins,
		},
		{
			wire: 'rpc',
			method: 'abci_query of a store',
			ask: (height) =>
				query('/store/bank/key', storeKey, height, (bytes) =>
					bytes.length === 0 ? '0' : String(bytes.slice(2 + denom.length + 2)),
				),
			wanted: amount,
		},
		{
			wire: 'grpc',
			method: 'Balance',
			ask: async (height) => {
				const { code, details, response } = await grpcClient.call('/cosmos.bank.v1beta1.Query/Balance', requestBytes, {
					'x-cosmos-block-height': String(height),
				})
				return code === 0 ? { value: amountOf(response!) } : { refusal: details }
			},
			wanted: amount,
		},
		{
			wire: 'rest',
			method: 'balances',
			ask: (height) =>
				http(
					`${rest}/cosmos/bank/v1beta1/balances/${receiver}`,
					({ balances }: { balances: readonly { denom: string; amount: string }[] }) => text(balances),
					{ 'x-cosmos-block-height': String(height) },
				),
			wanted: coins,
		},
		...(
			[
				['legacy 9', rest],
				['legacy 8', legacy8],
			] as const
		).flatMap(([wire, base]): Ask[] => [
			{
				wire,
				method: '/auth/accounts',
				ask: (height) =>
					http(
						`${base}/auth/accounts/${faucet}?height=${height}`,
						({ result }: { result: { value: { sequence?: string | number } } }) => String(result.value.sequence ?? 0),
					),
				wanted: sequence,
			},
			{
				wire,
				method: '/bank/balances',
				ask: (height) =>
					http(
						`${base}/bank/balances/${receiver}?height=${height}`,
						({ result }: { result: readonly { denom: string; amount: string }[] }) => text(result),
					),
				wanted: coins,
			},
		]),
	]
}

/** Random heights, and those where something begins or ends. */
function heightsOf(blocks: number, random: () => number, count: number): readonly number[] {
	const edges = [1, 2, blocks - 1_000, blocks - 999, blocks - 998, blocks - 10, blocks - 1, blocks]
	const drawn = Array.from({ length: count }, () => 1 + Math.floor(random() * blocks))
	const old = Array.from({ length: 4 }, () => 1 + Math.floor((random() * blocks) / 40))
	return [...edges.filter((height) => height > 0), ...old, ...drawn]
}
