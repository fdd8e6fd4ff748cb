import {
	type ClientPaths,
	checkClientPaths,
	type ReadCheck,
	type ReadSummary,
} from '../../../../codec/legacy/clientPaths/checkClientPaths.ts'
import { knownClients } from '../../../../codec/legacy/clientPaths/readClientPaths.ts'

/** Results by path list: each takes a while, and never changes. */
const checked = new WeakMap<ClientPaths, readonly ReadSummary[]>()

/** Checks the reads of an old client against generation 9: one of the built-in path lists, or one from a file. */
export class MigrationCheck {
	#own: ClientPaths | undefined
	#index = 0

	get clients(): readonly ClientPaths[] {
		return [...Object.values(knownClients), ...(this.#own === undefined ? [] : [this.#own])]
	}

	get client(): ClientPaths {
		return this.clients[this.#index]!
	}

	/** One for each read of the client, those that need work first. */
	get rows(): readonly ReadSummary[] {
		const rows = checked.get(this.client) ?? checkClientPaths(this.client.reads).toSorted((a, b) => rank(a) - rank(b))
		checked.set(this.client, rows)
		return rows
	}

	get failing(): number {
		return this.rows.filter(({ overall }) => overall === 'fails' || overall === 'sometimes').length
	}

	/** To the next client. */
	next(): void {
		this.#index = (this.#index + 1) % this.clients.length
	}

	/** Checks a list of one's own. */
	use(paths: ClientPaths): void {
		this.#own = paths
		this.#index = this.clients.length - 1
	}
}

/** Merges equal results of several kinds of accounts or replies. */
export function groupedChecks(
	checks: readonly ReadCheck[],
): readonly (ReadCheck & { readonly kinds: readonly string[] })[] {
	const groups = new Map<string, ReadCheck & { readonly kinds: string[] }>()
	for (const check of checks) {
		const key = JSON.stringify([check.verdict, check.note, check.path9])
		const group = groups.get(key)
		if (group === undefined) groups.set(key, { ...check, kinds: [check.kind] })
		else group.kinds.push(check.kind)
	}
	return [...groups.values()]
}

function rank({ overall }: ReadSummary): number {
	return ['fails', 'sometimes', 'never', 'works'].indexOf(overall)
}
