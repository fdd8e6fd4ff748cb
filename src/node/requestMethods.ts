import type { ServedMethods } from '../api/rpc/AdminMethods.ts'
import { UserError } from '../errors/UserError.ts'
import type { RequestJournal } from '../serve/requests/RequestJournal.ts'
import type { RequestNote } from '../serve/requests/RequestNote.ts'
import { requestDetail } from '../serve/requests/requestDetail.ts'
import type { ListenerAddresses } from '../wire/AdminSchema.ts'
import type { RequestsSchema } from '../wire/RequestsSchema.ts'
import { replayRequest } from './replayRequest.ts'

const [usualLimit, longestWaitMs] = [200, 30_000]

/** The journal of requests as methods of a node (`wire/RequestsSchema.ts`). */
export function requestMethods(
	journal: RequestJournal,
	addresses: () => ListenerAddresses,
): ServedMethods<RequestsSchema> {
	const noteOf = (id: unknown): RequestNote => {
		const note = journal.get(Number(id))
		if (note !== undefined) return note
		throw new UserError(`There is no request ${String(id)}.`, {
			why: journal.on ? 'Only the newest 500 are kept.' : 'Requests are not noted.',
			next: journal.on ? 'Choose one of the list.' : 'Switch the journal on.',
		})
	}
	return {
		requests_set: async ({ on }) => {
			journal.set(on === true)
			return { on: journal.on }
		},
		requests_clear: async () => {
			journal.clear()
			return { on: journal.on }
		},
		requests_list: async ({ after, limit, waitMs }) => {
			const from = Number(after ?? 0)
			const most = Math.min(Math.max(1, Number(limit ?? usualLimit)), usualLimit)
			if (Number(waitMs ?? 0) > 0 && journal.since(from, 1).length === 0) {
				await journal.next(Math.min(Number(waitMs), longestWaitMs))
			}
			return { on: journal.on, requests: journal.since(from, most).map((note) => note.summary()) }
		},
		requests_get: async ({ id }) => {
			const note = noteOf(id)
			return requestDetail(note, addresses()[note.start.listener])
		},
		requests_replay: async ({ id }) => {
			const note = noteOf(id)
			const base = addresses()[note.start.listener]
			if (base === undefined) {
				throw new UserError(`The ${note.start.listener} listener is off.`, {
					next: 'Switch it on, then send it again.',
				})
			}
			const since = performance.now()
			const { status, body } = await replayRequest(note, base)
			return { status, body, ms: Math.round((performance.now() - since) * 100) / 100 }
		},
	}
}
