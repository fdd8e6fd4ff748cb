import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultEndpointsConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { limits } from '../../../src/endpoints/limits.ts'
import { type Endpoints, startEndpoints } from '../../../src/endpoints/startEndpoints.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { chainAt } from './support/service.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/endpoints')
const tls = { certFile: join(fixtures, 'localhost.cert.pem'), keyFile: join(fixtures, 'localhost.key.pem') }

let endpoints: Endpoints | undefined
afterEach(async () => {
	await endpoints?.close()
	endpoints = undefined
})

async function start(settings: Partial<typeof defaultEndpointsConfig>, host = '127.0.0.1'): Promise<Endpoints> {
	endpoints = await startEndpoints({
		listener: { host: '127.0.0.1', port: 0 },
		manage: { on: true, host, port: 0 },
		databaseUrl: 'sqlite::memory:',
		upstream: chainAt(10),
		home: undefined,
		log: silentLog,
		// It stands still, so that no bucket fills up again.
		clock: { now: () => 1_700_000_000_000 },
		config: { ...defaultEndpointsConfig, ...settings },
	})
	return endpoints
}

const accounts = '/manage/v1/accounts'
const person = JSON.stringify({ email: 'team@example.com', password: 'correct horse battery' })
const throughProxy = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

async function ask(base: string | undefined, path: string, headers: Record<string, string> = {}, body?: string) {
	const reply = await fetch(`${base}${path}`, {
		...(body === undefined ? {} : { method: 'POST', body }),
		headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
	})
	const text = await reply.text()
	return { status: reply.status, code: /"code":"(\w+)"/.exec(text)?.[1], retryAfter: reply.headers.get('retry-after') }
}

describe('the listener --manage', () => {
	it('management from other machines starts where something encrypts it, and nowhere else', async () => {
		await expect(start({}, '0.0.0.0')).rejects.toMatchObject({
			message: '--manage cannot be used with 0.0.0.0 without TLS.',
			why: 'Passwords and sessions would cross the network in clear text.',
		})
		for (const settings of [{ tls }, { trustedProxies: ['10.9.9.9'] }]) {
			const { manage } = await start(settings, '0.0.0.0')
			expect(manage).toMatch(/^https?:\/\/127\.0\.0\.1:\d+$/)
			await endpoints?.close()
		}
	})

	it('management from other machines works through a trusted proxy that has TLS, on its own listener alone', async () => {
		const { manage, url } = await start({ trustedProxies: ['127.0.0.1'] })
		expect(await ask(manage, accounts, throughProxy, person)).toMatchObject({ status: 200 })
		expect(await ask(url, accounts, throughProxy, person)).toMatchObject({ status: 403, code: 'loopback_only' })
		expect(await ask(manage, '/v1/00000000000000000000000000000000', throughProxy, '{}')).toMatchObject({ status: 404 })
		for (const path of ['/metrics']) {
			expect(await ask(manage, path, throughProxy)).toMatchObject({ status: 403, code: 'loopback_only' })
		}
	})

	it('management from other machines is refused in clear text, behind a proxy that is not trusted, and to web pages', async () => {
		const { manage } = await start({ trustedProxies: ['127.0.0.1'] })
		const clear = { ...throughProxy, 'x-forwarded-proto': 'http' }
		expect(await ask(manage, accounts, clear, person)).toMatchObject({ status: 403, code: 'needs_tls' })
		for (const page of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
			const sent = { ...throughProxy, ...page } as Record<string, string>
			expect(await ask(manage, accounts, sent, person)).toMatchObject({ status: 403, code: 'no_web_pages' })
		}
		await endpoints?.close()
		const other = await start({ trustedProxies: ['10.9.9.9'] })
		expect(await ask(other.manage, accounts, throughProxy, person)).toMatchObject({ status: 403, code: 'needs_tls' })
	})

	it('management from other machines is limited for each address that a proxy tells', async () => {
		const { manage } = await start({ trustedProxies: ['127.0.0.1'] })
		const codes = []
		for (let sent = 0; sent <= limits.remoteManagementPerSecond; sent++) {
			codes.push(await ask(manage, '/openapi.json', throughProxy))
		}
		expect(codes.pop()).toMatchObject({ status: 429, code: 'too_many', retryAfter: '1' })
		expect(new Set(codes.map(({ status }) => status))).toEqual(new Set([200]))
		const other = { ...throughProxy, 'x-forwarded-for': '203.0.113.10' }
		expect(await ask(manage, '/openapi.json', other)).toMatchObject({ status: 200 })
	})

	it('management from other machines works by TLS of its own, with no proxy', async () => {
		const { manage } = await start({ tls })
		expect(manage).toMatch(/^https:/)
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const options = {
				method: 'POST',
				ca: readFileSync(tls.certFile),
				headers: { 'content-type': 'application/json' },
			}
			request(`${manage}${accounts}`, options, (response) => {
				response.resume()
				resolve(response.statusCode)
			})
				.on('error', reject)
				.end(person)
		})
		expect(status).toBe(200)
	})
})
