import { member } from '../../../util/jsonParts.ts'
import { accountKind } from '../accountParts.ts'
import { diffReplies } from '../forms/diffReplies.ts'
import type { JsonValue } from '../forms/jsonPaths.ts'
import { type ClientPaths, checkRead, type ReadCheck } from './checkClientPaths.ts'
import { knownClients } from './readClientPaths.ts'

/** Result of one client's reads for one account. */
export interface ClientVerdict {
	readonly client: string
	/** Reads of places that the account has. */
	readonly reads: number
	/** Number of reads that work unchanged. */
	readonly work: number
	/** Number of reads whose value is at another path or in another reply. */
	readonly change: number
	/** Number of reads whose value is gone, or differs from what the client expects. */
	readonly break: number
	/** Reads that do not work unchanged. */
	readonly checks: readonly ReadCheck[]
}

/** Effects of a move to generation 9 on the clients of one account. */
export interface AccountReport {
	readonly address: string
	/** `base`, `module`, `periodic vesting`. */
	readonly kind: string
	/** One for each client, in their order. */
	readonly clients: readonly ClientVerdict[]
}

/** Name of a client: of its path list, `kava-sdk-4.0.0`, otherwise its own name and version. */
export function clientName(paths: ClientPaths): string {
	const known = Object.entries(knownClients).find(([, other]) => other === paths)
	if (known !== undefined) return known[0]
	const { client, version } = paths
	return version === '' ? client : `${client} ${version}`
}

/** Makes reports of accounts for some clients. Accounts of one shape share their verdicts, so that a hundred thousand fit into memory. */
export class AccountReporter {
	readonly clients: readonly ClientPaths[]
	readonly #shared = new Map<string, readonly ClientVerdict[]>()

	constructor(clients: readonly ClientPaths[]) {
		this.clients = clients
	}

	/** @param body8 reply of `GET /auth/accounts/{address}` of generation 8 @param body9 the same of generation 9 */
	report(address: string, body8: string, body9: string): AccountReport {
		const kind = kindOf(JSON.parse(body9) as JsonValue)
		const replies = {
			kind,
			body8: JSON.parse(body8) as JsonValue,
			body9: JSON.parse(body9) as JsonValue,
			rows: diffReplies({ status: 200, body: body8 }, { status: 200, body: body9 }),
		}
		const made = this.clients.map((paths): ClientVerdict => {
			// Nobody holds the key of a module account: no client signs with one, so that none breaks by it.
			const checks = paths.reads
				.filter(({ request }) => request === 'account' && kind !== 'module')
				.map((read) => checkRead(read, replies))
				.filter((check) => check !== undefined)
			const count = (...verdicts: readonly ReadCheck['verdict'][]): number =>
				checks.filter(({ verdict }) => verdicts.includes(verdict)).length
			return {
				client: clientName(paths),
				reads: checks.length,
				work: count('works', 'new'),
				change: count('moved', 'otherQuery'),
				break: count('breaks', 'absent'),
				checks: checks.filter(({ verdict }) => verdict !== 'works' && verdict !== 'new'),
			}
		})
		const shape = JSON.stringify(made)
		const clients = this.#shared.get(shape) ?? made
		this.#shared.set(shape, clients)
		return { address, kind, clients }
	}
}

/** The counts of many verdicts together. */
export interface ReportTotals {
	readonly reads: number
	readonly work: number
	readonly change: number
	readonly break: number
}

/** Adds the verdicts of an account to totals. */
export function addToTotals(totals: ReportTotals, { clients }: AccountReport): ReportTotals {
	return clients.reduce(
		(sum, one) => ({
			reads: sum.reads + one.reads,
			work: sum.work + one.work,
			change: sum.change + one.change,
			break: sum.break + one.break,
		}),
		totals,
	)
}

/** Totals of nothing. */
export const noTotals: ReportTotals = { reads: 0, work: 0, change: 0, break: 0 }

function kindOf(body: JsonValue): string {
	return accountKind(String(member(member(body, 'result'), 'type') ?? '')) ?? 'account'
}
