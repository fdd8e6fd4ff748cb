import { describe, expect, it, vi } from 'vitest'
import { RequestJournal } from '../../../../src/serve/requests/RequestJournal.ts'
import { appAgent } from '../../../../src/wire/RequestsSchema.ts'

const start = { listener: 'eth', from: '127.0.0.1', method: 'POST', path: '/' } as const

describe('the journal of requests', () => {
	it('the journal lists what another thread noted, as far as that thread kept it', () => {
		const lists = new RequestJournal()
		const notes = new RequestJournal((note) => lists.adopt(structuredClone(note)))
		for (const journal of [lists, notes]) journal.set(true)
		const note = notes.begin(start)!
		note.body.add('{"method":"eth_chainId"}')
		note.reply.add('{"result":"0x1"}')
		note.status = 200
		notes.finish(note)
		expect(notes.since(0, 10)).toEqual([])
		expect(lists.since(0, 10).map((listed) => listed.summary())).toMatchObject([
			{ id: 1, listener: 'eth', calls: 'eth_chainId', status: 200, requestBytes: 24, replyBytes: 16 },
		])
		expect(lists.get(1)?.reply.kept.toString()).toBe('{"result":"0x1"}')
	})

	it('the journal leaves out what an app of this program asks, and keeps the commands', () => {
		const journal = new RequestJournal()
		journal.set(true)
		for (const agent of [appAgent, 'chain-tui']) {
			const note = journal.begin({ ...start, headers: [['User-Agent', agent]] })!
			journal.finish(note)
		}
		expect(journal.since(0, 10).map((listed) => listed.summary().agent)).toEqual(['chain-tui'])
	})

	it('the journal leaves out what asks for itself, over whatever protocol', () => {
		const journal = new RequestJournal()
		journal.set(true)
		const note = (path: string, body: string) => {
			const noted = journal.begin({ ...start, path })!
			noted.body.add(body)
			journal.finish(noted)
		}
		note('/requests_list?limit=1', '')
		note('/', '{"method":"requests_get"}')
		note('/', '[{"method":"requests_set"},{"method":"health"}]')
		note('/requests', '')
		note('/', '{"method":"health"}')
		note('/', '')
		expect(journal.since(0, 10).map((listed) => [listed.start.path, listed.summary().calls])).toEqual([
			['/requests', ''],
			['/', 'health'],
			['/', ''],
		])
	})

	it('the journal tells the time of a request from its arrival to its reply, and status 0 where there is none', () => {
		const journal = new RequestJournal()
		journal.set(true)
		const now = vi.spyOn(performance, 'now').mockReturnValueOnce(1_000).mockReturnValue(1_012.3456)
		try {
			journal.finish(journal.begin({ ...start, method: 'WS' })!)
		} finally {
			now.mockRestore()
		}
		expect(journal.get(1)?.summary()).toMatchObject({ ms: 12.35, status: 0 })
	})
})
