import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { ethermintDialect } from '../../../src/api/eth/dialect/ethermintDialect.ts'
import { gethDialect } from '../../../src/api/eth/dialect/gethDialect.ts'
import { ethMethods } from '../../../src/api/eth/methods/index.ts'
import { type EthMethod, namesBlock } from '../../../src/api/eth/rpc/EthMethod.ts'
import { endpointMethods, methodsOf } from '../../../src/api/eth/rpc/EthMethodSet.ts'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { plainMethods } from '../../../src/endpoints/methods/index.ts'
import { plainValues, takes } from '../../support/methodParams.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { account, type EthReply, evmTools } from '../eth/evmTools.ts'
import { type GatewayProcess, startGateway } from './support/startGateway.ts'

/** Heights that the pruning application answers, and blocks of the chain. */
const [window, blocks] = [4, 12]
const dialects = { geth: gethDialect, ethermint: ethermintDialect }

type Ask = (method: string, params: readonly unknown[]) => Promise<EthReply>

let home: string
let node: TestNode | undefined
let gateway: GatewayProcess | undefined

afterEach(async () => {
	if (gateway !== undefined) {
		gateway.process.kill()
		await once(gateway.process, 'exit')
		gateway = undefined
	}
	await node?.close()
	rmSync(home, { recursive: true, force: true })
})

/** A chain of some blocks with an archival and a pruning application. */
async function startApplications(
	flags: Readonly<Record<string, string>>,
	isAlone = false,
): Promise<Record<'archival' | 'pruning', { readonly ask: Ask; readonly url: string; readonly key: string }>> {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-window-'))
	writeFileSync(join(home, 'endpoints.json'), JSON.stringify({ pruningWindow: window }))
	node = await startNode({
		on: isAlone ? ['rpc', 'eth'] : ['rpc', 'endpoints'],
		flags: { home, pruning: 'nothing', ...flags },
	})
	const { endpoints, rpc = '', eth = '' } = node.addresses
	if (isAlone) gateway = await startGateway(home, '.', `sqlite:${join(home, 'alone')}`, [rpc], ['--eth-upstream', eth])
	const client = createEndpointsClient(gateway?.url ?? endpoints ?? '', undefined)
	await client.signUp('team@example.com', 'correct horse battery')
	const project = await client.createProject({ name: 'window' })
	const open = async (network: 'archival' | 'pruning') => {
		const { application, key } = await client.createApplication(project.id, { name: network, network })
		const ask: Ask = async (method, params) => {
			const reply = await fetch(application.url, {
				method: 'POST',
				headers: { 'x-api-key': key.key, 'content-type': 'application/json' },
				body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
			})
			return (await reply.json()) as EthReply
		}
		return { ask, url: application.url, key: key.key }
	}
	return { archival: await open('archival'), pruning: await open('pruning') }
}

const unknownHash = `0x${'ab'.repeat(32)}`

function isHash(form: unknown): boolean {
	return typeof form === 'string' && form.length === unknownHash.length
}

/** Everything that names one old block. */
interface OldBlock {
	readonly forms: readonly unknown[]
	/** Texts by which its content is known in a reply. */
	readonly marks: readonly string[]
}

/** What a pruning application answered about an old block, method by method, and how many parameters were tried. */
async function walk<Context>(
	methods: readonly EthMethod<Context>[],
	context: Context,
	{ forms, marks }: OldBlock,
	{ pruning }: { readonly pruning: { readonly ask: Ask } },
): Promise<{ readonly leaks: readonly string[]; readonly refused: ReadonlySet<string> }> {
	const leaks: string[] = []
	const refused = new Set<string>()
	for (const { name, params } of methods) {
		const plain = params.map((param) => plainValues.find((value) => takes(param, value, context)))
		for (const [index, param] of params.entries()) {
			for (const form of forms.filter((one) => takes(param, one, context))) {
				const asked = plain.with(index, form)
				const reply = await pruning.ask(name, asked)
				const call = `${name} ${JSON.stringify(asked)}`
				if (reply.error?.message.includes('lowest height is')) refused.add(`${name} ${index}`)
				else if (namesBlock(param) && reply.error === undefined) {
					// A form that names nothing here, such as the hash of a block for a transaction's, is answered like any other nothing.
					const nothings = isHash(form) ? [unknownHash] : ['latest', {}]
					const neutral = await Promise.all(nothings.map((one) => pruning.ask(name, plain.with(index, one))))
					const texts = neutral.map(({ result }) => JSON.stringify(result))
					if (!texts.includes(JSON.stringify(reply.result))) leaks.push(call)
				} else if (marks.some((mark) => JSON.stringify(reply.result ?? null).includes(mark))) leaks.push(call)
			}
		}
	}
	return { leaks, refused }
}

