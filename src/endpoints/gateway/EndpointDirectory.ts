import { timingSafeEqual } from 'node:crypto'
import { thrownText } from '../../errors/UserError.ts'
import { fromHex } from '../../util/bytes.ts'
import type { Log } from '../../util/Log.ts'
import type { Network } from '../../wire/management/applicationSchemas.ts'
import { limits } from '../limits.ts'
import { isSecret, keyPrefix, secretDigest } from '../service/accounts/secrets.ts'
import { type IpRule, ipRule, type OriginRule, originRule } from '../service/applications/allowlists.ts'
import type { Storage } from '../storage/openStorage.ts'

/** Time for which cached data is trusted without contact to the database, in milliseconds. */
const trustMs = 1_000

/** Cached data of an endpoint. */
export interface Endpoint {
	readonly applicationId: string
	readonly accountId: string
	readonly network: Network
	readonly keyRequired: boolean
	readonly rateLimit: number | null
	/** Most relays of the account in a month. */
	readonly cap: bigint | null
	readonly keys: EndpointKeys
	readonly origins: OriginRule
	readonly ips: IpRule
}

/**
 * Endpoints by path, remembered until anything changes: at once for changes of this process, within a second for those of
 * others. While the database does not answer nothing remembered is used longer than that.
 */
export class EndpointDirectory {
	readonly #storage: Storage
	readonly #log: Log
	readonly #maxUnknown: number
	readonly #loaded = new Map<string, Endpoint>()
	readonly #endpoints = new Map<string, Promise<Endpoint | undefined>>()
	#unknown = 0
	#version: bigint | undefined
	#checkedAt = Number.NEGATIVE_INFINITY
	#poll: Promise<void> | undefined
	readonly #timer: NodeJS.Timeout

	/** @param maxUnknown Most paths without an endpoint that are remembered. */
	constructor(storage: Storage, log: Log, maxUnknown = 10_000) {
		this.#storage = storage
		this.#log = log
		this.#maxUnknown = maxUnknown
		this.#timer = setInterval(() => void this.#refresh(), limits.otherGatewayMs).unref()
	}

	/** The endpoint of a path, or undefined. Rejects when the database does not answer. */
	find(path: string): Promise<Endpoint | undefined> {
		return this.#isTrusted ? this.#load(path) : this.#refresh().then(() => this.#load(path))
	}

	/** The endpoint of a path when it is known for sure at once. */
	known(path: string): Endpoint | undefined {
		return this.#isTrusted ? this.#loaded.get(path) : undefined
	}

	/** Whether the database has answered within the last second, or does now. */
	async isCurrent(): Promise<boolean> {
		if (!this.#isTrusted) await this.#refresh()
		return this.#isTrusted
	}

	get #isTrusted(): boolean {
		return performance.now() - this.#checkedAt <= trustMs
	}

	/** Forgets everything, after a change in this process. */
	forget(): void {
		this.#endpoints.clear()
		this.#loaded.clear()
		this.#unknown = 0
	}

	close(): void {
		clearInterval(this.#timer)
	}

	#load(path: string): Promise<Endpoint | undefined> {
		const known = this.#endpoints.get(path)
		if (known !== undefined) return known
		const loading = readEndpoint(this.#storage, path)
		this.#endpoints.set(path, loading)
		void loading.then(
			(endpoint) => {
				// Data read before a change must not outlive it.
				if (this.#endpoints.get(path) !== loading) return
				if (endpoint !== undefined) this.#loaded.set(path, endpoint)
				else if (++this.#unknown > this.#maxUnknown) this.forget()
			},
			() => {
				if (this.#endpoints.get(path) === loading) this.#endpoints.delete(path)
			},
		)
		return loading
	}

	/** Looks whether the configuration has a new version. */
	#refresh(): Promise<void> {
		this.#poll ??= this.#readVersion().finally(() => {
			this.#poll = undefined
		})
		return this.#poll
	}

	async #readVersion(): Promise<void> {
		const at = performance.now()
		try {
			const { version } = await this.#storage.db
				.selectFrom('config_version')
				.select('version')
				.where('id', '=', 1n)
				.executeTakeFirstOrThrow()
			if (version !== this.#version) this.forget()
			this.#version = version
			this.#checkedAt = at
		} catch (cause) {
			this.forget()
			this.#log('warn', 'endpoints', `the database does not answer: ${thrownText(cause)}`)
		}
	}
}

async function readEndpoint(storage: Storage, path: string): Promise<Endpoint | undefined> {
	const { db } = storage
	const row = await db
		.selectFrom('applications')
		.innerJoin('projects', 'projects.id', 'applications.project_id')
		.innerJoin('accounts', 'accounts.id', 'projects.account_id')
		.select([
			'applications.id',
			'applications.network',
			'applications.key_required',
			'applications.rate_limit',
			'accounts.id as account_id',
			'accounts.cap',
		])
		.where('applications.path', '=', path)
		.where('applications.deleted_at', 'is', null)
		.executeTakeFirst()
	if (row === undefined) return undefined
	const keys = await db
		.selectFrom('api_keys')
		.select(['id', 'hash', 'expires_at'])
		.where('application_id', '=', row.id)
		.where('revoked_at', 'is', null)
		.execute()
	const entries = await db
		.selectFrom('allow_entries')
		.select(['kind', 'value'])
		.where('application_id', '=', row.id)
		.execute()
	const of = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ value }) => value)
	return {
		applicationId: row.id,
		accountId: row.account_id,
		network: row.network === 'archival' ? 'archival' : 'pruning',
		keyRequired: row.key_required === 1n,
		rateLimit: row.rate_limit === null ? null : Number(row.rate_limit),
		cap: row.cap,
		keys: new EndpointKeys(
			keys.map(({ id, hash, expires_at }) => ({
				id,
				digest: fromHex(hash) ?? new Uint8Array(),
				expiresAt: expires_at === null ? Number.POSITIVE_INFINITY : Number(expires_at),
			})),
		),
		origins: originRule(of('origin')),
		ips: ipRule(of('ip')),
	}
}

/** A key of an endpoint: `digest` is the SHA-256 of the secret; `expiresAt` in milliseconds. */
interface EndpointKey {
	readonly id: string
	readonly digest: Uint8Array
	readonly expiresAt: number
}

/**
 * The keys of one endpoint. A secret is hashed and compared when it is first seen; afterwards the key it belongs to is
 * remembered, for as long as the endpoint itself is, which ends with any change to its keys. Only secrets that were right
 * are remembered, so there are never more than keys.
 */
export class EndpointKeys {
	readonly #keys: readonly EndpointKey[]
	readonly #seen = new Map<string, EndpointKey>()

	constructor(keys: readonly EndpointKey[]) {
		this.#keys = keys
	}

	/** Id of the key of a secret; undefined if there is none or it has expired. */
	idOf(secret: string, now: number): string | undefined {
		const key = this.#seen.get(secret) ?? this.#match(secret)
		return key !== undefined && key.expiresAt > now ? key.id : undefined
	}

	#match(secret: string): EndpointKey | undefined {
		if (!isSecret(secret, keyPrefix)) return undefined
		const digest = secretDigest(secret)
		const key = this.#keys.find((one) => timingSafeEqual(one.digest, digest))
		if (key !== undefined) this.#seen.set(secret, key)
		return key
	}
}
