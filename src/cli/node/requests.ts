import type { RequestSummary, RequestsClient } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { goJson, printResult } from '../printResult.ts'
import { withNode, withPowers } from '../support/connect.ts'

/** Longest wait of the node for the next request, in milliseconds. */
const waitMs = 10_000

/** `requests` */
export const requests: CommandSpec = {
	name: 'requests',
	args: '[id]',
	count: { min: 0, max: 1 },
	description: 'print what clients ask the running node, started with --admin; by its id one request with its bodies',
	details:
		'The node records requests only on demand: --follow switches that on until it ends, --on and --off for\nlonger. It keeps the newest 500 in memory; keys and passwords are masked.',
	examples: ['requests --follow', 'requests 12 --output json', 'requests --off'],
	flags: [
		{ flag: '-f, --follow', description: 'print requests as they come, until Ctrl-C' },
		{ flag: '--on', description: 'note requests from now on' },
		{ flag: '--off', description: 'note no more requests and forget those there are' },
	],
	run: async (context, [id]) =>
		withNode(context, async (connection) => {
			const { createRequestsClient } = await import('../../client/index.ts')
			return withPowers(
				[
					'The running node does not tell what clients ask it.',
					'It was started without --admin.',
					'Start it with --admin, or use the Requests screen of the app.',
				],
				() => work(context, createRequestsClient(connection), id),
			)
		}),
}

async function work(context: CommandContext, journal: RequestsClient, id: string | undefined): Promise<undefined> {
	const on = isSet(context, 'on')
	if (on || isSet(context, 'off')) {
		await journal.set(on)
		context.io.stderr(on ? 'Requests are noted.\n' : 'Requests are no longer noted.\n')
	} else if (id !== undefined) {
		if (!/^\d{1,15}$/.test(id)) {
			throw new UserError(`"${id}" is not the id of a request.`, { next: 'Give a whole number, as the lists have it.' })
		}
		await printResult(context, await journal.get(Number(id)))
	} else if (isSet(context, 'follow')) await follow(context, journal)
	else {
		const { on: isNoting, requests: noted } = await journal.list(0)
		if (!isNoting) {
			throw new UserError('Requests are not noted.', {
				next: 'Add --follow to see those that come, or --on to note them.',
			})
		}
		await print(context, noted)
	}
	return undefined
}

/** Prints requests until the command is stopped, then restores the state of the journal. */
async function follow(context: CommandContext, journal: RequestsClient): Promise<void> {
	const { stopped, stderr } = context.io
	const before = await journal.list(0)
	if (!before.on) await journal.set(true)
	stderr('Noting requests; Ctrl-C ends it.\n')
	await print(context, before.requests)
	const ended = new Promise<undefined>((resolve) => stopped.addEventListener('abort', () => resolve(undefined)))
	let last = before.requests.at(-1)?.id ?? 0
	try {
		while (!stopped.aborted) {
			const answer = await Promise.race([journal.list(last, waitMs), ended])
			if (answer === undefined || !answer.on) return
			await print(context, answer.requests)
			last = answer.requests.at(-1)?.id ?? last
		}
	} finally {
		if (!before.on) await journal.set(false)
	}
}

/** Prints requests, one line each, without terminal control characters from clients. */
async function print(context: CommandContext, noted: readonly RequestSummary[]): Promise<void> {
	const { clientOf, listenerWords, msText, outcomeOf, whatOf } = await import('../../client/index.ts')
	for (const request of noted) {
		const columns = [
			String(request.id).padStart(5),
			request.time.slice(11, 23),
			listenerWords[request.listener].padEnd(8),
			outcomeOf(request).text.padEnd(10),
			`${msText(request.ms).padStart(6)} ms`,
			`${String(request.replyBytes).padStart(8)} B`,
			printable(`${whatOf(request)}  ${clientOf(request)}`),
		]
		context.io.stdout(`${context.output === 'json' ? goJson(request) : columns.join('  ')}\n`)
	}
}

/** An untrusted text without terminal control characters. */
function printable(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
}
