import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createManagementClient, isLoggedOut } from '../../../src/endpoints/client/createManagementClient.ts'

let server: Server | undefined
afterEach(() => {
	server?.close()
	server?.closeAllConnections()
})

interface Reply {
	readonly status?: number
	readonly type?: string
	readonly body?: string
}

/** A client of a service that answers everything in one way, and what it was asked. */
async function clientOf({ status = 200, type = 'application/json; charset=utf-8', body = '' }: Reply) {
	const asked: unknown[] = []
	const failed: unknown[] = []
	server?.close()
	server = createServer((request: IncomingMessage, response) => {
		let text = ''
		request.on('data', (chunk) => {
			text += String(chunk)
		})
		request.on('end', () => {
			const { 'content-type': sent, 'x-own': own } = request.headers
			asked.push([`${request.method} ${request.url}`, text, sent, own])
			response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body)
		})
	})
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	let calls = 0
	const headers = () => ({ 'x-own': String(++calls) })
	const client = createManagementClient(url, headers, (error, sent) => failed.push([error, sent]))
	return { client, url, asked, failed }
}

test('a call of the management API has the values of its path, then its body or its query', async () => {
	const { client, asked } = await clientOf({ status: 204, type: '' })
	await client.renameProject('a/b', { name: 'acme' })
	await client.revokeSession('current')
	await client.withdrawInvitation('prj 1', 'inv_1')
	await client.leaveProject('prj_1')
	const json = 'application/json'
	expect(asked).toEqual([
		['PATCH /manage/v1/projects/a%2Fb', '{"name":"acme"}', json, '1'],
		['DELETE /manage/v1/sessions/current', '', undefined, '2'],
		['DELETE /manage/v1/projects/prj%201/invitations/inv_1', '', undefined, '3'],
		['POST /manage/v1/projects/prj_1/leave', '', undefined, '4'],
	])
	const lists = await clientOf({ body: '[]' })
	expect(await lists.client.accountAudit({ limit: 5, before: undefined })).toEqual([])
	expect(await lists.client.projectAudit('prj_1')).toEqual([])
	expect(await lists.client.projects()).toEqual([])
	expect(lists.asked).toEqual([
		['GET /manage/v1/account/audit?limit=5', '', undefined, '1'],
		['GET /manage/v1/projects/prj_1/audit', '', undefined, '2'],
		['GET /manage/v1/projects', '', undefined, '3'],
	])
	const empty = await clientOf({ body: '{}' })
	await expect(empty.client.createKey('app_1')).rejects.toThrow('sent a reply of another form')
	expect(empty.asked).toEqual([['POST /manage/v1/applications/app_1/keys', '{}', json, '1']])
})

test('a reply that is text is taken as it is, and one of another form is told', async () => {
	const csv = await clientOf({ type: 'text/csv; charset=utf-8', body: 'hour\r\n' })
	expect(await csv.client.statisticsCsv('app_1', { from: 1, to: 2 })).toBe('hour\r\n')
	expect(csv.asked).toEqual([['GET /manage/v1/applications/app_1/statistics.csv?from=1&to=2', '', undefined, '1']])
	for (const reply of [{ body: '{"id":7}' }, { body: '{' }, { type: 'text/html', body: '[]' }]) {
		const { client, url, failed } = await clientOf(reply)
		await expect(client.projects()).rejects.toMatchObject({
			message: `The endpoint service at ${url} sent a reply of another form.`,
			why: 'It does not fit GET /manage/v1/projects.',
			next: 'Use the same version of chain-tui for the service and for this program.',
		})
		expect(failed).toEqual([[expect.any(Error), { 'x-own': '1' }]])
	}
})

test('a service that is not there is told with the reason of the system, also under a name', async () => {
	for (const host of ['127.0.0.1', 'localhost']) {
		const client = createManagementClient(`http://${host}:2`, () => ({}))
		await expect(client.projects()).rejects.toMatchObject({
			message: `The endpoint service at http://${host}:2 does not answer.`,
			why: expect.stringMatching(/^connect ECONNREFUSED (127\.0\.0\.1|::1):2$/),
			next: expect.stringContaining('chain-tui start --endpoints'),
		})
	}
})

test('a refusal of the management API is told in its own words, and without any by its status', async () => {
	const said = async (reply: Reply) => {
		const { client, url } = await clientOf({ status: 409, ...reply })
		const error = await client.projects().catch((cause: unknown) => cause)
		const { message, next } = error as { message: string; next: string }
		return [message.replace(url, 'URL'), next, isLoggedOut(error)]
	}
	const error = (fields: object) => JSON.stringify({ error: fields })
	const silent = 'The endpoint service at URL answered with status 409.'
	expect(await said({ body: error({ code: 'conflict', message: 'It is full.', next: 'Wait.' }) })).toEqual([
		'It is full.',
		'Wait.',
		false,
	])
	expect(await said({ body: error({ code: 'not_logged_in', message: 'Ended.' }) })).toEqual(['Ended.', '', true])
	for (const body of ['', 'null', '7', '{}', '{"error":null}', '{"error":"x"}', error({ message: 7, next: 7 })]) {
		expect([body, await said({ body })]).toEqual([body, [silent, '', false]])
	}
	// Only JSON is believed.
	const html = error({ message: 'It is full.' })
	expect(await said({ type: 'text/html', body: html })).toEqual([silent, '', false])
	expect([isLoggedOut(new TypeError('not_logged_in')), isLoggedOut({ cause: 'not_logged_in' })]).toEqual([false, false])
})
