import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { endpointPathOf } from '../../../src/endpoints/gateway/Gateway.ts'
import {
	applicationId,
	ask,
	call,
	desk,
	directory,
	failed,
	gatewayForEach,
	lines,
	ok,
	owner,
	path,
	type Reply,
	refusal,
	relays,
	server,
} from './support/gateway.ts'

gatewayForEach()

test('a rate limit holds for all calls of a body together, and not for what is no call', async () => {
	await desk.run('editApplication', owner, { path: { applicationId }, body: { rateLimit: 2 } })
	directory.forget()
	vi.useFakeTimers({ toFake: ['performance'] })
	const two = `[${call('echo')},${call('echo', [], 2)}]`
	for (const free of ['x', '[]', `[${Array(4).fill(call('echo')).join()}]`])
		expect(await ask(free)).toMatchObject({ status: 200 })
	const limited = async (body: string, seconds: number) => {
		const { status, body: said, headers } = await ask(body)
		expect([status, said, headers['retry-after']]).toEqual([
			429,
			failed(-32005, `too many requests, retry after ${seconds} s`),
			String(seconds),
		])
	}
	expect(await ask(two)).toMatchObject({ status: 200 })
	await limited(two, 1)
	expect(await ask('x')).toMatchObject({ status: 200 })
	vi.advanceTimersByTime(500)
	await limited(two, 1)
	expect(await ask(call('echo'))).toMatchObject({ status: 200 })
	await limited(call('echo'), 1)
	vi.advanceTimersByTime(1_000)
	// A batch of more calls than a second has leaves a debt.
	expect(await ask(`[${Array(3).fill(call('echo')).join()}]`)).toMatchObject({ status: 200 })
	await limited(two, 2)
	expect(await relays()).toEqual([6])
})

test('a cap holds for the valid calls of a body together, and a body without any is served beyond it', async () => {
	await desk.run('setCap', owner, { body: { cap: 3 } })
	directory.forget()
	const reached = [402, failed(-32005, 'the monthly cap of relays set by the owner of this account is reached')]
	expect(await ask(`[${call('echo')},1,${call('echo')}]`)).toMatchObject({ status: 200 })
	expect(await refusal(`[${call('echo')},${call('echo')}]`)).toEqual(reached)
	expect(await ask(call('echo'))).toMatchObject({ status: 200 })
	expect(await refusal(call('echo'))).toEqual(reached)
	for (const free of ['x', '[]', '[1]', '{"id":1}']) expect(await ask(free)).toMatchObject({ status: 200 })
	expect(await relays()).toEqual([3])
	await desk.run('editApplication', owner, { path: { applicationId }, body: { rateLimit: 100 } })
	directory.forget()
	expect(await refusal(call('echo'))).toEqual(reached)
})

test('an archival application answers any height, and a pruning one the newest', async () => {
	expect((await ask(call('height', ['0x5']))).body).toBe(ok(5))
	await desk.db.updateTable('applications').set({ network: 'pruning' }).execute()
	directory.forget()
	expect((await ask(call('height', ['0x1387']))).body).toBe(ok(4_999))
	expect(JSON.parse((await ask(call('height', ['0x5']))).body).error.code).toBe(-32000)
})

test('a call of which nobody knows whether it was counted is not answered, and says so', async () => {
	await ask(call('echo'))
	await sql`pragma query_only = on`.execute(desk.db)
	vi.useFakeTimers({ toFake: ['performance'] })
	const asked = ask(call('echo'))
	let reply: Reply | undefined
	void asked.then((got) => {
		reply = got
	})
	await expect
		.poll(
			() => {
				vi.advanceTimersByTime(1_000)
				return reply
			},
			{ interval: 10 },
		)
		.toMatchObject({
			status: 503,
			body: failed(
				-32002,
				'the database was lost while the call was counted: it is not answered, and may or may not have been counted',
			),
			headers: { 'retry-after': '1' },
		})
	await sql`pragma query_only = off`.execute(desk.db)
})

test('a request whose endpoint cannot be read is refused before its body is there', async () => {
	await desk.db.schema.alterTable('applications').renameTo('gone').execute()
	const { port } = server.address() as AddressInfo
	const status = await new Promise<number | undefined>((resolve, reject) => {
		const headers = { 'content-length': '10' }
		const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path: `/v1/${path}`, headers }, (response) => {
			response.resume()
			resolve(response.statusCode)
			sent.destroy()
		})
		sent.on('error', reject).flushHeaders()
	})
	expect([status, lines]).toEqual([503, ['error endpoints request failed: no such table: applications']])
})

test('a client that left in the midst of its request is no failure, and one that left after it is told of', async () => {
	const { port } = server.address() as AddressInfo
	for (const [body, said] of [
		['{', []],
		['{}', ['error endpoints request failed: no such table: applications']],
	] as const) {
		let release = (): void => {}
		const held = new Promise<void>((resolve) => {
			release = resolve
		})
		// The database has one connection: the endpoint is read after this.
		const renamed = desk.db.transaction().execute(async (trx) => {
			await held
			if (body === '{') await trx.schema.alterTable('applications').renameTo('gone').execute()
		})
		const headers = { 'content-length': '2', 'content-type': 'application/json' }
		const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path: `/v1/${path}`, headers })
		sent.on('error', () => {}).write(body)
		const [request] = (await once(server, 'request')) as [IncomingMessage]
		request.on('error', () => {}).resume()
		if (body === '{}') await once(request, 'end')
		const left = new Promise((resolve) => request.socket.once('close', resolve))
		sent.destroy()
		await left
		expect([request.destroyed, request.complete]).toEqual([true, body === '{}'])
		release()
		await renamed
		await directory.find(path).catch(() => {})
		expect(lines).toEqual(said)
	}
})

test('a call that cannot be counted is not answered', async () => {
	await ask(call('echo'))
	await desk.db.schema.alterTable('usage_accounts').renameTo('gone').execute()
	for (const body of [call('echo'), `[${call('late')}]`]) {
		const { status, body: said, headers } = await ask(body)
		expect([status, said, headers['retry-after']]).toEqual([
			503,
			failed(-32002, 'the call could not be counted and is not answered, try again'),
			'1',
		])
	}
	expect(lines).toEqual(Array(2).fill('error endpoints request failed: no such table: usage_accounts'))
	await desk.db.schema.alterTable('gone').renameTo('usage_accounts').execute()
	expect(await ask(call('echo'))).toMatchObject({ status: 200 })
})

test.each([
	[`/v1/${'0a'.repeat(16)}`, '0a'.repeat(16)],
	[`/v1/${'0a'.repeat(16)}?a=/x`, '0a'.repeat(16)],
	[`/v1/${'0a'.repeat(16)}/`, undefined],
	[`/v1/${'0a'.repeat(15)}0`, undefined],
	[`/v1/${'0A'.repeat(16)}`, undefined],
	[`/v1/${'0a'.repeat(16)}f`, undefined],
	[`x/v1/${'0a'.repeat(16)}`, undefined],
])('the URL %s names the endpoint path %s', (url, named) => {
	expect(endpointPathOf(url)).toBe(named)
})
