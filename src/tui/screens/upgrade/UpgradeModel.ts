import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
	loadUpgrade,
	type MigratedChain,
	parsePlaces,
	placeLines,
	type Rehearsal,
	type Upgrade,
	type UpgradeAccount,
	type UpgradeCheck,
} from '../../../client/index.ts'
import { knownClients } from '../../../codec/legacy/clientPaths/readClientPaths.ts'
import type { AccountReport } from '../../../codec/legacy/clientPaths/reportAccount.ts'
import { verdictText } from '../../../codec/legacy/clientPaths/reportText.ts'
import { UserError } from '../../../errors/UserError.ts'
import { ListModel } from '../../app/list/ListModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'

/** Name of the place that the migrated chain gets on the RPC screen. */
const placeName = 'rehearsal'

/** Shortest time between two pictures of the progress, in milliseconds. */
const progressMs = 100

const nothing: readonly UpgradeAccount[] = []

/** A genesis of generation 8, what becomes of its accounts, and the chain that begins with it. */
export class UpgradeModel extends ListModel<UpgradeAccount> {
	readonly list: ItemList<UpgradeAccount>
	/** The genesis that is open. */
	upgrade: Upgrade | undefined
	checks: readonly UpgradeCheck[] = []
	/** What is going on: `reading 12 of 505 MB`; empty for nothing. */
	busy = ''
	rehearsal: Rehearsal | undefined
	/** The migrated chain, while it runs. */
	chain: MigratedChain | undefined
	#reports: ReadonlyMap<string, AccountReport> = new Map()
	#folder = ''
	#stop = new AbortController()
	#toldAt = Number.NEGATIVE_INFINITY

	constructor(app: TuiApp) {
		super(app)
		this.list = new ItemList<UpgradeAccount>({
			items: () => this.upgrade?.accounts ?? nothing,
			keyOf: ({ index }) => String(index),
			texts: ({ address, before, after, coins, problem }) => [
				app.nameOf(address),
				address,
				before,
				after,
				coins,
				problem,
			],
			columns: upgradeColumns(this),
		})
	}

	/** What the old clients' reads of an account come to; undefined before the report. */
	reportOf(address: string): AccountReport | undefined {
		return this.#reports.get(address)
	}

	/** Opens the genesis that another screen names. */
	opened(target: string | undefined): void {
		if (target !== undefined) this.app.attempt(() => this.open(target))
	}

