import { expect, it } from 'vitest'
import * as account from '../../../src/wire/management/accountSchemas.ts'
import * as application from '../../../src/wire/management/applicationSchemas.ts'
import * as project from '../../../src/wire/management/projectSchemas.ts'

const text = (length: number) => 'x'.repeat(length)
const texts = (count: number, length = 1) => Array.from({ length: count }, () => text(length))
const person = { email: 'a@b', password: 'x' }
const made = { name: 'x', network: 'pruning' }

/** A schema, the longest or greatest value that it takes, and the next one, which it does not. */
it.each([
	[account.credentials, { ...person, email: text(300) }, { ...person, email: text(301) }],
	[account.credentials, { ...person, password: text(1_000) }, { ...person, password: text(1_001) }],
	[account.credentials, { ...person, clientToken: text(100) }, { ...person, clientToken: text(101) }],
	[account.capChange, { cap: 0 }, { cap: -1 }],
	[account.capChange, { cap: Number.MAX_SAFE_INTEGER }, { cap: Number.MAX_SAFE_INTEGER + 1 }],
	[account.capChange, { cap: null }, { cap: 1.5 }],
	[account.planChange, { email: 'a', plan: 'payg' }, { email: 'a', plan: 'free' }],
	[account.deviceLoginStart, { provider: text(40) }, { provider: text(41) }],
	[account.monthQuery, { month: text(20) }, { month: text(21) }],
	[account.pageQuery, { limit: '1' }, { limit: '0' }],
	[account.pageQuery, { limit: '500' }, { limit: '501' }],
	[application.newApplicationValues, { ...made, name: text(300) }, { ...made, name: text(301) }],
	[application.newApplicationValues, { ...made, description: text(2_000) }, { ...made, description: text(2_001) }],
	[application.applicationChange, { name: text(300) }, { name: text(301) }],
	[application.applicationChange, { description: text(2_000) }, { description: text(2_001) }],
	[application.applicationChange, { rateLimit: 1 }, { rateLimit: 0 }],
	[application.applicationChange, { rateLimit: null }, { rateLimit: 1.5 }],
	[application.allowlists, { ips: texts(1_000) }, { ips: texts(1_001) }],
	[application.allowlists, { origins: texts(1, 300) }, { origins: texts(1, 301) }],
	[application.newKeyValues, { label: text(300) }, { label: text(301) }],
	[application.rotation, { overlapMs: 0 }, { overlapMs: -1 }],
	[application.rotation, { overlapMs: 365 * 86_400_000 }, { overlapMs: 365 * 86_400_000 + 1 }],
	[project.named, { name: text(300) }, { name: text(301) }],
	[project.transfer, { accountId: text(40) }, { accountId: text(41) }],
	[project.newMember, { email: text(300), role: 'viewer' }, { email: text(301), role: 'viewer' }],
	[project.roleChange, { role: 'admin' }, { role: 'owner' }],
] as const)('the schema of a request takes a value at its bound and none beyond: case %#', (schema, taken, refused) => {
	expect(schema.safeParse(taken)).toMatchObject({ success: true })
	expect(schema.safeParse(refused)).toMatchObject({ success: false })
})

it('a request that leaves something out has the usual value for it', () => {
	expect(account.pageQuery.parse({})).toEqual({ limit: 100 })
	expect(account.pageQuery.parse({ limit: '7', before: '9' })).toEqual({ limit: 7, before: 9 })
	expect(account.deviceLoginStart.parse({ provider: 'x' })).toEqual({ provider: 'x', link: false })
	expect(account.passwordChange.parse({ fresh: 'x' })).toEqual({ present: '', fresh: 'x' })
	expect(application.rangeQuery.parse({ from: '1', to: '2' })).toEqual({ from: 1, to: 2 })
})
