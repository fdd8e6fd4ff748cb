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