/** The parameters that name a block, as `method index`. */
function blockParams<Context>(methods: readonly EthMethod<Context>[]): string[] {
	return methods.flatMap(({ name, params }) =>
		params.flatMap((param, index) => (namesBlock(param) ? [`${name} ${index}`] : [])),
	)
}

describe.each([
	['geth', 'beside its node'],
	['ethermint', 'beside its node'],
	['geth', 'of a gateway alone'],
] as const)('a pruning application of a chain with an EVM, %s dialect, %s', (ethCompat, where) => {
	it('no method of the EVM serves a height outside the window of a pruning application', async () => {
		const applications = await startApplications({ chainId: 'chain_2222-1', ethCompat }, where === 'of a gateway alone')
		const { archival, pruning } = applications
		const { writer, reader } = evmTools(archival.url, { headers: { 'x-api-key': archival.key } })
		const hashes: Hex[] = []
		for (let nonce = 0; nonce < blocks; nonce++) {
			const price = { gas: 21_000n, gasPrice: 10n ** 12n, nonce }
			hashes.push(await writer.sendTransaction({ to: account(1).address, value: 1n, type: 'legacy', ...price }))
		}
		const txHash = hashes[2]!
		const { blockNumber, blockHash } = await reader.getTransactionReceipt({ hash: txHash })
		const head = Number((await archival.ask('eth_blockNumber', [])).result)
		expect(Number(blockNumber)).toBeLessThan(head - window)
		const height = `0x${blockNumber.toString(16)}`
		const old: OldBlock = {
			forms: [
				...[height, 'earliest', Number(blockNumber), blockHash, txHash, { blockNumber: height }, { blockHash }],
				...[{ fromBlock: height }, { fromBlock: 'earliest', toBlock: 'latest' }],
			],
			marks: [blockHash, txHash],
		}
		const methods = endpointMethods(methodsOf(ethMethods, ethCompat))
		const { leaks, refused } = await walk(methods, { dialect: dialects[ethCompat] } as never, old, applications)
		expect(leaks).toEqual([])
		expect(blockParams(methods).filter((param) => !refused.has(param))).toEqual([])
		expect(refused.size).toBeGreaterThan(20)
		const { result: fees } = await pruning.ask('eth_feeHistory', ['0x40', 'latest', []])
		expect(Number(fees.oldestBlock)).toBeGreaterThan(head - window)
		const { result: capabilities } = await pruning.ask('eth_capabilities', [])
		if (ethCompat === 'geth') expect(Number(capabilities.blocks.oldestBlock)).toBeGreaterThan(head - window)
		const { error } = await pruning.ask('eth_getBlockByNumber', [height, true])
		expect(error).toEqual({
			code: -32000,
			message: `missing trie node: historical state of height ${blockNumber} is not available, lowest height is ${head - window + 1}: this application is on the pruning network and answers heights ${head - window + 1} to ${head}`,
		})
		expect((await archival.ask('eth_getBlockByNumber', [height, true])).error).toBeUndefined()
	})
})

it('no method of a chain without an EVM serves a height outside the window of a pruning application', async () => {
	const applications = await startApplications({})
	for (let made = 0; made < blocks; made++) await node!.call('admin_mine', {})
	const { result: old } = await applications.archival.ask('eth_getBlockByNumber', ['0x3', false])
	const forms = ['0x3', old.hash, { blockNumber: '0x3' }, { blockHash: old.hash }, { fromBlock: '0x3' }]
	const { leaks, refused } = await walk(plainMethods, {} as never, { forms, marks: [old.hash] }, applications)
	expect(leaks).toEqual([])
	expect(blockParams(plainMethods).filter((param) => !refused.has(param))).toEqual([])
	expect(refused.size).toBeGreaterThan(8)
})
