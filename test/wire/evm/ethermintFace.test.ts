import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Exchange, exchangesOf, listing, type RecordedNode, startRecordedNode } from './recordedNode.ts'

/** Groups of exchanges with the chain standing still, in their order: the last one leaves transactions in the pool. */
const groups = 'node state blocks transactions call logs fees proof debug envelope send'.split(' ')

/** Replies that tell of the program or of its memory: only their kind is compared. */
const loose = /^(web3_clientVersion|debug_printBlock [156])$/

/** What is answered otherwise, and why. */
const different: Readonly<Record<string, string>> = {
	eth_accounts: 'the recorded node had the keys of its test accounts; this one has those of the developers',
	personal_listAccounts: 'the same list',
	'debug_traceTransaction transfer {"tracer":"{result: function() { return \\"js\\" }, fault: function() {}, step: function() {}}"}':
		'scripts of strangers are not run',
	'debug_traceTransaction add 5 {"tracer":"{result: function() { return \\"js\\" }, fault: function() {}, step: function() {}}"}':
		'scripts of strangers are not run',
	'debug_traceTransaction nested revert {"tracer":"{result: function() { return \\"js\\" }, fault: function() {}, step: function() {}}"}':
		'scripts of strangers are not run',
}

/** Loops that take all the gas there is: seconds each. */
const slow = (name: string) => /^eth_(call|estimateGas) endless/.test(name) && process.env.CHAIN_TUI_FULL !== '1'

let recorded: RecordedNode
/** Ids of filters by the names that the recordings give them. */
const filterIds = new Map<string, string>()

/** Undefined when the reply is the recorded one, else both. */
async function differenceOf({ name, request, response }: Exchange): Promise<string | undefined> {
	const named = (text: string) => text.replace(/FILTER\(([^)]*)\)/g, (all, id: string) => filterIds.get(id) ?? all)
	const given = request.body
	const body = typeof given === 'object' ? given.prefix + given.repeat.repeat(given.times) + given.suffix : given
	const { method, headers } = request
	const reply = await fetch(recorded.ethUrl + request.path, {
		method,
		headers,
		...(body === undefined ? {} : { body: named(body) }),
	})
	const text = await reply.text()
	const got = parsed(text)
	const made = /^new (.*)/.exec(name)?.[1]
	if (made !== undefined && typeof got.result === 'string') filterIds.set(made, got.result)
	const wanted = parsed(named(response.body))
	const isSame =
		reply.status === response.status &&
		typeOf(reply.headers.get('content-type')) === typeOf(response.headers['content-type']) &&
		(isDeepStrictEqual(got, wanted) || (loose.test(name) && typeof got.result === typeof wanted.result))
	return isSame ? undefined : `${name}: ${reply.status} ${text} instead of ${response.status} ${response.body}`
}

function parsed(text: string): { readonly result?: unknown } {
	try {
		return JSON.parse(text) as { readonly result?: unknown }
	} catch {
		return { result: text }
	}
}

function typeOf(header: string | null | undefined): string {
	return header?.split(';')[0] ?? ''
}

async function differencesOf(exchanges: readonly Exchange[]): Promise<string[]> {
	const found: string[] = []
	for (const exchange of exchanges) {
		if (exchange.name in different || slow(exchange.name)) continue
		const difference = await differenceOf(exchange)
		if (difference !== undefined) found.push(difference)
	}
	return found
}

describe('the face of ethermint answers as the recorded node', () => {
	beforeAll(async () => {
		recorded = await startRecordedNode({ ethCompat: 'ethermint', developer: true })
	})
	afterAll(() => recorded.close())

	it('about filters, while the blocks are made', async () => {
		const filters = exchangesOf('filters')
		const found: string[] = []
		const ask = async (belongs: (name: string) => boolean) =>
			found.push(...(await differencesOf(filters.filter(({ name }) => belongs(name)))))
		const isNew = (name: string) => name.startsWith('new ')
		const isEarly = (name: string) => name.endsWith('after block 9')
		for (let height = 1; height <= listing.last_height; height++) {
			if (height === 8) await ask(isNew)
			if (height === 10) await ask(isEarly)
			if (height === 11) await ask((name) => !isNew(name) && !isEarly(name))
			for (const tx of listing.blocks[height] ?? []) await recorded.send(tx)
			await recorded.mine()
		}
		expect(filters.length).toBeGreaterThan(10)
		expect(found).toEqual([])
	})

	it('the face of ethermint answers with the same blocks as the recorded node', async () => {
		const hashes = await Promise.all(
			Object.keys(listing.block_hashes).map(async (height) => {
				const meta = await recorded.node.engine.blockMeta(Number(height))
				return [height, `0x${Buffer.from(meta!.blockId.hash).toString('hex')}`]
			}),
		)
		expect(Object.fromEntries(hashes)).toEqual(listing.block_hashes)
	})

	it.each(groups)('about %s', async (group) => {
		const exchanges = exchangesOf(group)
		expect(exchanges.filter(({ name }) => !(name in different)).length).toBeGreaterThan(0)
		expect(await differencesOf(exchanges)).toEqual([])
	})

	it('the face of ethermint answers as the recorded node, but for what is known to be answered otherwise', async () => {
		const exchanges = groups.flatMap(exchangesOf).filter(({ name }) => name in different)
		expect(exchanges.map(({ name }) => name).sort()).toEqual(Object.keys(different).sort())
		for (const exchange of exchanges) expect(await differenceOf(exchange)).toBeDefined()
	})
})
