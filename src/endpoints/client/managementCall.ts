import { UserError } from '../../errors/UserError.ts'

/** One request to the management API; resolves to its JSON, its text, or undefined. */
export type ManagementCall = <Reply>(
	method: string,
	path: string,
	options?: {
		readonly body?: unknown
		readonly query?: Readonly<Record<string, string | number | undefined>>
		readonly headers?: Readonly<Record<string, string>>
	},
) => Promise<Reply>

/** Longest wait for an answer. */
const timeoutMs = 30_000

/** Sends one request below `/manage/v1` of a service. Rejects with UserError. */
export async function managementCall<Reply>(
	url: string,
	method: string,
	path: string,
	options: NonNullable<Parameters<ManagementCall>[2]> = {},
): Promise<Reply> {
	const target = new URL(`${url}/manage/v1${path}`)
	for (const [name, value] of Object.entries(options.query ?? {})) {
		if (value !== undefined) target.searchParams.set(name, String(value))
	}
	let response: Response
	let text: string
	try {
		response = await fetch(target, {
			method,
			headers: {
				...options.headers,
				...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			signal: AbortSignal.timeout(timeoutMs),
			...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
		})
		text = await response.text()
	} catch (cause) {
		throw new UserError(`The endpoint service at ${url} does not answer.`, {
			why: cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : '',
			next: 'Start the node with its endpoints on: chain-tui start --endpoints 127.0.0.1:8545.',
			cause,
		})
	}
	const isJson = (response.headers.get('content-type') ?? '').includes('application/json')
	if (!response.ok) throw refused(url, response.status, isJson ? text : '')
	return (text === '' ? undefined : isJson ? JSON.parse(text) : text) as Reply
}

function refused(url: string, status: number, text: string): UserError {
	const { error } = (text === '' ? {} : JSON.parse(text)) as {
		error?: { code?: string; message?: string; next?: string }
	}
	const message = error?.message ?? `The endpoint service at ${url} answered with status ${status}.`
	return new UserError(message, { next: error?.next ?? '', cause: error?.code })
}

/** Whether the service refused because nobody is logged in, or no longer. */
export function isLoggedOut(error: unknown): boolean {
	return error instanceof UserError && error.cause === 'not_logged_in'
}
