import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEndpoints } from '../../../src/endpoints/startEndpoints.ts'
import { guardLimits } from '../../../src/serve/ConnectionGuard.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { blockNumberCall, chainAt, startService, type TestService, withApplication } from './support/service.ts'

let service: TestService
beforeAll(async () => {
	service = await startService()
})
afterAll(() => service?.close())

/** Sends the same call many times in one write, and returns how many were answered before the connection ended. */
function pipelined(url: string, key: string, times: number): Promise<number> {
	const { host, hostname, port, pathname } = new URL(url)
	const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`
	const request = `${head}content-length: ${blockNumberCall.length}\r\n\r\n${blockNumberCall}`
	return new Promise((resolve) => {
		let text = ''
		const replies = (): number => text.split('HTTP/1.1 200').length - 1
		const socket = connect(Number(port), hostname, () => socket.write(request.repeat(times)))
		socket.on('data', (chunk) => {
			text += String(chunk)
			if (replies() === times) socket.end()
		})
		socket.on('error', () => {})
		socket.on('close', () => resolve(replies()))
	})
}

it('requests beyond those a connection may pipeline are not billed, and those before are answered', async () => {
	const { application, key, client } = await withApplication(service)
	const most = guardLimits.pipelined
	expect(await pipelined(application.url, key.key, most)).toBe(most)
	expect((await client.statement()).relays).toBe(most)
	let answered = most
	for (const times of [most + 1, most + 24, 200]) {
		answered += await pipelined(application.url, key.key, times)
		expect((await client.statement()).relays).toBe(answered)
	}
	expect(answered).toBe(4 * most)
})

describe('a text of an application', () => {
	const signs = ['\u001b[31m', '\u0007', '\u202e', '\u0085', '\u200b', '\u2028', '\n']

	it.each(signs)(
		'a text of an application is refused with the invisible sign %j, whether name, description or label',
		async (sign) => {
			const { application, client, projectId } = await withApplication(service)
			const text = `a${sign}b`
			const refused = /characters in one line/
			await expect(client.createApplication(projectId, { name: text, network: 'pruning' })).rejects.toThrow(refused)
			const described = { name: 'x', description: text, network: 'pruning' } as const
			await expect(client.createApplication(projectId, described)).rejects.toThrow(refused)
			await expect(client.editApplication(application.id, { description: text })).rejects.toThrow(refused)
			await expect(client.createKey(application.id, { label: text })).rejects.toThrow(refused)
		},
	)
})

describe("an operator's token that cannot be used", () => {
	it.each([
		['empty', (file: string) => writeFileSync(file, ''), 'is empty'],
		['readable by others', (file: string) => chmodSync(file, 0o644), 'has the mode 644'],
	])('because it is %s is named in the log of the start and in the reply', async (_name, spoil, why) => {
		const other = await startService()
		const file = join(other.home, 'endpoints-operator.token')
		const token = readFileSync(file, 'utf8').trim()
		await other.endpoints.close()
		spoil(file)
		const lines: string[] = []
		const again = await startEndpoints({
			listener: { host: '127.0.0.1', port: 0 },
			databaseUrl: other.databaseUrl,
			upstream: chainAt(1),
			home: other.home,
			log: (level, _source, message) => lines.push(`${level} ${message}`),
			clock: systemClock,
		})
		try {
			// Nobody has asked anything yet.
			expect(lines).toEqual([expect.stringMatching(new RegExp(`^warn [\\s\\S]*${why}`))])
			const response = await fetch(`${again.url}/manage/v1/operator/plan`, {
				method: 'PUT',
				headers: { 'content-type': 'application/json', 'x-operator-token': token },
				body: '{"email":"one@example.com","plan":"enterprise"}',
			})
			const { error } = (await response.json()) as { error: { code: string; message: string; next: string } }
			expect([response.status, error.code]).toEqual([403, 'operator_only'])
			expect(error.message).toContain(why)
			expect(error.next).toContain('start the node again')
		} finally {
			await again.close()
			await other.close()
		}
	})
})
