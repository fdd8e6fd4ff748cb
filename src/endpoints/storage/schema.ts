/**
 * Tables of the endpoint service, the same on SQLite and PostgreSQL. Every integer column arrives as bigint on both; times
 * are milliseconds since the Unix epoch, switches 0 or 1.
 */
export interface EndpointsSchema {
	accounts: {
		id: string
		/** As the user wrote it. */
		email: string
		/** Lower case, unique. */
		email_key: string
		/** argon2id string; null for an account that logs in by an identity provider only. */
		password_hash: string | null
		/** `payg` or `enterprise`. */
		plan: string
		/** The owner's hard cap of relays per UTC month; null for none. */
		cap: bigint | null
		created_at: bigint
	}
	/** Every plan an account was put on after `payg`, its first. */
	plan_changes: {
		account_id: string
		at: bigint
		plan: string
		/** Relays of that UTC month counted before. */
		relays_before: bigint
	}
	/** The newest batch of counts that each gateway has written. */
	usage_writers: { writer_id: string; batch: bigint; at: bigint }
	identities: { issuer: string; subject: string; account_id: string; created_at: bigint }
	sessions: {
		/** SHA-256 of the token, hex. */
		token_hash: string
		id: string
		account_id: string
		/** Login method: `password` or the provider's name. */
		method: string
		created_at: bigint
		last_used_at: bigint
		expires_at: bigint
	}
	projects: { id: string; account_id: string; name: string; created_at: bigint }
	members: { project_id: string; account_id: string; role: string; added_at: bigint }
	/** Invitations into teams and offers of projects. */
	invitations: {
		id: string
		project_id: string
		/** `member` or `transfer`. */
		kind: string
		email: string
		email_key: string
		role: string
		inviter_id: string
		/** `pending`, `accepted`, `declined`, `withdrawn` or `expired`. */
		state: string
		created_at: bigint
		expires_at: bigint
		answered_at: bigint | null
	}
	applications: {
		id: string
		project_id: string
		name: string
		description: string
		/** `archival` or `pruning`. */
		network: string
		/** 32 hex characters of the URL. */
		path: string
		key_required: bigint
		/** Calls a second, null is no limit. */
		rate_limit: bigint | null
		created_at: bigint
		/** Statements still name an application that is gone. */
		deleted_at: bigint | null
	}
	api_keys: {
		id: string
		application_id: string
		/** SHA-256 of the key, hex. */
		hash: string
		label: string
		last4: string
		created_at: bigint
		expires_at: bigint | null
		last_used_at: bigint | null
		revoked_at: bigint | null
		/** The key it was rotated to. */
		successor_id: string | null
	}
	allow_entries: { application_id: string; kind: string; value: string }
	audit: {
		id: string
		at: bigint
		actor_id: string
		account_id: string
		project_id: string | null
		application_id: string | null
		action: string
		/** JSON without secrets. */
		detail: string
	}
	usage_applications: { account_id: string; application_id: string; month: string; relays: bigint }
	usage_accounts: { account_id: string; month: string; relays: bigint }
	/** The billing journal: relays of a UTC day. */
	ledger: { account_id: string; day: string; relays: bigint }
	notices: { account_id: string; month: string; kind: string; percent: bigint; at: bigint }
	/** The same per application, for its whole team. */
	application_notices: { application_id: string; month: string; kind: string; percent: bigint; at: bigint }
	/** Programs that have logged in to an account, by the SHA-256 of their token, hex. */
	login_clients: { token_hash: string; account_id: string; used_at: bigint }
	/** Tries to log in or sign up since a window began; `subject` is a SHA-256, hex. */
	login_tries: { kind: string; subject: string; tries: bigint; ends_at: bigint }
	/** Relays a process may still serve of a capped account. */
	leases: { account_id: string; month: string; process_id: string; remaining: bigint; expires_at: bigint }
	statistics: {
		application_id: string
		/** Start of the hour. */
		hour: bigint
		method: string
		/** `ok`, `4xx` or `5xx`. */
		outcome: string
		/** Latency class, see metering/histogram.ts; -1 for calls refused before they ran. */
		bucket: bigint
		calls: bigint
		micros: bigint
	}
	/** One row: grows with every change the gateway must know. */
	config_version: { id: bigint; version: bigint }
	/** One row: the newest height that a gateway over several nodes has answered. */
	answered_height: { id: bigint; height: bigint }
}