	/** Reads and migrates a genesis. @param text path of a file, or a node's URL with a list of addresses behind it */
	async open(text: string): Promise<void> {
		await this.close()
		const { NewGenesisError, readUpgrade, readNewGenesis, readUpgradeOfNode, upgradeChecks, checksSoFar } =
			await loadUpgrade()
		this.#folder = await mkdtemp(join(tmpdir(), 'chain-tui-upgrade-'))
		const target = join(this.#folder, 'genesis.json')
		const progress = (done: Parameters<typeof checksSoFar>[0]): void => {
			const words = done.step === 'reading' ? 'reading' : `${done.step} ${grouped(done.accounts)}`
			this.#tell(`${words} · ${Math.round(done.bytes / 1e6)} of ${Math.round(done.size / 1e6)} MB`, () => {
				this.checks = checksSoFar(done)
			})
		}
		const [from = '', list] = /^(?:https?|grpcs?):\/\//.test(text) ? text.split(/\s+/, 2) : []
		await this.#work('reading', async (stopped) => {
			const options = { stopped, progress }
			if (from !== '') {
				const wanted = list === undefined ? undefined : ((await readFile(list, 'utf8')).match(/\S+/g) ?? [])
				const told = (done: number, all: number | undefined): void => {
					if (stopped.aborted) return
					this.#tell(`reading ${grouped(done)} of ${all === undefined ? '?' : grouped(all)} accounts of the node`)
				}
				const reading = readUpgradeOfNode(from, this.#folder, wanted, { ...options, told })
				// A node that does not answer is not waited for.
				this.upgrade = { ...(await Promise.race([reading, untilAborted(stopped)])), file: from }
			} else {
				this.upgrade = await readUpgrade(text, target, options).catch((cause: unknown) => {
					if (!(cause instanceof NewGenesisError)) throw cause
					return readNewGenesis(text, options)
				})
			}
			this.checks = upgradeChecks(this.upgrade)
		}).finally(() => {
			if (this.upgrade === undefined) this.checks = []
		})
	}

	/** Reads every account as the old clients do, in both generations. */
	async report(): Promise<void> {
		const { upgrade } = this
		if (upgrade === undefined) return
		const { rehearse } = await loadUpgrade()
		await this.#work('starting the migrated chain in memory', async (stopped) => {
			this.rehearsal = await rehearse(upgrade, Object.values(knownClients), {
				stopped,
				progress: (done, all) => this.#tell(`read ${grouped(done)} of ${grouped(all)} accounts in both generations`),
			})
			this.#reports = new Map(this.rehearsal.reports.map((report) => [report.address, report]))
		})
	}

	/** Starts the migrated chain, and makes it a place. */
	async start(): Promise<void> {
		const { upgrade, app } = this
		if (upgrade === undefined || this.chain !== undefined) return
		const { startMigrated } = await loadUpgrade()
		await this.#work('starting the migrated chain', async () => {
			this.chain = await startMigrated(upgrade)
			const { rpc: url, rest, chainId } = this.chain
			const others = parsePlaces(app.preferences.get('nodes')).filter(({ name }) => name !== placeName)
			app.preferences.set(
				'nodes',
				placeLines([...others, { name: placeName, url, chainId, standBy: false, keyed: false, speaks: 'rpc', rest }]),
			)
		})
	}

	/** Ends the migrated chain. */
	async end(): Promise<void> {
		const { chain, app } = this
		if (chain === undefined) return
		this.chain = undefined
		if (app.preferences.get('node') === chain.rpc) app.switchNode('')
		const others = parsePlaces(app.preferences.get('nodes')).filter(({ url }) => url !== chain.rpc)
		app.preferences.set('nodes', placeLines(others))
		await chain.close()
	}

	/** The account of the list as the old chain answered for it. */
	async bodyOf({ index }: UpgradeAccount): Promise<string> {
		const { readUpgradeAccount } = await loadUpgrade()
		if (this.upgrade === undefined) throw new UserError('No genesis is open.', { next: 'Open one first.' })
		if (this.upgrade.generation === 9) {
			throw new UserError('There is no other form of this account.', {
				why: 'The genesis is of generation 9.',
				next: 'Start it: the chain then answers in both generations.',
			})
		}
		return `{"height":"0","result":${await readUpgradeAccount(this.upgrade, index)}}`
	}

	/** Forgets the genesis. */
	async close(): Promise<void> {
		this.#stop.abort()
		await this.end()
		this.upgrade = undefined
		this.rehearsal = undefined
		this.checks = []
		this.list.setFilter('')
		this.#reports = new Map()
		// What was stopped may still write into it.
		if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 })
		this.#folder = ''
	}

	closed(): Promise<void> {
		return this.close()
	}

	override back(): boolean {
		if (this.busy === '') return super.back()
		this.#stop.abort()
		return true
	}

	async #work(words: string, run: (stopped: AbortSignal) => Promise<void>): Promise<void> {
		this.#stop = new AbortController()
		const { signal } = this.#stop
		this.busy = words
		this.app.touch()
		try {
			await run(signal)
		} catch (cause) {
			if (!signal.aborted) throw cause
			this.app.toast('info', 'stopped')
		} finally {
			this.busy = ''
			this.app.touch()
		}
	}

	#tell(words: string, show: () => void = () => {}): void {
		this.busy = words
		const now = performance.now()
		if (now < this.#toldAt + progressMs) return
		this.#toldAt = now
		show()
		this.app.touch()
	}
}

/** Rejects once a signal aborts. */
function untilAborted(signal: AbortSignal): Promise<never> {
	return new Promise((_resolve, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true })
	})
}

/** The columns of the list. */
export function upgradeColumns(model: UpgradeModel): readonly ListColumn<UpgradeAccount>[] {
	const clients = model.rehearsal === undefined ? [] : Object.keys(knownClients)
	return [
		{
			id: 'sign',
			title: '',
			width: 1,
			text: ({ after, problem }, { theme }) => {
				if (after === '') return theme.bad('✗')
				return problem === '' ? theme.good('✓') : theme.warn('●')
			},
		},
		{
			id: 'account',
			width: 16,
			text: ({ address }, { mark, cells }) => mark(model.app.shortName(safeText(address, 100), cells)),
			order: ({ address }) => address,
		},
		{
			id: 'kind',
			title: 'before → after',
			width: 22,
			text: ({ before, after }, { mark }) => mark(safeText(kinds(before, after), 60)),
			order: ({ before }) => before,
		},
		...clients.map(
			(name, index): ListColumn<UpgradeAccount> => ({
				id: name,
				title: name,
				width: 16,
				from: 92 + 17 * index,
				text: ({ address }, { theme }) => {
					const verdict = model.reportOf(address)?.clients[index]
					if (verdict === undefined) return theme.muted('–')
					const text = verdictText(verdict)
					return verdict.break > 0 ? theme.bad(text) : verdict.change > 0 ? theme.warn(text) : theme.good(text)
				},
			}),
		),
		{
			id: 'problem',
			title: 'coins, or what to look at',
			width: 'flex',
			text: ({ problem, coins }, { theme, mark }) =>
				problem === '' ? theme.muted(mark(safeText(coins, 80))) : theme.warn(mark(safeText(problem, 200))),
			order: ({ problem, coins }) => problem || coins,
		},
	]
}

/** `PeriodicVesting → same`, `Account → Base`. */
function kinds(before: string, after: string): string {
	const [old, now] = [before, after].map((kind) => kind.replace(/Account$/, ''))
	if (after === '') return `${old === '' ? before : old} → ✗`
	return old === now ? `${old} → same` : `${old === '' ? 'Account' : old} → ${now}`
}
