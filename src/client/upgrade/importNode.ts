import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { memorySource } from '../../codec/goJson/JsonScanner.ts'
import { thrownText } from '../../errors/UserError.ts'
import { Spool } from '../../migrate/genesisFiles.ts'
import { migrateGenesis } from '../../migrate/migrateGenesis.ts'
import { jsonOf } from '../../util/jsonParts.ts'
import { byKey } from '../../util/order.ts'
import type { Coin } from '../chainTypes.ts'
import { GrpcSource, type ImportSource } from './GrpcSource.ts'
import { type ImportWish, type ReadAccount, RestSource, SourceNode } from './SourceNode.ts'

/** What an import found. */
export interface ImportSummary {
	readonly generation: 8 | 9
	readonly chainId: string
	readonly height: number
	readonly accounts: number
	/** Accounts of kinds that this program does not know: they keep their coins alone. */
	readonly balancesOnly: readonly string[]
	/** What could not be read, with the reason. */
	readonly unread: readonly { readonly what: string; readonly reason: string }[]
}

/** Accounts that are read at a time. */
const atOnce = 6

/**
 * Builds a genesis of generation 9 from what a node answers. What is read is kept beside the target, so that the same
 * call goes on where the last one stopped.
 * @throws {UserError} if the node does not answer, or has no list of its accounts where all are wanted.
 */
export async function importNode(target: string, wish: ImportWish): Promise<ImportSummary> {
	const source = /^grpcs?:/.test(wish.from) ? new GrpcSource(wish.from) : new RestSource(wish.from)
	wish.stopped?.addEventListener('abort', () => source.close())
	try {
		return await importFrom(source, target, wish)
	} finally {
		source.close()
	}
}

async function importFrom(source: ImportSource, target: string, wish: ImportWish): Promise<ImportSummary> {
	const node = new SourceNode(source, wish)
	const journal = `${target}.import`
	const earlier = await readJournal(journal, wish)
	const { generation, chainId, height } = await node.start(earlier.height)
	const isSame = earlier.chainId === chainId && earlier.height === height
	const before = isSame ? earlier.read : new Map<string, ReadAccount>()
	if (!isSame) {
		const first: JournalHead = { from: wish.from, asked: wish.height ?? 0, chainId, height }
		await writeFile(journal, `${JSON.stringify(first)}\n`)
	}
	const unread: { what: string; reason: string }[] = []
	const { addresses: wanted } = wish
	const { holders } = wanted as { readonly holders?: string }
	const addresses =
		holders !== undefined || wanted === 'all' ? await node.addresses(holders) : (wanted as readonly string[])
	const all = [...new Set(addresses)]
	const missing = all.filter((address) => !before.has(address))
	let done = all.length - missing.length
	wish.progress?.(done, all.length)
	const next = missing.values()
	let failed = false
	const work = async (): Promise<void> => {
		for (const address of next) {
			wish.stopped?.throwIfAborted()
			const read = await node.account(address)
			// The caller was told already that another one failed.
			if (failed) return
			before.set(address, read)
			await appendFile(journal, `${JSON.stringify(read)}\n`)
			wish.progress?.(++done, all.length)
		}
	}
	try {
		await Promise.all(Array.from({ length: atOnce }, work))
	} catch (cause) {
		failed = true
		throw cause
	}
	const held = (coins: readonly Coin[]): boolean =>
		holders === undefined || coins.some(({ denom }) => denom === holders)
	// In the order of the list, whichever was answered first.
	const accounts = all.map((address) => before.get(address)!).filter(({ coins }) => held(coins))
	for (const { address, reason } of accounts) if (reason !== undefined) unread.push({ what: address, reason })
	const params = new Map<string, unknown>()
	for (const module of generation === 9 ? ['auth', 'bank'] : []) {
		try {
			params.set(module, ((await node.json(`/cosmos/${module}/v1beta1/params`)) as { params: unknown }).params)
		} catch (cause) {
			unread.push({ what: `parameters of ${module}`, reason: thrownText(cause) })
		}
	}
	unread.push({ what: 'greetings', reason: 'a genesis has no place for them' })
	const head = { genesis_time: node.time, chain_id: chainId, app_hash: '' }
	const spool = new Spool(target)
	try {
		if (generation === 9) await spool.write(`${JSON.stringify(document9(head, accounts, params))}\n`)
		else if (wish.keepsOld === true) await spool.write(JSON.stringify(document8(head, accounts)))
		else {
			const old = Buffer.from(JSON.stringify(document8(head, accounts)))
			await migrateGenesis(memorySource(old), (text) => spool.write(text))
		}
		await spool.become(target)
	} finally {
		await spool.remove()
	}
	await rm(journal, { force: true })
	return {
		generation,
		chainId,
		height,
		accounts: accounts.filter(({ account }) => account !== null).length,
		balancesOnly: accounts
			.filter(({ account, coins }) => account === null && coins.length > 0)
			.map(({ address }) => address),
		unread,
	}
}

/** The first line of the file from which a stopped import goes on. */
interface JournalHead {
	readonly from: string
	/** The height that was asked for; 0 for none. */
	readonly asked: number
	readonly chainId: string
	readonly height: number
}

/** What an earlier call has read, and at which height; nothing if it asked something else. */
async function readJournal(
	path: string,
	{ from, height = 0 }: ImportWish,
): Promise<Partial<JournalHead> & { readonly read: Map<string, ReadAccount> }> {
	const text = await readFile(path, 'utf8').catch(() => '')
	const [first, ...lines] = text.split('\n').map(jsonOf)
	const head = (first ?? {}) as Partial<JournalHead>
	const read = new Map<string, ReadAccount>()
	if (head.from !== from || head.asked !== height) return { read }
	for (const line of lines as readonly (ReadAccount | undefined)[]) if (line !== undefined) read.set(line.address, line)
	return { ...head, read }
}

type Head = Readonly<Record<string, string>>

function document9(head: Head, accounts: readonly ReadAccount[], params: ReadonlyMap<string, unknown>): unknown {
	const balances = accounts.filter(({ coins }) => coins.length > 0).map(({ address, coins }) => ({ address, coins }))
	return {
		...head,
		initial_height: '1',
		app_state: {
			auth: {
				...(params.has('auth') ? { params: params.get('auth') } : {}),
				accounts: accounts.flatMap(({ account }) => account ?? []),
			},
			bank: {
				params: params.get('bank') ?? { send_enabled: [], default_send_enabled: true },
				balances,
				supply: totalOf(accounts),
				denom_metadata: [],
			},
		},
	}
}

function document8(head: Head, accounts: readonly ReadAccount[]): unknown {
	const params = {
		max_memo_characters: '256',
		tx_sig_limit: '7',
		tx_size_cost_per_byte: '10',
		sig_verify_cost_ed25519: '590',
		sig_verify_cost_secp256k1: '1000',
	}
	const known = accounts.flatMap(({ account }) => account ?? [])
	const auth = { params, accounts: known }
	return { ...head, app_state: { auth, bank: { send_enabled: true }, supply: { supply: totalOf(accounts) } } }
}

/** The sum of all balances by denomination. */
function totalOf(accounts: readonly ReadAccount[]): readonly Coin[] {
	const sums = new Map<string, bigint>()
	for (const { denom, amount } of accounts.flatMap(({ coins }) => coins)) {
		sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount))
	}
	return [...sums].sort(byKey).map(([denom, amount]) => ({ denom, amount: String(amount) }))
}
