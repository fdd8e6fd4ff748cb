import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientPaths } from '../../codec/legacy/clientPaths/checkClientPaths.ts'
import {
	type AccountReport,
	AccountReporter,
	addToTotals,
	noTotals,
	type ReportTotals,
} from '../../codec/legacy/clientPaths/reportAccount.ts'
import { UserError } from '../../errors/UserError.ts'
import { createNode, type Node } from '../../node/createNode.ts'
import { localCall } from '../../node/localCall.ts'
import { resolveNodeConfig } from '../../node/resolveNodeConfig.ts'
import type { SettingValues } from '../../node/settings.ts'
import type { Call } from '../../wire/NodeSchema.ts'
import type { Upgrade, UpgradeAccount } from './readUpgrade.ts'

/** A legacy transaction that was posted for an account, without its key. */
export interface RehearsedPost {
	readonly address: string
	/** Kind of the account in generation 8. */
	readonly kind: string
	/** Generation whose `POST /txs` took it. */
	readonly generation: 8 | 9
	/** Code of the chain, 0 for success; -1 for a refusal by the server. */
	readonly code: number
	/** What the chain or the server said. */
	readonly log: string
}

/** What a rehearsal found. */
export interface Rehearsal {
	/** Reads that break first, then those to change. */
	readonly reports: readonly AccountReport[]
	readonly totals: ReportTotals
	readonly posts: readonly RehearsedPost[]
	/** Accounts that do not answer in both generations, with the reason. */
	readonly silent: readonly { readonly address: string; readonly reason: string }[]
}

/** Options of a rehearsal. */
export interface RehearseOptions {
	/** Is told how many accounts have answered. */
	readonly progress?: (done: number, all: number) => void
	readonly stopped?: AbortSignal
}

/** Accounts that post a transaction. */
const posting = 3

/**
 * Starts the migrated chain in memory, reads every account in both generations as old clients do, and posts a legacy
 * transaction as three of the accounts, acting as them.
 * @throws {UserError} if the chain does not start.
 */
export async function rehearse(
	{ target, accounts }: Upgrade,
	clients: readonly ClientPaths[],
	{ progress = () => {}, stopped }: RehearseOptions = {},
): Promise<Rehearsal> {
	const { node, close } = await nodeOf(target, { blockMode: 'instant' })
	try {
		const call = localCall(node.rpc, (text) => new UserError(text))
		const reporter = new AccountReporter(clients)
		const reports: AccountReport[] = []
		const silent: { address: string; reason: string }[] = []
		let totals = noTotals
		for (const [index, { address }] of accounts.entries()) {
			stopped?.throwIfAborted()
			const replies = await Promise.all(([8, 9] as const).map((generation) => read(call, generation, address)))
			const refused = replies.find(({ status }) => status !== 200)
			if (refused === undefined) {
				const report = reporter.report(address, replies[0]!.body, replies[1]!.body)
				reports.push(report)
				totals = addToTotals(totals, report)
			} else silent.push({ address, reason: refused.body })
			if (index % 100 === 99) progress(index + 1, accounts.length)
		}
		const weight = (report: AccountReport) =>
			report.clients.reduce((sum, one) => sum + one.break * 1_000 + one.change, 0)
		reports.sort((a, b) => weight(b) - weight(a))
		return { reports, totals, silent, posts: await posts(call, accounts) }
	} finally {
		await close()
	}
}

/** A migrated chain that runs, in memory. */
export interface MigratedChain {
	readonly chainId: string
	/** URLs of its Tendermint RPC, and of REST as generation 9 and 8 speak it. */
	readonly rpc: string
	readonly rest: string
	readonly legacy8: string
	close(): Promise<void>
}

/** Starts a migrated chain in memory on free ports, where both generations answer. @throws {UserError} if it fails. */
export async function startMigrated({ target }: Upgrade): Promise<MigratedChain> {
	const any = '127.0.0.1:0'
	const { node, close } = await nodeOf(target, { rpc: any, rest: any, legacy8: any, admin: 'on' })
	const { chainId, rpc = '', rest = '', legacy8 = '' } = node.addresses
	return { chainId, rpc, rest, legacy8, close }
}

/** Old clients look for the framework's amino names, and many send without a fee. */
async function nodeOf(
	target: string | undefined,
	flags: SettingValues,
): Promise<{ readonly node: Node; readonly close: () => Promise<void> }> {
	if (target === undefined) {
		throw new UserError('A genesis that is refused begins no chain.', { next: 'Mend what its faults name first.' })
	}
	const off = { rpc: 'off', rest: 'off', grpc: 'off', legacy8: 'off', endpoints: 'off', eth: 'off' }
	const usual = { genesis: target, aminoBrand: 'cosmos', minimumGasPrices: '' }
	// A folder that is not there has no settings of its own.
	const config = resolveNodeConfig({ ...off, ...usual, ...flags, home: `${target}.none` }, {})
	if (config.genesisFile === undefined) {
		const node = await createNode({ ...config, home: undefined, developer: true }, { log: () => {} })
		return { node, close: () => node.close() }
	}
	// A genesis that is too large for the memory begins a chain on the disk.
	const home = await mkdtemp(join(tmpdir(), 'chain-tui-rehearsal-'))
	const forget = () => rm(home, { recursive: true, force: true })
	try {
		const node = await createNode({ ...config, home, developer: true }, { log: () => {} })
		return { node, close: () => node.close().finally(forget) }
	} catch (cause) {
		await forget()
		throw cause
	}
}

function read(call: Call, generation: 8 | 9, address: string) {
	return call('rest_request', { generation, path: `/auth/accounts/${address}` })
}

/** Posts as accounts of different kinds first, in turns to both generations. */
async function posts(call: Call, accounts: readonly UpgradeAccount[]): Promise<readonly RehearsedPost[]> {
	const able = accounts.filter(({ address, after }) => address !== '' && after !== '')
	const kinds = [...new Map(able.toReversed().map((account) => [account.before, account])).values()].toReversed()
	const chosen = [...new Set([...kinds, ...able])].slice(0, posting)
	await call('admin_actAs', { add: chosen.map(({ address }) => address) })
	const made: RehearsedPost[] = []
	for (const [index, { address, before }] of chosen.entries()) {
		const generation = index % 2 === 0 ? 9 : 8
		const tx = {
			// Transfers may be switched off in the genesis, and coins may be locked; a greeting needs neither.
			msg: [{ type: 'greet/CreateGreet', value: { message: 'sent in a rehearsal', owner: address } }],
			fee: { amount: [], gas: '300000' },
			signatures: [{ pub_key: null, signature: '' }],
			memo: '',
		}
		const body = JSON.stringify({ tx, mode: 'block' })
		const reply = await call('rest_request', { generation, method: 'POST', path: '/txs', body })
		const {
			code = 0,
			raw_log: log = '',
			error,
		} = JSON.parse(reply.body) as {
			readonly code?: number
			readonly raw_log?: string
			readonly error?: string
		}
		made.push({ address, kind: before, generation, code: error === undefined ? code : -1, log: error ?? log })
	}
	return made
}
