import { randomBytes } from 'node:crypto'
import type { Clock } from '../../util/Clock.ts'
import type { Log } from '../../util/Log.ts'
import type { ChainView } from '../chain/ChainView.ts'
import type { EndpointsConfig } from '../EndpointsConfig.ts'
import type { Storage } from '../storage/openStorage.ts'

/** Work of one password's argon2id hash. */
export interface PasswordCost {
	readonly memoryKiB: number
	readonly passes: number
}

/** Dependencies of all operations of the service. */
export interface ServiceContext {
	readonly storage: Storage
	readonly clock: Clock
	readonly log: Log
	readonly config: EndpointsConfig
	readonly chain: ChainView
	/** OWASP's when it is left out. */
	readonly passwordCost?: PasswordCost | undefined
	/** Makes this process's gateway forget what it remembers; other processes see the version grow. */
	readonly changed: () => void
}

/** Kinds of things with an id, by the prefix of theirs. */
type IdKind = 'acc' | 'prj' | 'app' | 'key' | 'ses' | 'inv' | 'aud'

/** A new id such as `app_9f86d081884c7d65`: 64 random bits, a name and no secret. */
export function newId(kind: IdKind): string {
	return `${kind}_${randomBytes(8).toString('hex')}`
}

/** A refusal of the management API: HTTP status, a name programs can test, what happened and what to do next. */
export class ServiceFault extends Error {
	override readonly name = 'ServiceFault'
	readonly status: number
	/** `not_found`, `forbidden`, `invalid`, ... */
	readonly code: string
	readonly next: string
	/** Seconds until it is worth trying again, for Retry-After (RFC 9110 section 10.2.3). */
	readonly retryAfter: number | undefined

	constructor(status: number, code: string, message: string, next = '', retryAfter?: number) {
		super(message)
		this.status = status
		this.code = code
		this.next = next
		this.retryAfter = retryAfter
	}
}

/** 404 for a thing that is not there or not the caller's to see: both look the same. */
export function notFound(what: string): ServiceFault {
	return new ServiceFault(
		404,
		'not_found',
		`There is no such ${what}.`,
		`See the ones you can with the list of ${what}s.`,
	)
}

/** 400 for a value that cannot be taken. */
export function invalid(message: string, next = ''): ServiceFault {
	return new ServiceFault(400, 'invalid', message, next)
}

/** 409 for a conflict with existing data. */
export function conflict(message: string, next = ''): ServiceFault {
	return new ServiceFault(409, 'conflict', message, next)
}
