import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

/** The screen with the journal on. */
async function requests(options: Parameters<typeof testApp>[0] = {}): Promise<void> {
	t = await testApp({ keys: ['alice'], columns: 110, rows: 40, ...options })
	t.press('g', 'r')
	await t.until('switch on')
	t.press('o')
	await t.until('No client has sent a request yet.')
}

/** Three requests: an early small one, a late slow one, a failed one. */
async function three(): Promise<void> {
	const { journal } = t.chain
	journal.asked({ path: '/b', ms: 5, replyBytes: 300, agent: 'zeta' })
	journal.asked({
		path: '/c',
		ms: 900,
		replyBytes: 20,
		listener: 'rpc',
		method: 'POST',
		calls: 'health',
		agent: 'alpha',
	})
	journal.asked({ path: '/a', ms: 50, replyBytes: 1_000, status: 500, listener: 'endpoints', agent: 'middle' })
	await t.until('3 requests')
}

/** The rows from above, by their path or call. */
const rows = (): string =>
	t
		.screen()
		.split('\n')
		.flatMap((line) => /(GET \/[abc]|health)/.exec(line)?.[1]?.trim() ?? [])
		.join()

describe('the list of requests', () => {
	it('the list of requests is sorted by each of its columns, whose title says so', async () => {
		await requests({ columns: 140 })
		await three()
		expect(rows()).toBe('GET /a,health,GET /b')
		for (const [column, up] of [
			['time', 'GET /b,health,GET /a'],
			['listener', 'GET /a,GET /b,health'],
			['what', 'GET /a,GET /b,health'],
			['from', 'health,GET /a,GET /b'],
			['status', 'health,GET /b,GET /a'],
			['ms', 'GET /b,GET /a,health'],
			['bytes', 'health,GET /b,GET /a'],
		] as const) {
			t.press('s')
			await t.until(`${column} ▴`)
			expect(rows(), column).toBe(up)
			t.press('s')
			await t.until(`${column} ▾`)
		}
	})

	it('shows one listener after the other, then all, and says when that one was not asked', async () => {
		await requests()
		await three()
		const seen: string[] = []
		for (let step = 0; step < 4; step++) {
			t.press('d')
			seen.push(rows())
		}
		expect([...seen].sort()).toEqual(['GET /a', 'GET /a,health,GET /b', 'GET /b', 'health'])
		expect(seen.at(-1)).toBe('GET /a,health,GET /b')
	})

	it('the request of the moment of a log line is opened from the line, and it is said if there is none', async () => {
		await requests()
		await three()
		const { time } = (await t.chain.journal.list(0)).requests[0]!
		t.app.log.add([
			{ level: 'info', time, source: 'rest', message: 'something happened' },
			{ level: 'info', time: '2020-01-01T00:00:00.000Z', source: 'rest', message: 'long before' },
		])
		t.press(digitOf('logs'))
		await t.until('something happened')
		t.press('home', 'o')
		await said('no request of that moment is recorded')
		t.press(digitOf('logs'), '/')
		t.type('something')
		t.press('enter', 'o')
		await t.until(() => t.app.screen.id === 'requests')
		await t.until(/› #\d/)
	})

	it('gives up pause, listener and filter with one Esc', async () => {
		await requests()
		await three()
		t.press('p', 'd')
		await t.until('paused')
		t.press('esc')
		await t.until('live')
		expect(rows()).toBe('GET /a,health,GET /b')
	})

	it('says why a key does nothing', async () => {
		await requests()
		for (const key of ['r', 'y']) {
			t.press(key)
			await said('there is no request')
			t.app.toast('info', 'before the next')
		}
		for (const key of ['v', '<', '>', 'Y']) {
			t.press(key)
			await t.until(() => t.app.state.toast?.text !== 'before the next')
			t.app.toast('info', 'before the next')
		}
		t.press('z')
		await said('there is no JSON')
		await three()
		t.press('enter')
		await t.until('[reply]')
		t.press('enter')
		await said('it is open')
	})

	it('says why no requests come any more', async () => {
		t = await testApp({ keys: ['alice'], columns: 110, rows: 40 })
		t.chain.journal.list = async () => {
			throw new UserError('The connection is lost.')
		}
		t.press('g', 'r')
		await t.until('The connection is lost.')
		await t.until('tries again')
	})
})

describe('an opened request', () => {
	it('an opened request that cannot be read any more says so beside the list and when it is opened', async () => {
		await requests({ columns: 200, rows: 60 })
		t.chain.journal.get = async (id) => {
			throw new UserError(`There is no request ${id}.`)
		}
		await three()
		await t.until('There is no request 3.')
		t.press('enter')
		await said('There is no request 3.')
		expect(t.screen()).toContain('3 requests')
	})

	it('tells what another reply to it was, of gRPC without a status', async () => {
		await requests()
		t.chain.journal.asked({ listener: 'grpc', method: 'gRPC', path: '/chain.Query/Greet', status: 0 })
		await t.until('Query/Greet')
		t.chain.journal.replay = async () => ({ status: 0, ms: 1.5, body: '{"other":1}' })
		t.press('enter')
		await t.until('chain.Query/Greet')
		t.press('r')
		await t.until('1.5 ms, another reply')
		expect(t.screen()).not.toContain('status 0')
		t.press('Y')
		await t.until(() => t.asked.includes('copy {"other":1}'))
	})

	it('does not compare a reply of which it kept only the beginning', async () => {
		await requests()
		t.chain.journal.asked({ path: '/long', cut: true, reply: '{"a":', replyBytes: 99_999 })
		await t.until('/long')
		t.press('r')
		await t.until('status 200, 1.5 ms')
		expect(t.screen()).not.toContain('the same reply')
	})

	it('shows nothing where there was nothing, and no agent where none was named', async () => {
		await requests()
		t.chain.journal.asked({ path: '/empty', reply: '', agent: '', status: 204, replyBytes: 0 })
		await t.until('/empty')
		t.press('enter')
		await t.until('nothing')
		expect(t.screen()).toMatch(/from +127\.0\.0\.1 +│/)
		t.press('v')
		await t.until('[request]')
	})

	it.each([
		[60, 16],
		[80, 24],
		[150, 50],
	])('fits %i×%i however long its path is', async (columns, height) => {
		await requests({ columns, rows: height })
		t.chain.journal.asked({ method: 'POST', path: `/${'long/'.repeat(60)}`, body: '{"a":1}' })
		await t.until('1 request')
		t.press('enter')
		await t.until('[reply] request headers')
		expect(t.lines()).toHaveLength(height)
		if (height >= 50) expect(t.screen()).toContain('"a": 1')
	})
})
