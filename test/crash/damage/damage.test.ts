import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { seededRandom } from '../../support/random.js'
import { startNode } from '../../support/startNode.ts'

const blocks = 500
const tries = process.env.CHAIN_TUI_FULL === '1' ? 1_000 : 60
const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'

let folder: string
let home: string
let asks: readonly (readonly [string, object])[]
let truth: readonly string[]

function open(at: string): Promise<Node> {
	return startNode({ flags: { home: at, pruning: 'nothing' } })
}

async function reply(node: Node, method: string, params: object): Promise<string> {
	const outcome = await node.rpc.call(method, parseJson(JSON.stringify(params)))
	return JSON.stringify(outcome, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
}

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-damage-'))
	home = join(folder, 'home')
	const hashes: string[] = []
	// Opened several times, so that there are tables, a manifest with edits and a log.
	for (const until of [200, 350, blocks]) {
		const node = await open(home)
		while (node.engine.height < until) {
			const sent = JSON.parse(await reply(node, 'admin_faucet', { address: receiver }))
			hashes.push(JSON.parse(sent.result.raw ?? JSON.stringify(sent.result)).hash)
			await node.engine.mine(Math.min(7, Math.max(1, until - node.engine.height)))
		}
		if (until === blocks) {
			// In the session that wrote the newest blocks, which so are in the log still.
			asks = asksAbout(hashes)
			truth = await replies(node)
		}
		await node.close()
	}
	expect(truth).toHaveLength(asks.length)
	expect(truth.filter((text) => text.includes('"error"'))).toEqual([])
}, 120_000)

function asksAbout(hashes: readonly string[]): readonly (readonly [string, object])[] {
	const heights = Array.from({ length: blocks / 10 }, (_, index) => (index + 1) * 10)
	const data = Buffer.from(`{"address":"${receiver}"}`).toString('hex')
	return [
		['status', {}],
		['genesis', {}],
		...['block', 'block_results', 'commit', 'validators', 'consensus_params'].flatMap((method) =>
			heights.map((height) => [method, { height: String(height) }] as const),
		),
		...heights.map(
			(height) => ['abci_query', { path: 'custom/bank/all_balances', data, height: String(height) }] as const,
		),
		...hashes.map((hash) => ['tx', { hash: Buffer.from(hash, 'hex').toString('base64'), prove: true }] as const),
		['tx_search', { query: `transfer.recipient='${receiver}'`, per_page: '100', order_by: 'asc' }],
		['blockchain', { minHeight: String(blocks - 19), maxHeight: String(blocks) }],
	]
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function replies(node: Node): Promise<readonly string[]> {
	const texts: string[] = []
	for (const [method, params] of asks) texts.push(await reply(node, method, params))
	return texts
}

test(`no damage to a file of a home becomes a wrong answer or a lost block: ${tries} tries`, async () => {
	const random = seededRandom()
	const table = new Map<string, { tried: number; refused: number; harmless: number; wrong: number }>()
	const wrong: string[] = []
	for (let index = 0; index < tries; index++) {
		const at = join(folder, `try${index}`)
		cpSync(home, at, { recursive: true })
		// A copy has times of its own: its tables are noted as they are, so that opening trusts those that are not touched.
		noteTables(at)
		const { file, what } = damage(at, random)
		const kind = relative(at, file).replace(/\d{6,}/, '*')
		const row = table.get(kind) ?? { tried: 0, refused: 0, harmless: 0, wrong: 0 }
		table.set(kind, row)
		row.tried++
		const outcome = await outcomeOf(at)
		if (outcome === 'refused' || outcome === 'harmless') row[outcome]++
		else {
			row.wrong++
			wrong.push(`${index}: ${kind}, ${what}: ${outcome}`)
		}
		rmSync(at, { recursive: true, force: true })
	}
	for (const [kind, row] of [...table].sort()) {
		const { tried, refused, harmless, wrong: bad } = row
		process.stdout.write(
			`${kind.padEnd(28)} tried ${tried}, refused ${refused}, no effect ${harmless}, silently wrong ${bad}\n`,
		)
	}
	expect([...table.values()].reduce((sum, { tried }) => sum + tried, 0)).toBe(tries)
	expect(wrong).toEqual([])
}, 3_600_000)

/** Opens the home and asks everything: refused with a reason, or as if nothing had happened. */
async function outcomeOf(at: string): Promise<string> {
	let node: Node
	try {
		node = await open(at)
	} catch (error) {
		if (error instanceof UserError && error.next !== '') return 'refused'
		return `an error that does not say what to do: ${String(error)}`
	}
	try {
		const texts = await replies(node)
		let outcome = 'harmless'
		for (const [index, text] of texts.entries()) {
			if (text === truth[index]) continue
			if (!text.startsWith('{"error"')) return `${JSON.stringify(asks[index])}: ${text} for ${truth[index]}`
			outcome = 'refused'
		}
		return outcome
	} finally {
		await node.close()
	}
}

/** Notes size and time of each table as a node does that ends. */
function noteTables(at: string): void {
	const tables = readdirSync(join(at, 'data')).filter((name) => name.endsWith('.ldb'))
	const noted = tables.sort().map((name) => {
		const { size, mtimeNs } = statSync(join(at, 'data', name), { bigint: true })
		return [name, `${size} ${mtimeNs}`]
	})
	const text = JSON.stringify(Object.fromEntries(noted))
	writeFileSync(join(at, 'data.tables'), `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`)
}

function damage(at: string, random: () => number): { file: string; what: string } {
	const all = filesOf(at).filter((file) => statSync(file).size > 0)
	const records = all.filter((file) => /\.(ldb|log)$|MANIFEST/.test(file))
	const files = random() < 0.6 ? records : all
	const file = files[Math.floor(random() * files.length)] ?? ''
	const { size } = statSync(file)
	if (random() < 0.25) {
		const length = Math.floor(random() * size)
		truncateSync(file, length)
		return { file, what: `cut to ${length} of ${size} bytes` }
	}
	const bytes = readFileSync(file)
	const offset = Math.floor(random() * size)
	const bit = Math.floor(random() * 8)
	bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit)
	writeFileSync(file, bytes)
	// Half of the bits rot as they do on a disk: the file's time does not change, and opening trusts the table at first.
	const rots = random() < 0.5
	if (rots && file.endsWith('.ldb')) noteTables(at)
	return { file, what: `bit ${bit} of byte ${offset} of ${size}${rots ? ', time kept' : ''}` }
}

function filesOf(at: string): readonly string[] {
	return readdirSync(at, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort()
}
