import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { limits } from '../../../src/endpoints/limits.ts'
import { checkLoopback, remoteManagers } from '../../../src/endpoints/management/managers.ts'
import { type ServiceContext, ServiceFault } from '../../../src/endpoints/service/ServiceContext.ts'

function faultOf(check: () => void): object | undefined {
	try {
		check()
		return undefined
	} catch (fault) {
		if (!(fault instanceof ServiceFault)) throw fault
		const { status, code, next } = fault
		return { status, code, next }
	}
}

const request = (remoteAddress: string, headers: IncomingHttpHeaders = {}, more: object = {}) =>
	({ headers, socket: { remoteAddress, ...more } }) as unknown as IncomingMessage
const secured = { encrypted: true }

function managers(trustedProxies: readonly string[], clock = { now: () => 0 }) {
	const check = remoteManagers({ config: { trustedProxies }, clock } as unknown as ServiceContext)
	return (asked: IncomingMessage) => faultOf(() => check(asked))
}

it('a program of another machine manages the service over TLS alone, its own or that of a trusted proxy', () => {
	const check = managers(['10.0.0.1'])
	const clear = {
		status: 403,
		code: 'needs_tls',
		next: 'Use its https address. A proxy must be one of trustedProxies and send X-Forwarded-Proto.',
	}
	const https = { 'x-forwarded-proto': 'https' }
	expect(check(request('203.0.113.7', {}, secured))).toBeUndefined()
	expect(check(request('203.0.113.7'))).toEqual(clear)
	expect(check(request('203.0.113.7', https))).toEqual(clear)
	expect(check(request('10.0.0.1'))).toEqual(clear)
	expect(check(request('10.0.0.1', { 'x-forwarded-proto': 'http' }))).toEqual(clear)
	expect(check(request('10.0.0.1', https))).toBeUndefined()
	expect(check(request('127.0.0.1', { host: 'localhost:8545' }))).toBeUndefined()
	expect(check(request('127.0.0.1', { host: 'evil.example' }))).toEqual(clear)
	// Without a trusted proxy nobody's word of a proxy counts.
	expect(managers([])(request('10.0.0.1', https))).toEqual(clear)
})

it('no web page manages the service, whatever it comes over', () => {
	const check = managers([])
	const page = { status: 403, code: 'no_web_pages', next: 'Use chain-tui.' }
	expect(check(request('203.0.113.7', { origin: 'https://a.test' }, secured))).toEqual(page)
	expect(check(request('203.0.113.7', { origin: 'null' }, secured))).toEqual(page)
	for (const site of ['cross-site', 'same-origin', 'same-site']) {
		expect(check(request('203.0.113.7', { 'sec-fetch-site': site }, secured)), site).toEqual(page)
	}
	expect(check(request('203.0.113.7', { 'sec-fetch-site': 'none' }, secured))).toBeUndefined()
})

it('each address of a manager, also behind a proxy, has so many requests a second', () => {
	let now = 0
	const check = managers(['10.0.0.1'], { now: () => now })
	const from = (client: string) =>
		check(request('10.0.0.1', { 'x-forwarded-proto': 'https', 'x-forwarded-for': client }))
	for (let i = 0; i < limits.remoteManagementPerSecond; i++) expect(from('203.0.113.7')).toBeUndefined()
	expect(from('203.0.113.7')).toEqual({ status: 429, code: 'too_many', next: 'Try again in 1 s.' })
	expect(from('203.0.113.8')).toBeUndefined()
	now = 1_000
	expect(from('203.0.113.7')).toBeUndefined()
})

it('the listener of this machine is managed by its programs alone', () => {
	const check = (asked: IncomingMessage) => faultOf(() => checkLoopback(asked))
	const refused = { status: 403, code: 'loopback_only', next: 'Use chain-tui on that machine.' }
	expect(check(request('::1', { host: '127.0.0.1' }))).toBeUndefined()
	expect(check(request('203.0.113.7', { host: '127.0.0.1' }))).toEqual(refused)
	expect(check(request('127.0.0.1', { host: 'localhost', origin: 'http://localhost' }))).toEqual(refused)
})
